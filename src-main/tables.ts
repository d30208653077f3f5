// The store is composed of the rooms here, and nowhere else.
import { alertsTables } from './alerts/tables.ts'
import { annotationsTables } from './annotations/tables.ts'
import { createBrandsTables } from './brands/tables.ts'
import { cannibalisationTables } from './cannibalisation/tables.ts'
import { causesTables } from './causes/tables.ts'
import { clustersTables } from './clusters/tables.ts'
import { NEWEST_TEMPLATE, TEMPLATE_ROWS } from './composing/public.ts'
import { takePreviewIn } from './composing/queries/previews.ts'
import { composingTables } from './composing/tables.ts'
import { NEWEST_CATALOG } from './connectors/public.ts'
import { connectorsTables } from './connectors/tables.ts'
import { trackCredits } from './credits/queries/credit-track.ts'
import { createCreditsTables } from './credits/tables.ts'
import { createImpactTables } from './impact/tables.ts'
import { createIntentWrites, INTENT_ROWS, type IntentHooks, NEWEST_INTENT } from './journal/public.ts'
import { createJournalTables } from './journal/tables.ts'
import { mcpTables } from './mcp/tables.ts'
import { opportunitiesTables } from './opportunities/tables.ts'
import { assertNewestKnown } from './pitches/queries/open-pitches.ts'
import { linkOutbox } from './pitches/queries/outbox-rows.ts'
import { pitchesTables } from './pitches/tables.ts'
import { playbooksTables } from './playbooks/tables.ts'
import { prospectFacts } from './prospects/public.ts'
import { createProspectsTables } from './prospects/tables.ts'
import { ARTICLE_ROWS } from './publishing/public.ts'
import { trackArticles } from './publishing/queries/article-track.ts'
import { createConfirmArticle } from './publishing/queries/articles.ts'
import { publishingTables } from './publishing/tables.ts'
import { queryTables } from './query/tables.ts'
import { rankingsTables } from './rankings/tables.ts'
import { reportsTables } from './reports/tables.ts'
import { AUDIT_ROWS, BASKET_ROWS } from './research/public.ts'
import { researchTables } from './research/tables.ts'
import { NEWEST_REQUEST } from './service-client/public.ts'
import { createServiceClientTables } from './service-client/tables.ts'
import { limitScope } from './settings/queries/team-settings.ts'
import { settingsTables } from './settings/tables.ts'
import { createEngineTables } from './store/engine-tables.ts'
import { composeTables, type ReadsOf, type TeamQueriesOf, type WritesOf } from './store/tables.ts'
import { suppressionsTables } from './suppressions/tables.ts'
import { syncTables } from './sync/tables.ts'
import { teamTables } from './team/tables.ts'
import { todayTables } from './today/tables.ts'
import { visibilityTables } from './visibility/tables.ts'
import { DELIVERY_ROWS, NEWEST_DELIVERY } from './webhooks/public.ts'
import { createWebhooksTables } from './webhooks/tables.ts'

/** A pitch changes nothing here: its effect is in the service's outbox. */
const nothing = () => undefined

const effects: IntentHooks['effects'] = {
  publish: trackArticles,
  schedule: trackArticles,
  unschedule: trackArticles,
  unpublish: trackArticles,
  discover: trackCredits,
  findPeople: trackCredits,
  queue: nothing,
  unqueue: nothing,
}

const intentWrites = createIntentWrites({ effects, takePreview: takePreviewIn, assertNewestKnown })

/** What a backup is said to hold. */
const COUNTED = {
  brands: 'brand',
  intents: 'intent',
  deliveries: 'delivery',
  suppressions: 'suppression',
  templates: 'template',
}

const rooms = [
  createEngineTables([NEWEST_DELIVERY, NEWEST_INTENT, NEWEST_TEMPLATE, NEWEST_CATALOG, NEWEST_REQUEST], COUNTED),
  annotationsTables,
  alertsTables,
  createJournalTables(intentWrites),
  createBrandsTables({
    intents: INTENT_ROWS,
    articles: ARTICLE_ROWS,
    deliveries: DELIVERY_ROWS,
    templates: TEMPLATE_ROWS,
    audits: AUDIT_ROWS,
    basketKeywords: BASKET_ROWS,
  }),
  cannibalisationTables,
  causesTables,
  clustersTables,
  composingTables,
  connectorsTables,
  createCreditsTables(prospectFacts),
  createImpactTables(publishingTables.reads['articles.outings']),
  mcpTables,
  opportunitiesTables,
  pitchesTables,
  playbooksTables,
  createProspectsTables(linkOutbox),
  queryTables,
  rankingsTables,
  reportsTables,
  researchTables,
  createServiceClientTables(limitScope),
  settingsTables,
  suppressionsTables,
  syncTables,
  teamTables,
  todayTables,
  visibilityTables,
  createWebhooksTables(createConfirmArticle(intentWrites)),
  // Its schema has triggers on the tables of brands and webhooks.
  publishingTables,
] as const

export const tables = composeTables(rooms)

// Gives the engine's `Store` the names and types of the rooms' queries, so that the engine imports no room.
declare module './store/store.ts' {
  interface Reads extends ReadsOf<typeof rooms> {}
  interface TeamQueries extends TeamQueriesOf<typeof rooms> {}
  interface Writes extends WritesOf<typeof rooms> {}
}
