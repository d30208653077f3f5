import { byBrandId, type RoomTables } from '../store/tables.ts'
import type { ColumnRule } from '../store/team/column-rule.ts'
import { auditReply, saveAuditReply } from './queries/audit-replies.ts'
import {
  auditsDue,
  dueAuditSites,
  listAuditScores,
  listAuditSites,
  markReminded,
  saveAuditSite,
} from './queries/audit-sites.ts'
import { auditsPage, beginAudit, endAudit, openAudits, scoredAudits, settleAudits } from './queries/audits.ts'
import { findInBasket, listBasket, removeFromBasket, saveBasket } from './queries/basket.ts'
import { researchSchema } from './queries/schema.ts'

const errorRule: ColumnRule = {
  json: 'object',
  schema: async () => (await import('../../src-shared/desk/error-schemas.ts')).DeskErrorValueSchema,
}

export const researchTables = {
  reads: {
    'auditSites.due': dueAuditSites,
    'auditSites.list': listAuditSites,
    'audits.due': auditsDue,
    'audits.page': auditsPage,
    'audits.reply': auditReply,
    'audits.scored': scoredAudits,
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
      'audits.saveReply': saveAuditReply,
      'audits.settle': settleAudits,
      'basket.remove': removeFromBasket,
      'basket.save': saveBasket,
    },
    cache: {},
  },
  brandRows: {
    core: [byBrandId('basket_keyword'), byBrandId('audit'), byBrandId('audit_reply'), byBrandId('audit_site')],
    cache: [],
  },
  team: {
    running: openAudits,
    waits: { 'audits.begin': 'An audit', 'auditSites.save': 'This site' },
    tables: {
      basket_keyword: {
        place: 12,
        key: ['brand_id', 'folded'],
        brand: 'brand_id',
        merge: 'last-wins',
        columns: { state: ['keep', 'drop'] },
        datasets: ['basket'],
      },
      audit: {
        place: 23,
        key: ['no'],
        brand: 'brand_id',
        columns: { state: ['running', 'done', 'failed', 'unknown'], error: errorRule },
        datasets: ['audits'],
      },
      audit_reply: { place: 24, key: ['audit_no'], brand: 'brand_id', columns: { reply: 'any' }, datasets: ['audits'] },
      audit_site: { place: 25, key: ['brand_id'], brand: 'brand_id', datasets: ['auditSites'] },
    },
  },
  schema: researchSchema,
} satisfies RoomTables
