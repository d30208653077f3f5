// What other rooms may use of the credits' SQL.
export type { UsedBudget } from './queries/budgets-used.ts'
export { type JudgedSite, sitesByContacts, sitesByProspects } from './queries/credit-sites.ts'
