import type { ReadQuery } from '../db.ts'
import { articleCalendar, articleSlugs, articlesOut, deliveredSlugs, liveArticles } from './article-list.ts'
import { brandPages, somePages } from './brand-pages.ts'
import { listBrands } from './brands.ts'
import { clustersSummary } from './cluster-summaries.ts'
import { clustersPage } from './clusters.ts'
import { contactsByEmails, contactsById, contactsPage } from './contacts.ts'
import { deliveriesPage, getDelivery, lastDeliveries, unappliedDeliveries } from './deliveries.ts'
import { listForwards, waitingForwards } from './delivery-forwards.ts'
import { listFreshness } from './freshness.ts'
import { getIntent, listIntents } from './intent-list.ts'
import { intentToSend, openIntents } from './intents.ts'
import { loadLimiterWindows } from './limiter-windows.ts'
import { previewPage, readyRows } from './previews.ts'
import { prospectsPage } from './prospects.ts'
import { rankReads } from './rank-registry.ts'
import { getSetting } from './settings.ts'
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
  'brands.list': listBrands,
  'brands.pages': brandPages,
  'brands.somePages': somePages,
  'clusters.page': clustersPage,
  'clusters.summary': clustersSummary,
  'contacts.byEmails': contactsByEmails,
  'contacts.byIds': contactsById,
  'contacts.page': contactsPage,
  'core.sqliteVersion': sqliteVersion,
  'deliveries.forwards': listForwards,
  'deliveries.get': getDelivery,
  'deliveries.last': lastDeliveries,
  'deliveries.page': deliveriesPage,
  'deliveries.unapplied': unappliedDeliveries,
  'deliveries.waitingForwards': waitingForwards,
  'freshness.list': listFreshness,
  'intents.get': getIntent,
  'intents.list': listIntents,
  'intents.open': openIntents,
  'intents.toSend': intentToSend,
  'limiter.load': loadLimiterWindows,
  'previews.page': previewPage,
  'previews.ready': readyRows,
  'prospects.page': prospectsPage,
  ...rankReads,
  'settings.get': getSetting,
  'templates.list': listTemplates,
  'tracked.list': listTracked,
  'webhooks.counts': listWebhookCounts,
  'webhooks.refusals': listRefusals,
  'webhooks.secrets': listSecretHashes,
} satisfies Record<string, ReadQuery>
