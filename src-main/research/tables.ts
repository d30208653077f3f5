import { byBrandId, type RoomTables } from '../store/tables.ts'
import {
  auditsDue,
  dueAuditSites,
  listAuditScores,
  listAuditSites,
  markReminded,
  saveAuditSite,
} from './queries/audit-sites.ts'
import { auditsPage, beginAudit, endAudit, settleAudits } from './queries/audits.ts'
import { findInBasket, listBasket, removeFromBasket, saveBasket } from './queries/basket.ts'

export const researchTables = {
  reads: {
    'auditSites.due': dueAuditSites,
    'auditSites.list': listAuditSites,
    'audits.due': auditsDue,
    'audits.page': auditsPage,
    'audits.scores': listAuditScores,
    'basket.find': findInBasket,
    'basket.list': listBasket,
  },
  writes: {
    core: {
      'auditSites.reminded': markReminded,
      'auditSites.save': saveAuditSite,
      'audits.begin': beginAudit,
      'audits.end': endAudit,
      'audits.settle': settleAudits,
      'basket.remove': removeFromBasket,
      'basket.save': saveBasket,
    },
    cache: {},
  },
  brandRows: { core: [byBrandId('basket_keyword'), byBrandId('audit'), byBrandId('audit_site')], cache: [] },
} satisfies RoomTables
