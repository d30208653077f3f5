import { listBrands } from '../brands/queries/brands.ts'
import { countBrandRows, listExportBrands } from '../brands/queries/export-files.ts'
import { clustersSummary } from '../clusters/queries/cluster-summaries.ts'
import { clustersPage } from '../clusters/queries/clusters.ts'
import { hasOldPreviews, previewPage, readyRows } from '../composing/queries/previews.ts'
import { listTemplates } from '../composing/queries/templates.ts'
import { listApplies } from '../connectors/queries/connector-applies.ts'
import { listPresets } from '../connectors/queries/connector-plans.ts'
import { getVersion, listCatalogs, listVersions, ownPermissions } from '../connectors/queries/connector-versions.ts'
import { creditTotals, ledgerPage } from '../credits/queries/credits.ts'
import { discoverFacts, siteFacts } from '../credits/queries/quote-facts.ts'
import { getIntent, listIntents } from '../journal/queries/intent-list.ts'
import { doubtfulIntents, intentItems, intentToSend, openIntents } from '../journal/queries/intents-open.ts'
import { journalPressure } from '../pitches/queries/journal-contact-history.ts'
import { listMailboxes } from '../pitches/queries/mailboxes.ts'
import { outboxPage } from '../pitches/queries/outbox.ts'
import { outboxPressure } from '../pitches/queries/outbox-contact-history.ts'
import { conversations, lastOutboxBatch, outboxOfContacts } from '../pitches/queries/outbox-rows.ts'
import { pitchBefore } from '../pitches/queries/pitch-bodies.ts'
import { pitchesHere } from '../pitches/queries/pitches-here.ts'
import { otherPitches } from '../pitches/queries/pitches-of-contacts.ts'
import { contactAddresses } from '../prospects/queries/contact-addresses.ts'
import { contactsByEmails, contactsById, contactsPage } from '../prospects/queries/contacts.ts'
import { outreachWatch } from '../prospects/queries/outreach-watch.ts'
import { prospectsPage } from '../prospects/queries/prospects.ts'
import { searchedElsewhere } from '../prospects/queries/searched-sites.ts'
import {
  articleCalendar,
  articleSlugs,
  articlesOut,
  deliveredSlugs,
  liveArticles,
} from '../publishing/queries/article-list.ts'
import { brandPages, somePages } from '../rankings/queries/brand-pages.ts'
import { standingOf } from '../rankings/queries/keyword-status.ts'
import { listTracked } from '../rankings/queries/tracked-keywords.ts'
import { rankReads } from '../rankings/tables.ts'
import { dueAuditSites, listAuditScores, listAuditSites } from '../research/queries/audit-sites.ts'
import { auditsPage } from '../research/queries/audits.ts'
import { findInBasket, listBasket } from '../research/queries/basket.ts'
import { loadLimiterWindows } from '../service-client/queries/limiter-windows.ts'
import { getSetting } from '../settings/queries/settings.ts'
import { findSuppressions, suppressionsPage } from '../suppressions/queries/suppressions.ts'
import { listVisibility, teamIdOfBrand } from '../visibility/queries/ai-visibility.ts'
import {
  deliveriesPage,
  getDelivery,
  hasOlderDeliveries,
  lastDeliveries,
  unappliedDeliveries,
} from '../webhooks/queries/deliveries.ts'
import { listForwards, waitingForwards } from '../webhooks/queries/delivery-forwards.ts'
import { listRefusals, listWebhookCounts } from '../webhooks/queries/webhook-refusals.ts'
import { listSecretHashes } from '../webhooks/queries/webhook-secrets.ts'
import { listBackupFacts } from './backup-list.ts'
import type { ReadQuery } from './db.ts'
import { listFreshness } from './freshness.ts'
import { newestRow } from './newest-row.ts'
import { sqliteVersion } from './versions.ts'

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
