import type { CallOutput, Handlers } from '../../src-shared/desk/contract.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import type { Quotes } from './quote.ts'

export const createLedgerHandlers = (deps: {
  readonly store: Store
  readonly book: Pick<BrandBook, 'resolve'>
  readonly emit: Emit
  readonly quotes: Quotes
}): Pick<Handlers, 'outreach.ledger' | 'outreach.setBudget'> => {
  const { store, book, emit, quotes } = deps
  const totals = async (brandIds: readonly string[]): Promise<CallOutput<'outreach.setBudget'>['totals']> =>
    (await quotes.totalsOf(brandIds)).map(({ underWay: _, ...total }) => total)

  return {
    'outreach.ledger': async (input) => {
      const brandIds = book.resolve(input.brandIds)
      const [page, ofBrands] = await Promise.all([store.read('credits.page', input), totals(brandIds)])
      return { ...page, totals: ofBrands }
    },
    'outreach.setBudget': async ({ brandIds, monthlyBudget }) => {
      const ids = book.resolve(brandIds)
      await store.write('credits.setBudgets', { brandIds: ids, monthlyBudget })
      emit('changed', { brandIds: ids, datasets: ['credits'] })
      return { totals: await totals(ids) }
    },
  }
}
