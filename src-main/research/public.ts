// What other rooms may use of the research room's SQL.

export { auditEvents } from './queries/audit-events.ts'
export type { AuditDue } from './queries/audit-sites.ts'
