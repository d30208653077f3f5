import type { WriteQuery } from '../db.ts'
import { ingestInterval, ingestModels, saveInterval, saveModels } from './ai-visibility.ts'
import { settleArticle } from './article-settle.ts'
import { markReminded, saveAuditSite } from './audit-sites.ts'
import { beginAudit, endAudit, settleAudits } from './audits.ts'
import { backupBeforeDeletion, backupCore } from './backup.ts'
import { removeFromBasket, saveBasket } from './basket.ts'
import { deleteBrand } from './brand-removal.ts'
import { insertBrand, updateBrand } from './brands.ts'
import { foldCore } from './checkpoint.ts'
import { ingestClusters } from './clusters.ts'
import { beginApply, cutOffApplies, endApply, endApplyOf, noteSending } from './connector-applies.ts'
import { ingestCatalog, markSeen, saveCatalog, saveOrganizations } from './connector-catalogs.ts'
import { removePreset, savePlan, savePreset } from './connector-plans.ts'
import { ingestContacts } from './contacts.ts'
import { setBudgets } from './credits.ts'
import { applyDeliveries, insertDeliveries, pruneDeliveries } from './deliveries.ts'
import { saveForward } from './delivery-forwards.ts'
import { saveExportBrands } from './export-files.ts'
import { saveFreshness } from './freshness.ts'
import { applyIntent, applyIntentAll, insertIntents, sendAgain } from './intents.ts'
import { saveLimiterWindow } from './limiter-windows.ts'
import { ingestMailboxes } from './mailboxes.ts'
import { ingestOutbox } from './outbox-rows.ts'
import { savePace } from './outreach-pace.ts'
import { addPreviewRows, beginPreview, completePreview, prunePreview, removePreview } from './previews.ts'
import { saveMarks } from './prospect-marks.ts'
import { ingestProspects } from './prospects.ts'
import { rankWrites } from './rank-registry.ts'
import { setSetting } from './settings.ts'
import { addSuppressions, removeSuppressions } from './suppressions.ts'
import { pruneSentDrafts, removeTemplate, saveTemplate } from './templates.ts'
import { ingestTracked } from './tracked-keywords.ts'
import { saveRefusals } from './webhook-refusals.ts'
import { saveSecretHashes } from './webhook-secrets.ts'

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
