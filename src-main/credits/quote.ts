// The highest price of a paid action. The cache only says what need not be sent: what is sent has its full price, because what
// the cache says of it may be over at the service. What the service really charges is in the ledger.
import type { CreditQuote } from '../../src-shared/desk/outreach.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import { type Clock, toInstant } from '../base/clock.ts'
import type { Store } from '../store/store.ts'
import type { DiscoverFacts, SiteFacts } from './queries/quote-facts.ts'

export type QuoteInput =
  | { readonly action: 'discover'; readonly brandId: string }
  | {
      readonly action: 'findPeople'
      readonly brandId: string
      readonly prospectIds: readonly string[]
      /** Also sends the sites that the service will probably skip. */
      readonly searchAnyway?: boolean | undefined
    }

/** A site as cached before the action. Without a price it is not sent. */
export type Site = SiteFacts & { readonly price: number }
/** `sites` in the order of the input, without repeats; none for a discovery. */
export type Quoted = { readonly quote: CreditQuote; readonly sites: readonly Site[] }

type Priced = Pick<CreditQuote, 'credits' | 'refundable' | 'explanation' | 'skipped' | 'isNeeded'>

const FREE_FIRST =
  'The first automatic discovery of a brand is free. The service starts it when someone first opens the list of prospects, so sync the prospects before you pay for one.'

const priceDiscover = ({ isRunning, isFirst }: DiscoverFacts): Priced => {
  if (isRunning) {
    const explanation = `Discovery is already running: a second request is not charged. If it has ended, one costs ${LIMITS.discoverCredits} credits.`
    return { credits: LIMITS.discoverCredits, refundable: 0, explanation, skipped: [], isNeeded: false }
  }
  const explanation = `One discovery of new sites costs ${LIMITS.discoverCredits} credits.${isFirst ? ` ${FREE_FIRST}` : ''}`
  return { credits: LIMITS.discoverCredits, refundable: 0, explanation, skipped: [], isNeeded: true }
}

const sites = (count: number): string => `${count} ${count === 1 ? 'site' : 'sites'}`

const priceSites = (wanted: readonly Site[]): Priced => {
  const skipped = wanted.flatMap(({ id, skip, price }) => (skip === null || price > 0 ? [] : [{ id, reason: skip }]))
  const searched = wanted.length - skipped.length
  const credits = wanted.reduce((sum, { price }) => sum + price, 0)
  const rest =
    skipped.length === 0 ? '' : ` ${sites(skipped.length)} not searched: the service would probably skip them.`
  const explanation = `Up to ${LIMITS.findPeopleCreditsPerSite} credits × ${sites(searched)}; sites with nobody new are refunded.${rest}`
  return { credits, refundable: credits, explanation, skipped, isNeeded: searched > 0 }
}

const UNKNOWN_SITE = { domain: null, contacts: 0, isFinding: false, refunded: 0, skip: null }

const monthStartMs = (nowMs: number): number => Date.parse(`${toInstant(nowMs).slice(0, 7)}-01T00:00:00Z`)

const toSite = (facts: SiteFacts, searchAnyway: boolean): Site => ({
  ...facts,
  price: facts.skip === null || searchAnyway ? LIMITS.findPeopleCreditsPerSite : 0,
})

export const createQuotes = ({ store, clock }: { readonly store: Pick<Store, 'read'>; readonly clock: Clock }) => {
  const totalsOf = (brandIds: readonly string[]) =>
    store.read('credits.totals', { brandIds, monthStartMs: monthStartMs(clock.now()) })

  const priced = async (input: QuoteInput): Promise<{ priced: Priced; sites: readonly Site[] }> => {
    const { brandId } = input
    if (input.action === 'discover') {
      return { priced: priceDiscover(await store.read('quote.discover', { brandId })), sites: [] }
    }
    const prospectIds = [...new Set(input.prospectIds)]
    const facts = await store.read('quote.sites', { brandId, prospectIds })
    const known = new Map(facts.map((site) => [site.id, site]))
    const wanted = prospectIds.map((id) =>
      toSite(known.get(id) ?? { id, ...UNKNOWN_SITE }, input.searchAnyway === true),
    )
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
