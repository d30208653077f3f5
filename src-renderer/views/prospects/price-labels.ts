// Labels for the price of a paid action and its refund.
import type { CreditQuote } from '../../../src-shared/desk/outreach.ts'
import { LIMITS } from '../../../src-shared/service/limits.ts'
import { formatWhole, plural } from '../../format/numbers.ts'

export type PaidKind = 'discover' | 'findPeople'
type Quote = Pick<CreditQuote, 'credits' | 'refundable' | 'spentThisMonth' | 'monthlyBudget' | 'underWay'>

/** `120 spent of 500 this month`, `120 spent this month, no budget set`. */
export const spentLabel = ({
  spentThisMonth,
  monthlyBudget,
}: Pick<Quote, 'spentThisMonth' | 'monthlyBudget'>): string =>
  monthlyBudget === null
    ? `${formatWhole(spentThisMonth)} spent this month, no budget set`
    : `${formatWhole(spentThisMonth)} spent of ${formatWhole(monthlyBudget)} this month`

/** `475 credits left of this month’s budget of 500; 450 after this`; empty: no budget is set. */
export const remainingLabel = ({
  credits,
  spentThisMonth,
  monthlyBudget,
  underWay,
}: Omit<Quote, 'refundable'>): string => {
  if (monthlyBudget === null) return ''
  const left = monthlyBudget - spentThisMonth - underWay
  return `${plural(Math.max(0, left), 'credit')} left of this month’s budget of ${formatWhole(monthlyBudget)}; ${
    left - credits < 0
      ? `${formatWhole(credits - left)} over budget after this`
      : `${formatWhole(left - credits)} after this`
  }`
}

/** `25 credits`, `12 sites × 5 = up to 60 credits`. */
export const priceLabel = (kind: PaidKind, { credits }: Pick<Quote, 'credits'>): string => {
  if (kind === 'discover') return plural(credits, 'credit')
  const perSite = LIMITS.findPeopleCreditsPerSite
  const sites = plural(Math.round(credits / perSite), 'site')
  return `${sites} × ${perSite} = up to ${plural(credits, 'credit')}`
}

/** The possible refund; empty: none. */
export const refundLabel = ({ refundable }: Pick<Quote, 'refundable'>): string =>
  refundable > 0 ? 'Refunded for sites with nobody new.' : ''

/** `7 sites not searched, not charged`, and each reason with its count, the most frequent first. */
export const skippedLabel = (skipped: CreditQuote['skipped']) => ({
  title: `${plural(skipped.length, 'site')} not searched, not charged`,
  reasons: [...Map.groupBy(skipped, ({ reason }) => reason)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, all]) => `${reason.replace(/\.$/, '')} (${formatWhole(all.length)})`),
})

export const SEARCH_ANYWAY = `Also search sites that the service would probably skip, at ${LIMITS.findPeopleCreditsPerSite} credits each`

const sumOf = (quotes: readonly Pick<Quote, 'credits'>[]) => quotes.reduce((sum, { credits }) => sum + credits, 0)

/** On the button, after the brand: `25 credits`, `up to 60 credits`; empty: no price yet. */
export const buttonPrice = (kind: PaidKind, quotes: readonly Pick<Quote, 'credits'>[]): string => {
  const credits = sumOf(quotes)
  if (credits === 0) return ''
  return `${kind === 'findPeople' ? 'up to ' : ''}${plural(credits, 'credit')}`
}
