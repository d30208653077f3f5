// The highest price of a paid action, computed from the cache. What the service really charges is in the ledger.
import type { CreditQuote } from '../../src-shared/desk/outreach.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import { type Clock, toInstant } from '../base/clock.ts'
import type { Store } from '../store/store.ts'
import type { DiscoverFacts, SiteFacts } from './queries/quote-facts.ts'

export type QuoteInput =
  | {
      readonly action: 'discover'
      readonly brandId: string
      /** From the service, if it was asked; else from the cache. */
      readonly isRunning?: boolean | undefined
    }
  | { readonly action: 'findPeople'; readonly brandId: string; readonly prospectIds: readonly string[] }

/** A site as cached before the action. */
export type Site = SiteFacts & { readonly price: number }
/** `sites` in the order of the input, without repeats; none for a discovery. */
export type Quoted = { readonly quote: CreditQuote; readonly sites: readonly Site[] }

type Priced = Pick<CreditQuote, 'credits' | 'refundable' | 'explanation' | 'skipped' | 'isNeeded'>

const FREE_FIRST =
  'The first automatic discovery of a brand is free. The service starts it when someone first opens the list of prospects, so sync the prospects before you pay for one.'

const priceDiscover = ({ isRunning, isFirst }: DiscoverFacts): Priced => {
  if (isRunning) {
    const explanation = 'Discovery is already running: a second request is not charged.'
    return { credits: 0, refundable: 0, explanation, skipped: [], isNeeded: false }
  }
  const explanation = `One discovery of new sites costs ${LIMITS.discoverCredits} credits.${isFirst ? ` ${FREE_FIRST}` : ''}`
  return { credits: LIMITS.discoverCredits, refundable: 0, explanation, skipped: [], isNeeded: true }
}

const sites = (count: number): string => `${count} ${count === 1 ? 'site' : 'sites'}`

const priceSites = (wanted: readonly Site[]): Priced => {
  const skipped = wanted.flatMap(({ id, skip }) => (skip === null ? [] : [{ id, reason: skip }]))
  const searched = wanted.length - skipped.length
  const credits = wanted.reduce((sum, { price }) => sum + price, 0)
  const rest =
    skipped.length === 0 ? '' : ` ${sites(skipped.length)} will probably be skipped by the service, without charge.`
  const explanation = `Up to ${LIMITS.findPeopleCreditsPerSite} credits × ${sites(searched)}; sites with nobody new are refunded.${rest}`
  return { credits, refundable: credits, explanation, skipped, isNeeded: searched > 0 }
}

const monthStartMs = (nowMs: number): number => Date.parse(`${toInstant(nowMs).slice(0, 7)}-01T00:00:00Z`)

const toSite = (known: ReadonlyMap<string, SiteFacts>, id: string): Site => {
  const facts = known.get(id) ?? { id, domain: null, contacts: 0, isFinding: false, skip: null }
  return { ...facts, price: facts.skip === null ? LIMITS.findPeopleCreditsPerSite : 0 }
}

export const createQuotes = ({ store, clock }: { readonly store: Pick<Store, 'read'>; readonly clock: Clock }) => {
  const totalsOf = (brandIds: readonly string[]) =>
    store.read('credits.totals', { brandIds, monthStartMs: monthStartMs(clock.now()) })

  const priced = async (input: QuoteInput): Promise<{ priced: Priced; sites: readonly Site[] }> => {
    const { brandId } = input
    if (input.action === 'discover') {
      const facts = await store.read('quote.discover', { brandId })
      return { priced: priceDiscover({ ...facts, isRunning: input.isRunning ?? facts.isRunning }), sites: [] }
    }
    const prospectIds = [...new Set(input.prospectIds)]
    const facts = await store.read('quote.sites', { brandId, prospectIds })
    const known = new Map(facts.map((site) => [site.id, site]))
    const wanted = prospectIds.map((id) => toSite(known, id))
    return { priced: priceSites(wanted), sites: wanted }
  }

  return {
    totalsOf,
    /** Throws not-found for an unknown brand. */
    of: async (input: QuoteInput): Promise<Quoted> => {
      const { brandId } = input
      const [{ priced: price, sites: wanted }, [total]] = await Promise.all([priced(input), totalsOf([brandId])])
      const { spentThisMonth = 0, underWay = 0, monthlyBudget = null } = total ?? {}
      const isCounted = underWay > 0 && monthlyBudget !== null
      const explanation = isCounted
        ? `${price.explanation} Up to ${underWay} credits of running actions also count towards the budget.`
        : price.explanation
      const passesBudget =
        monthlyBudget !== null && price.credits > 0 && spentThisMonth + underWay + price.credits > monthlyBudget
      return {
        quote: { brandId, ...price, explanation, spentThisMonth, monthlyBudget, underWay, passesBudget },
        sites: wanted,
      }
    },
  }
}
export type Quotes = ReturnType<typeof createQuotes>
