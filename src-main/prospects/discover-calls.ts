// Paid actions: the price is checked against the one that was shown and against the brand's budget, then the intent is
// stored. One after the other, retries included, so that two actions do not use the same credits.

import type { CallOutput, Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DAY_MS } from '../base/clock.ts'
import { createAssertUsable } from '../brands/assert-usable.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { BUDGET_READS, type PriceGate } from '../credits/price-gate.ts'
import type { QuoteInput, Site } from '../credits/quote.ts'
import type { Journal } from '../journal/journal.ts'
import type { IntentRequest } from '../journal/new-intent.ts'
import type { RoomParts } from '../room.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { againIfStale, readPositionNow } from '../store/read-position.ts'

export type DiscoverDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly client: Pick<ServiceClient, 'request'>
  readonly journal: Pick<Journal, 'submit' | 'mutex'>
  readonly book: BrandBook
  readonly gate: PriceGate
  readonly baseUrl: () => string
  readonly isDemoRunning: () => boolean
}

type Priced = Pick<ParsedInput<'outreach.discover'>, 'acceptCredits' | 'accept' | 'holdSeconds'>
type Terms = CallOutput<'outreach.searchTerms'>
type PaidCalls = 'outreach.discover' | 'outreach.findPeople' | 'outreach.searchTerms'

const TERMS_KEPT_MS = DAY_MS

const toItem = ({ id, domain, contacts, isFinding, refunded, skip, price }: Site): IntentRequest['items'][number] => ({
  label: id,
  payload: { domain, contacts, wasFinding: isFinding, refunded, skip, price },
})

const detailsOf = ({ terms, origin }: { terms?: string[] | undefined; origin?: string | undefined }) => ({
  ...(terms === undefined ? {} : { terms }),
  ...(origin === undefined ? {} : { origin }),
})

export const createDiscoverHandlers = (deps: DiscoverDeps): Pick<Handlers, PaidCalls> => {
  const { store, clock, client, journal, book, gate } = deps
  const assertUsable = createAssertUsable(deps)
  const terms = new Map<string, { readonly atMs: number; readonly value: Terms }>()

  const submitOnce = async (
    input: QuoteInput & Priced,
    details: IntentRequest['details'],
  ): Promise<CallOutput<'outreach.discover'>> => {
    const { action, brandId, acceptCredits, accept, holdSeconds } = input
    assertUsable({ brandId, brandField: 'brandId' })
    const readPosition = readPositionNow(store, BUDGET_READS)
    const { quote, sites } = await gate.pass(input, { acceptCredits, accept })
    const items =
      action === 'discover' ? [{ label: 'discovery', payload: { price: quote.credits } }] : sites.map(toItem)
    const intentIds = await journal.submit(
      [{ kind: action, brandId, details, holdSeconds, items }],
      undefined,
      readPosition,
    )
    return { intentId: intentIds[0] ?? '', intentIds }
  }

  const submit = (
    input: QuoteInput & Priced,
    details: IntentRequest['details'],
  ): Promise<CallOutput<'outreach.discover'>> =>
    journal.mutex.runExclusive(() => againIfStale(() => submitOnce(input, details)))

  return {
    'outreach.discover': (input) => submit({ action: 'discover', ...input }, detailsOf(input)),
    'outreach.findPeople': (input) => submit({ action: 'findPeople', ...input }, detailsOf(input)),
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
