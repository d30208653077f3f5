// What a paid act costs, said before it is done: in credits, and in what comes back.
import type { CreditQuote } from '../../../src-shared/desk/outreach.ts'
import { LIMITS } from '../../../src-shared/service/limits.ts'
import { formatWhole, plural } from '../../format/numbers.ts'

export type PaidKind = 'discover' | 'findPeople'
type Quote = Pick<CreditQuote, 'credits' | 'refundable' | 'spentThisMonth' | 'monthlyBudget'>

/** `120 spent of 500 this month`, `120 spent this month, no budget set`. */
export const spentWords = ({ spentThisMonth, monthlyBudget }: Omit<Quote, 'credits' | 'refundable'>): string =>
  monthlyBudget === null
    ? `${formatWhole(spentThisMonth)} spent this month, no budget set`
    : `${formatWhole(spentThisMonth)} spent of ${formatWhole(monthlyBudget)} this month`

/** `25 credits`, `12 sites × 5 = up to 60 credits; refunded where nobody new is found`, `free`. */
export const priceWords = (kind: PaidKind, { credits, refundable }: Quote): string => {
  if (credits === 0) return 'free'
  if (kind === 'discover') return plural(credits, 'credit')
  const perSite = LIMITS.findPeopleCreditsPerSite
  const sites = plural(Math.round(credits / perSite), 'site')
  const back = refundable > 0 ? '; refunded where nobody new is found' : ''
  return `${sites} × ${perSite} = up to ${plural(credits, 'credit')}${back}`
}

/** `3 left out and not charged: 2 already searched, 1 links already`. */
export const skippedWords = (skipped: CreditQuote['skipped']): string => {
  const counts = Map.groupBy(skipped, ({ reason }) => reason)
  const reasons = [...counts].map(([reason, all]) => `${formatWhole(all.length)} ${reason}`)
  return `${plural(skipped.length, 'site')} left out and not charged: ${reasons.join(', ')}`
}

const sumOf = (quotes: readonly Quote[]) => quotes.reduce((sum, { credits }) => sum + credits, 0)

/** On the button, after the brand: `25 credits`, `up to 60 credits`, `free`. */
export const buttonPrice = (kind: PaidKind, quotes: readonly Quote[]): string => {
  const credits = sumOf(quotes)
  if (credits === 0) return 'free'
  return `${kind === 'findPeople' ? 'up to ' : ''}${plural(credits, 'credit')}`
}
