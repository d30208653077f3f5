import type { ReadQuery } from '../db.ts'
import { listVisibility, teamIdOfBrand } from './ai-visibility.ts'
import { articleCalendar, articleSlugs, articlesOut, deliveredSlugs, liveArticles } from './article-list.ts'
import { dueAuditSites, listAuditScores, listAuditSites } from './audit-sites.ts'
import { auditsPage } from './audits.ts'
import { listBackupFacts } from './backup-list.ts'
import { findInBasket, listBasket } from './basket.ts'
import { brandPages, somePages } from './brand-pages.ts'
import { listBrands } from './brands.ts'
import { clustersSummary } from './cluster-summaries.ts'
import { clustersPage } from './clusters.ts'
import { listApplies } from './connector-applies.ts'
import { listPresets } from './connector-plans.ts'
import { getVersion, listCatalogs, listVersions, ownPermissions } from './connector-versions.ts'
import { contactAddresses } from './contact-addresses.ts'
import { contactsByEmails, contactsById, contactsPage } from './contacts.ts'
import { creditTotals, ledgerPage } from './credits.ts'
import { deliveriesPage, getDelivery, hasOlderDeliveries, lastDeliveries, unappliedDeliveries } from './deliveries.ts'
import { listForwards, waitingForwards } from './delivery-forwards.ts'
import { countBrandRows, listExportBrands } from './export-files.ts'
import { listFreshness } from './freshness.ts'
import { getIntent, listIntents } from './intent-list.ts'
import { doubtfulIntents, intentItems, intentToSend, openIntents } from './intents-open.ts'
import { loadLimiterWindows } from './limiter-windows.ts'
import { listMailboxes } from './mailboxes.ts'
import { newestRow } from './newest-row.ts'
import { outboxPage } from './outbox.ts'
import { outboxPressure } from './outbox-pressure.ts'
import { conversations, lastOutboxBatch, outboxOfContacts } from './outbox-rows.ts'
import { outreachWatch } from './outreach-watch.ts'
import { pitchBefore } from './pitch-bodies.ts'
import { journalPressure } from './pitch-pressure.ts'
import { pitchesHere } from './pitches-here.ts'
import { otherPitches } from './pitches-of-contacts.ts'
import { hasOldPreviews, previewPage, readyRows } from './previews.ts'
import { prospectsPage } from './prospects.ts'
import { discoverFacts, siteFacts } from './quote-facts.ts'
import { rankReads } from './rank-registry.ts'
import { searchedElsewhere } from './searched-sites.ts'
import { getSetting } from './settings.ts'
import { standingOf } from './standing.ts'
import { findSuppressions, suppressionsPage } from './suppressions.ts'
import { listTemplates } from './templates.ts'
import { listTracked } from './tracked-keywords.ts'
import { sqliteVersion } from './versions.ts'
import { listRefusals, listWebhookCounts } from './webhook-refusals.ts'
import { listSecretHashes } from './webhook-secrets.ts'

/** What the reader answers, by name. */
export const reads = {
  'articles.calendar': articleCalendar,
  'articles.deliveredSlugs': deliveredSlugs,
  'articles.live': liveArticles,
  'articles.out': articlesOut,
  'articles.slugs': articleSlugs,
  'audits.page': auditsPage,
  'audits.scores': listAuditScores,
  'auditSites.due': dueAuditSites,
  'auditSites.list': listAuditSites,
  'backups.list': listBackupFacts,
  'basket.find': findInBasket,
  'basket.list': listBasket,
  'brands.list': listBrands,
  'brands.pages': brandPages,
  'brands.rowCounts': countBrandRows,
  'brands.somePages': somePages,
  'brands.teamId': teamIdOfBrand,
  'clusters.page': clustersPage,
  'clusters.summary': clustersSummary,
  'contacts.addresses': contactAddresses,
  'contacts.byEmails': contactsByEmails,
  'contacts.byIds': contactsById,
  'connectors.applies': listApplies,
  'connectors.catalogs': listCatalogs,
  'connectors.own': ownPermissions,
  'connectors.presets': listPresets,
  'connectors.version': getVersion,
  'connectors.versions': listVersions,
  'contacts.page': contactsPage,
  'core.newestRow': newestRow,
  'core.sqliteVersion': sqliteVersion,
  'deliveries.forwards': listForwards,
  'deliveries.get': getDelivery,
  'deliveries.hasOlder': hasOlderDeliveries,
  'deliveries.last': lastDeliveries,
  'deliveries.page': deliveriesPage,
  'deliveries.unapplied': unappliedDeliveries,
  'deliveries.waitingForwards': waitingForwards,
  'exports.list': listExportBrands,
  'freshness.list': listFreshness,
  'intents.doubtful': doubtfulIntents,
  'intents.get': getIntent,
  'intents.items': intentItems,
  'intents.list': listIntents,
  'intents.open': openIntents,
  'intents.toSend': intentToSend,
  'limiter.load': loadLimiterWindows,
  'mailboxes.list': listMailboxes,
  'outbox.conversations': conversations,
  'outbox.lastBatch': lastOutboxBatch,
  'outbox.ofContacts': outboxOfContacts,
  'outbox.page': outboxPage,
  'outbox.pitchBefore': pitchBefore,
  'previews.hasOld': hasOldPreviews,
  'previews.page': previewPage,
  'previews.ready': readyRows,
  'prospects.page': prospectsPage,
  'credits.page': ledgerPage,
  'credits.totals': creditTotals,
  'outreach.journalPressure': journalPressure,
  'outreach.otherPitches': otherPitches,
  'outreach.pitchesHere': pitchesHere,
  'outreach.pressure': outboxPressure,
  'outreach.searchedElsewhere': searchedElsewhere,
  'outreach.watch': outreachWatch,
  'quote.discover': discoverFacts,
  'quote.sites': siteFacts,
  'suppressions.find': findSuppressions,
  'suppressions.page': suppressionsPage,
  ...rankReads,
  'settings.get': getSetting,
  'templates.list': listTemplates,
  'standing.of': standingOf,
  'tracked.list': listTracked,
  'visibility.list': listVisibility,
  'webhooks.counts': listWebhookCounts,
  'webhooks.refusals': listRefusals,
  'webhooks.secrets': listSecretHashes,
} satisfies Record<string, ReadQuery>
