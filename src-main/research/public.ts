// What other rooms may use of the research room's SQL.

import { readOf, writeOf } from '../store/ask.ts'
import { rowsOfBrand } from '../store/tables.ts'

export { auditEvents } from './queries/audit-events.ts'
export type { AuditDue } from './queries/audit-sites.ts'
export { AUDIT_VIEWS } from './queries/views.ts'

export const beginAudit = writeOf('audits.begin')
export const endAudit = writeOf('audits.end')
export const saveAuditReply = writeOf('audits.saveReply')
export const readAuditsDue = readOf('audits.due')
export const readScoredAudits = readOf('audits.scored')
export const readAuditSites = readOf('auditSites.list')

/** SQL: what a removal of a brand deletes. */
export const AUDIT_ROWS = rowsOfBrand('audit')
export const BASKET_ROWS = rowsOfBrand('basket_keyword')
