// What other rooms may use of the research room's SQL.
export type { AuditDue } from './queries/audit-sites.ts'
