import type { Database } from 'better-sqlite3'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import { budgetsUsed, creditsSpent } from './queries/budgets-used.ts'
import { saveSites } from './queries/credit-sites.ts'
import { creditTotals, ledgerPage, setBudgets } from './queries/credits.ts'
import { createDiscoverFacts, createSiteFacts, type ProspectFacts } from './queries/quote-facts.ts'
import { creditsSchema } from './queries/schema.ts'

export const createCreditsTables = (prospects: ProspectFacts) =>
  ({
    reads: {
      'credits.budgetsUsed': budgetsUsed,
      'credits.page': ledgerPage,
      'credits.spent': creditsSpent,
      'credits.totals': creditTotals,
      'quote.discover': createDiscoverFacts(prospects),
      'quote.sites': createSiteFacts(prospects),
    },
    writes: {
      core: {
        'credits.saveSites': saveSites,
        'credits.setBudgets': setBudgets,
      },
      cache: {},
    },
    schema: creditsSchema,
    brandRows: { core: [byBrandId('credit_site'), byBrandId('credit'), byBrandId('credit_budget')], cache: [] },
    team: {
      waits: { 'credits.setBudgets': 'A budget' },
      tables: {
        credit_budget: { place: 18, key: ['brand_id'], brand: 'brand_id', datasets: ['credits'] },
        credit: {
          place: 19,
          key: ['no'],
          brand: 'brand_id',
          columns: { act: ['discover', 'findPeople'], state: ['open', 'settled'] },
          datasets: ['credits'],
        },
        credit_site: {
          place: 20,
          key: ['credit_no', 'prospect_id'],
          brand: 'brand_id',
          columns: { state: ['searching', 'ended', 'found', 'nobody', 'refunded', 'gone'] },
          datasets: ['credits'],
        },
      },
    },
    // Their intents are unknown from then on, and so is what was charged.
    afterRestoreAlone: (core: Database, nowMs: number) =>
      void core.prepare("UPDATE credit SET state = 'settled', at_ms = ? WHERE state = 'open'").run(nowMs),
  }) satisfies RoomTables
