// What other rooms may use of the credits' SQL.
export type { UsedBudget } from './queries/budgets-used.ts'
export { judgeEndedSites, noteEndedSites } from './queries/credit-sites.ts'
