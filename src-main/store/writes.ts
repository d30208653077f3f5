import { insertBrand, updateBrand } from '../brands/queries/brands.ts'
import { saveExportBrands } from '../brands/queries/export-files.ts'
import { ingestClusters } from '../clusters/queries/clusters.ts'
import {
  addPreviewRows,
  beginPreview,
  completePreview,
  prunePreview,
  removePreview,
} from '../composing/queries/previews.ts'
import { pruneSentDrafts, removeTemplate, saveTemplate } from '../composing/queries/templates.ts'
import {
  beginApply,
  cutOffApplies,
  endApply,
  endApplyOf,
  noteSending,
} from '../connectors/queries/connector-applies.ts'
import { ingestCatalog, markSeen, saveCatalog, saveOrganizations } from '../connectors/queries/connector-catalogs.ts'
import { removePreset, savePlan, savePreset } from '../connectors/queries/connector-plans.ts'
import { setBudgets } from '../credits/queries/credits.ts'
import { applyIntent, applyIntentAll, insertIntents, sendAgain } from '../journal/queries/intents.ts'
import { ingestMailboxes } from '../pitches/queries/mailboxes.ts'
import { ingestOutbox } from '../pitches/queries/outbox-rows.ts'
import { savePace } from '../pitches/queries/outreach-pace.ts'
import { ingestContacts } from '../prospects/queries/contacts.ts'
import { saveMarks } from '../prospects/queries/prospect-marks.ts'
import { ingestProspects } from '../prospects/queries/prospects.ts'
import { settleArticle } from '../publishing/queries/article-settle.ts'
import { ingestTracked } from '../rankings/queries/tracked-keywords.ts'
import { rankWrites } from '../rankings/tables.ts'
import { markReminded, saveAuditSite } from '../research/queries/audit-sites.ts'
import { beginAudit, endAudit, settleAudits } from '../research/queries/audits.ts'
import { removeFromBasket, saveBasket } from '../research/queries/basket.ts'
import { saveLimiterWindow } from '../service-client/queries/limiter-windows.ts'
import { setSetting } from '../settings/queries/settings.ts'
import { addSuppressions, removeSuppressions } from '../suppressions/queries/suppressions.ts'
import { ingestInterval, ingestModels, saveInterval, saveModels } from '../visibility/queries/ai-visibility.ts'
import { applyDeliveries, insertDeliveries, pruneDeliveries } from '../webhooks/queries/deliveries.ts'
import { saveForward } from '../webhooks/queries/delivery-forwards.ts'
import { saveRefusals } from '../webhooks/queries/webhook-refusals.ts'
import { saveSecretHashes } from '../webhooks/queries/webhook-secrets.ts'
import { backupBeforeDeletion, backupCore } from './backup.ts'
import { deleteBrand } from './brand-removal.ts'
import { foldCore } from './checkpoint.ts'
import type { WriteQuery } from './db.ts'
import { saveFreshness } from './freshness.ts'

/** What the writer does, by name; the transaction is the query's own. */
export const writes = {
  'articles.settle': settleArticle,
  'audits.begin': beginAudit,
  'audits.end': endAudit,
  'audits.settle': settleAudits,
  'auditSites.reminded': markReminded,
  'auditSites.save': saveAuditSite,
  'basket.remove': removeFromBasket,
  'basket.save': saveBasket,
  'brands.delete': deleteBrand,
  'brands.insert': insertBrand,
  'brands.update': updateBrand,
  'clusters.ingest': ingestClusters,
  'connectors.beginApply': beginApply,
  'connectors.cutOff': cutOffApplies,
  'connectors.endApply': endApply,
  'connectors.endApplyOf': endApplyOf,
  'connectors.ingest': ingestCatalog,
  'connectors.noteSending': noteSending,
  'connectors.removePreset': removePreset,
  'connectors.save': saveCatalog,
  'connectors.saveOrganizations': saveOrganizations,
  'connectors.savePlan': savePlan,
  'connectors.savePreset': savePreset,
  'connectors.seen': markSeen,
  'contacts.ingest': ingestContacts,
  'core.backup': backupCore,
  'core.backupBeforeDeletion': backupBeforeDeletion,
  'core.fold': foldCore,
  'deliveries.apply': applyDeliveries,
  'deliveries.insert': insertDeliveries,
  'deliveries.prune': pruneDeliveries,
  'deliveries.saveForward': saveForward,
  'exports.save': saveExportBrands,
  'freshness.save': saveFreshness,
  'intents.again': sendAgain,
  'intents.apply': applyIntent,
  'intents.applyAll': applyIntentAll,
  'intents.insert': insertIntents,
  'limiter.save': saveLimiterWindow,
  'mailboxes.ingest': ingestMailboxes,
  'outbox.ingest': ingestOutbox,
  'outreach.savePace': savePace,
  'previews.add': addPreviewRows,
  'previews.begin': beginPreview,
  'previews.complete': completePreview,
  'previews.prune': prunePreview,
  'previews.remove': removePreview,
  'prospects.ingest': ingestProspects,
  'credits.setBudgets': setBudgets,
  'prospects.mark': saveMarks,
  'suppressions.add': addSuppressions,
  'suppressions.remove': removeSuppressions,
  ...rankWrites,
  'settings.set': setSetting,
  'templates.pruneSent': pruneSentDrafts,
  'templates.remove': removeTemplate,
  'templates.save': saveTemplate,
  'tracked.ingest': ingestTracked,
  'visibility.ingestInterval': ingestInterval,
  'visibility.ingestModels': ingestModels,
  'visibility.saveInterval': saveInterval,
  'visibility.saveModels': saveModels,
  'webhooks.saveRefusals': saveRefusals,
  'webhooks.saveSecret': saveSecretHashes,
} satisfies Record<string, WriteQuery>
