import { byBrandId, type RoomTables } from '../store/tables.ts'
import { creditTotals, ledgerPage, setBudgets } from './queries/credits.ts'
import { discoverFacts, siteFacts } from './queries/quote-facts.ts'

export const creditsTables = {
  reads: {
    'credits.page': ledgerPage,
    'credits.totals': creditTotals,
    'quote.discover': discoverFacts,
    'quote.sites': siteFacts,
  },
  writes: {
    core: {
      'credits.setBudgets': setBudgets,
    },
    cache: {},
  },
  brandRows: { core: [byBrandId('credit_site'), byBrandId('credit'), byBrandId('credit_budget')], cache: [] },
} satisfies RoomTables
