// Paid acts as the shells ask for them: the price is checked against what the person was shown and against the brand's
// budget, then the intent is written. One after the other, so that no two of them count on the same credits.
import type { CallOutput, Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { CreditQuote } from '../../src-shared/desk/outreach.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Clock } from '../clock.ts'
import type { IntentRequest, Journal } from '../journal/journal.ts'
import { createChecks } from '../publishing/checks.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { Store } from '../store/store.ts'
import { isDiscovering } from './prospect-listing.ts'
import type { Quoted, QuoteInput, Quotes, Site } from './quote.ts'

export type DiscoverDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly client: Pick<ServiceClient, 'request'>
  readonly journal: Pick<Journal, 'submit'>
  readonly book: BrandBook
  readonly quotes: Quotes
  readonly baseUrl: () => string
  readonly isDemoRunning: () => boolean
}

type Priced = Pick<ParsedInput<'outreach.discover'>, 'acceptCredits' | 'accept' | 'holdSeconds'>
type Terms = CallOutput<'outreach.searchTerms'>
type PaidCalls = 'outreach.quote' | 'outreach.discover' | 'outreach.findPeople' | 'outreach.searchTerms'

const TERMS_KEPT_MS = 86_400_000

/** Throws `conflict`: dearer than the person was shown. */
const assertPrice = (quote: CreditQuote, name: string, acceptCredits: number | undefined): void => {
  if (acceptCredits === undefined || quote.credits <= acceptCredits) return
  const message = `price: ${quote.credits} credits`
  throw new DeskError(
    'conflict',
    `${name}: it now costs up to ${quote.credits} credits, not ${acceptCredits}. Nothing was sent. Look at the price again.`,
    { brandId: quote.brandId, issues: [{ path: 'acceptCredits', message }] },
  )
}

/** Throws `conflict`: past the brand's budget, and that was not accepted. */
const assertBudget = (quote: CreditQuote, name: string, accept: readonly string[]): void => {
  if (!quote.passesBudget || accept.includes('budget')) return
  const { brandId, credits, spentThisMonth, monthlyBudget } = quote
  const what = `${credits} credits on top of ${spentThisMonth} this month would pass the budget of ${monthlyBudget}`
  throw new DeskError('conflict', `${name}: ${what}. Nothing was sent. Accept it to go on, or raise the budget.`, {
    brandId,
    issues: [{ path: 'accept', message: `budget: ${what}` }],
  })
}

const toItem = ({ id, domain, contacts, isFinding, skip, price }: Site): IntentRequest['items'][number] => ({
  subject: id,
  payload: { domain, contacts, wasFinding: isFinding, skip, price },
})

export const createDiscoverHandlers = (deps: DiscoverDeps): Pick<Handlers, PaidCalls> => {
  const { store, clock, client, journal, book, quotes } = deps
  const { assertUsable } = createChecks({ ...deps, store })
  const terms = new Map<string, { readonly atMs: number; readonly value: Terms }>()
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** The cache may still say "running" of a discovery that has ended: before "free" is believed, the service is asked. */
  const surely = async (input: QuoteInput): Promise<Quoted> => {
    const quoted = await quotes.of(input)
    if (input.act !== 'discover' || quoted.quote.credits > 0) return quoted
    return quotes.of({ ...input, isRunning: await isDiscovering(client, { brandId: input.brandId }) })
  }

  const submit = (
    input: QuoteInput & Priced,
    details: IntentRequest['details'],
  ): Promise<CallOutput<'outreach.discover'>> =>
    inTurn(async () => {
      const { act, brandId, acceptCredits, accept, holdSeconds } = input
      assertUsable({ brandId, slugs: [], brandField: 'brandId', slugField: () => 'brandId' })
      const { quote, sites } = await surely(input)
      const { name } = book.get(brandId)
      assertPrice(quote, name, acceptCredits)
      assertBudget(quote, name, accept)
      const items =
        act === 'discover' ? [{ subject: 'discovery', payload: { price: quote.credits } }] : sites.map(toItem)
      const intentIds = await journal.submit([{ kind: act, brandId, details, holdSeconds, items }])
      return { intentId: intentIds[0] ?? '', intentIds }
    })

  return {
    'outreach.quote': async (input) => (await quotes.of(input)).quote,
    'outreach.discover': (input) => submit({ act: 'discover', ...input }, {}),
    'outreach.findPeople': ({ terms: wanted, ...input }) =>
      submit({ act: 'findPeople', ...input }, wanted === undefined ? {} : { terms: wanted }),
    'outreach.searchTerms': async ({ brandId }) => {
      book.get(brandId)
      const known = terms.get(brandId)
      if (known !== undefined && Math.abs(clock.now() - known.atMs) < TERMS_KEPT_MS) return known.value
      const { suggested, defaults } = await client.request('outreach.peopleSearchTerms', { query: {} }, { brandId })
      terms.set(brandId, { atMs: clock.now(), value: { suggested, defaults } })
      return { suggested, defaults }
    },
  }
}
