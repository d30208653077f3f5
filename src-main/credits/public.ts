// What other rooms may use of the credits' SQL.
export { judgeEndedSites, noteEndedSites } from './queries/credit-sites.ts'
