// What other rooms may use of the credits' SQL.
import { readOf, writeOf } from '../store/ask.ts'

export type { UsedBudget } from './queries/budgets-used.ts'
export {
  type JudgedSite,
  type Listing,
  searchedSince,
  sitesByContacts,
  sitesByProspects,
} from './queries/credit-sites.ts'
export { type LedgerWatch, watchLedger } from './queries/ledger-watch.ts'
export type { ProspectFacts } from './queries/quote-facts.ts'
export { linksAlready } from './rules/find-people-skips.ts'

export const readBudgetsUsed = readOf('credits.budgetsUsed')
export const readCreditsSpent = readOf('credits.spent')
export const saveCreditSites = writeOf('credits.saveSites')
