import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { CallsOf } from '../../src-shared/desk/served-by.ts'
import type { Clock } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import { createPriceGate } from './price-gate.ts'
import { createQuotes, type Quotes } from './quote.ts'

type LedgerDeps = Pick<RoomParts, 'store' | 'emit'> & {
  readonly book: Pick<BrandBook, 'resolve'>
  readonly quotes: Quotes
}
export const createCreditHandlers = ({
  store,
  book,
  emit,
  quotes,
}: LedgerDeps): Pick<Handlers, CallsOf<'credits'>> => ({
  'outreach.quote': async (input) => (await quotes.of(input)).quote,
  'outreach.ledger': async (input) => {
    const brandIds = book.resolve(input.brandIds)
    const [page, totals] = await Promise.all([store.read('credits.page', input), quotes.totalsOf(brandIds)])
    return { ...page, totals }
  },
  'outreach.setBudget': async ({ brandIds, monthlyBudget }) => {
    const ids = book.resolve(brandIds)
    await store.write('credits.setBudgets', { brandIds: ids, monthlyBudget })
    emit('changed', { brandIds: ids, datasets: ['credits'] })
    return { totals: await quotes.totalsOf(ids) }
  },
})

type CreditDeps = Omit<LedgerDeps, 'book' | 'quotes'> & {
  readonly clock: Clock
  readonly book: Pick<BrandBook, 'get' | 'resolve'>
}

/** Prices, budgets and what was spent. Paid actions pass its `gate`. */
export const createCredits = (deps: CreditDeps) => {
  const quotes = createQuotes(deps)
  return {
    handlers: createCreditHandlers({ ...deps, quotes }),
    gate: createPriceGate({ quotes, book: deps.book }),
  }
}
