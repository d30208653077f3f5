// The rows of core.db and inbox.db in a large folder. `i` counts the rows of a table, `brand` is the row's brand: nineteen of
// twenty rows are of four heavy brands. Items of one number belong together over all tables.
import type { FolderSize } from './size.ts'

const DAY_MS = 86_400_000
/** Of the last 30 days, the newest last. */
const RECENT = `(@now - ${30 * DAY_MS} + i * ${30 * DAY_MS} / @count)`
const YEAR = `(@now - ${390 * DAY_MS} + i * (${390 * DAY_MS} / @count))`
const DAY = `(${YEAR} / ${DAY_MS})`
const TEXT = "'We read your guide with care and think that a note on what we measured would serve your readers ' || i"

type Rows = { readonly table: string; readonly count: number; readonly columns: Readonly<Record<string, string>> }

const journal = ({ intents, articles, contacts }: FolderSize): Rows[] => {
  const kind =
    "CASE i % 5 WHEN 0 THEN 'publish' WHEN 1 THEN 'unpublish' WHEN 2 THEN 'findPeople' WHEN 3 THEN 'schedule' ELSE 'queue' END"
  const state =
    "CASE WHEN i % 1000 = 0 THEN 'held' WHEN i % 1000 = 1 THEN 'unknown' WHEN i % 100 = 2 THEN 'partly_done' ELSE 'confirmed' END"
  const items = intents * 5
  const isBig = intents * 4
  // The last fifth of the items is of one intent: the longest that a person queued.
  const ofIntent = `1 + CASE WHEN i < ${isBig} THEN i % ${intents} ELSE ${intents - 1} END`
  return [
    {
      table: 'intent',
      count: intents,
      columns: {
        ...{ no: 'i + 1', id: "'intent' || i", brand_id: 'brand', kind, state, created_at_ms: YEAR, is_paused: '0' },
        release_at_ms: `CASE WHEN i % 1000 = 0 THEN @now + ${DAY_MS} END`,
        sent_at_ms: `CASE WHEN i % 1000 > 0 THEN ${YEAR} END`,
        ended_at_ms: `CASE WHEN i % 1000 > 1 THEN ${YEAR} + 60000 END`,
        details: `json_object('provider', 'webhook', 'moveId', 'move' || i)`,
        ...{ confirmed: '4', unknown: 'i % 1000 = 1', skipped: '(i % 100 = 2) * 2' },
      },
    },
    {
      table: 'intent_item',
      count: items,
      columns: {
        ...{ intent_no: ofIntent, item: `CASE WHEN i < ${isBig} THEN i / ${intents} ELSE i - ${isBig} + 4 END` },
        ...{ call_no: '0', subject: `'article-' || (i % ${articles})` },
        state:
          "CASE WHEN i % 1000 = 0 THEN 'waiting' WHEN i % 1000 = 1 THEN 'unknown' WHEN i % 100 = 2 THEN 'skipped' ELSE 'confirmed' END",
        ...{
          result: "json_object('conversationId', 'conversation' || i)",
          contact_id: `'contact' || (i % ${contacts})`,
        },
      },
    },
    {
      table: 'intent_call',
      count: intents,
      columns: {
        ...{ intent_no: 'i + 1', call_no: '0', first_item: '0' },
        payloads: `json_array(json_object('subject', 'An idea', 'body', ${TEXT}))`,
      },
    },
    { table: 'intent_act', count: intents, columns: { intent_no: 'i + 1', at_ms: YEAR, act: "'release'" } },
  ]
}

const publishing = ({ articles, deliveries, intents }: FolderSize): Rows[] => {
  const delivery = {
    ...{ no: 'i + 1', brand_id: 'brand', received_at_ms: RECENT, event: "'article.published'" },
    ...{ slug: `'article-' || (i % ${articles})`, title: "'Article ' || i" },
    status: "CASE WHEN i % 50 = 49 THEN 'rejected' ELSE 'accepted' END",
    ...{ reason: "CASE WHEN i % 50 = 49 THEN 'The time of the delivery is too old.' END", secret_used: "'current'" },
    bytes: '400',
  }
  return [
    {
      table: 'article',
      count: articles,
      columns: {
        ...{ brand_id: 'brand', slug: "'article-' || i", provider: "'webhook'", status: "'publish'", at_ms: YEAR },
        is_scheduled: 'i % 3 = 0',
        state:
          "CASE i % 20 WHEN 0 THEN 'unpublished' WHEN 1 THEN 'cancelled' WHEN 2 THEN 'scheduled' WHEN 3 THEN 'unknown' ELSE 'published' END",
        ...{ intent_no: `CASE WHEN i % 2 = 0 THEN 1 + i % ${intents} END`, item: 'i', created_at_ms: YEAR },
        confirmed_at_ms: `CASE WHEN i % 20 > 3 THEN ${YEAR} END`,
      },
    },
    {
      table: 'delivery',
      count: deliveries,
      columns: { ...delivery, search: "'article.published' || char(10) || 'article-' || i" },
    },
    {
      table: 'delivery_forward',
      count: deliveries / 10,
      columns: {
        ...{ brand_id: 'brand', delivery_no: 'i + 1', url: "'http://127.0.0.1:9/hook'", at_ms: RECENT, attempt: '1' },
        ...{ status: '200', next_try_at_ms: 'CASE WHEN i % 1000 = 0 THEN @now END' },
      },
    },
    {
      table: 'inbox.arrival',
      count: deliveries,
      columns: {
        ...delivery,
        path: "'/hooks'",
        headers: `'[["content-type","application/json"]]'`,
        body: `CAST(json_object('event', 'article.published', 'slug', 'article-' || (i % ${articles}), 'text', ${TEXT}) AS BLOB)`,
      },
    },
    {
      table: 'webhook_refusal',
      count: 1000,
      columns: { at_ms: RECENT, reason: "'unauthorized'", brand_id: 'brand', remote: "'127.0.0.1'" },
    },
  ]
}

const outreach = ({ contacts, prospects, suppressions, credits }: FolderSize): Rows[] => [
  {
    table: 'prospect_mark',
    count: prospects,
    columns: {
      ...{ brand_id: 'brand', prospect_id: "'prospect' || i", triage: "CASE WHEN i % 3 = 0 THEN 'keep' END" },
      ...{ tags: "json_array('tag ' || (i % 20))", note: TEXT },
    },
  },
  {
    table: 'suppression',
    count: suppressions,
    columns: {
      kind: "CASE WHEN i % 2 THEN 'address' ELSE 'domain' END",
      value: "CASE WHEN i % 2 THEN 'person' || i || '@site' || i || '.example' ELSE 'never' || i || '.example' END",
      ...{ reason: "'asked'", created_at_ms: YEAR },
    },
  },
  {
    table: 'credit',
    count: credits,
    columns: {
      ...{ brand_id: 'brand', act: "'findPeople'", state: "'settled'", at_ms: RECENT, price: '5', charged: '5' },
      about: "'5 sites'",
    },
  },
  {
    table: 'credit_site',
    count: credits,
    columns: {
      ...{ credit_no: 'i + 1', prospect_id: "'prospect' || i", brand_id: 'brand', contacts_before: '0', charged: '5' },
      ...{ state: "CASE i % 50 WHEN 0 THEN 'searching' WHEN 1 THEN 'nobody' ELSE 'found' END", since_ms: RECENT },
    },
  },
  {
    table: 'template',
    count: 500,
    columns: {
      ...{ id: "'template' || i", kind: "CASE WHEN i % 2 THEN 'draft' ELSE 'template' END", brand_id: 'brand' },
      ...{ name: "'Template ' || i", subject: "'An idea'", body: TEXT, recipients: "'[]'", updated_at_ms: YEAR },
    },
  },
  { table: 'preview', count: 4, columns: { id: "'preview' || i", created_at_ms: '@now', completed_at_ms: '@now' } },
  {
    table: 'preview_row',
    count: contacts / 5,
    columns: {
      ...{ preview_no: '1 + i % 4', brand_id: 'brand', contact_id: "'contact' || i", name: "'Person ' || i" },
      ...{ email: "'person' || i || '@site.example'", domain: "'site.example'", subject: "'An idea'", body: TEXT },
      ...{ subject_characters: '7', body_characters: '120', blockers: "'[]'", warnings: "'[]'" },
      ...{ is_blocked: 'i % 50 = 0', is_warned: 'i % 20 = 0' },
    },
  },
]

const versions = ({ versions: count, audits, keywords }: FolderSize): Rows[] => {
  const tools = '\'[["search","\' || iif(i % 3, \'allow\', \'deny\') || \'"],["write","deny"]]\''
  return [
    {
      table: 'connector_version',
      count,
      columns: {
        ...{ brand_id: 'brand', at_ms: YEAR, is_by_desk: 'i % 2', sync_enabled: '0', permissions: tools, own: "'[]'" },
      },
    },
    {
      table: 'visibility_version',
      count,
      columns: {
        ...{ brand_id: 'brand', at_ms: YEAR, is_by_desk: 'i % 2', interval_days: '7 + i % 2' },
        models: "json_array(json_array('model', 'Model', i % 2))",
      },
    },
    {
      table: 'audit',
      count: audits,
      columns: {
        ...{ brand_id: 'brand', url: "'https://site.example/' || (i % 50)", at_ms: YEAR, overall_score: 'i % 100' },
        ...{ state: "CASE WHEN i % 20 = 0 THEN 'failed' ELSE 'done' END", total_tests: '40', passed_tests: '30' },
        folded: "'https://site.example/' || (i % 50)",
      },
    },
    {
      table: 'audit_reply',
      count: audits,
      columns: { audit_no: 'i + 1', brand_id: 'brand', reply: `json_array(${TEXT})` },
    },
    {
      table: 'basket_keyword',
      count: keywords * 20,
      columns: {
        ...{ brand_id: 'brand', folded: "'keyword ' || i", keyword: "'keyword ' || i", state: "'new'", note: "''" },
        added_at_ms: YEAR,
      },
    },
    {
      table: 'keyword_mark',
      count: keywords * 20,
      columns: {
        ...{ brand_id: 'brand', keyword: "'keyword ' || i", star: 'i % 2', tags: "json_array('tag ' || (i % 20))" },
      },
    },
  ]
}

const lists = ({ alerts, notes, requests, runs }: FolderSize): Rows[] => [
  {
    table: 'annotation',
    count: notes,
    columns: {
      ...{ id: "'note' || i || ' ' || brand", note_id: "'note' || i", brand_id: 'iif(i % 100, brand, NULL)', day: DAY },
      ...{ until_day: `${DAY} + (i % 50 = 0) * 5`, keyword: "iif(i % 4, NULL, 'keyword ' || (i % 500))", text: TEXT },
      ...{ folded: `lower(${TEXT})`, created_at_ms: YEAR },
    },
  },
  {
    table: 'alert',
    count: alerts,
    columns: {
      ...{ id: "'alert' || i", rule_id: "'rule' || (i % 20)", brand_id: 'brand', kind: "'drop'", rule_name: "'Drops'" },
      ...{
        day: DAY,
        fired_at_ms: YEAR,
        state: "iif(i % 20, 'seen', 'new')",
        is_muted: '0',
        is_notified: '1',
        total: '1',
      },
      ...{
        occurrences:
          "json_array(json_object('key', 'k', 'subject', 'keyword ' || i, 'before', 3, 'after', 9, 'clicks', 5))",
      },
      search: "'drops' || char(10) || 'keyword ' || i",
    },
  },
  {
    table: 'cause_said',
    count: alerts,
    columns: {
      ...{ brand_id: 'brand', day: DAY, keyword: "'keyword ' || i", kind: "'measuring'", drop_kind: "'lost'" },
      ...{ clicks_before: '5', clicks_now: '0', data_day: DAY, said_at_ms: YEAR, is_right: 'iif(i % 3, i % 2, NULL)' },
    },
  },
  {
    table: 'forecast_said',
    count: alerts,
    columns: {
      ...{
        brand_id: 'brand',
        keyword: "iif(i < 14, '', 'keyword ' || i)",
        measure: "'clicks'",
        day: `${DAY} + i % 14`,
      },
      ...{ low: '3', high: '9', data_day: DAY, said_at_ms: YEAR, is_inside: 'iif(i % 3, i % 2, NULL)' },
    },
  },
  {
    table: 'alert_said',
    count: alerts,
    columns: {
      ...{ id: "'alert' || i", rule_id: "'rule' || (i % 20)", brand_id: 'brand', day: DAY, losses: "'[]'" },
      ...{ waits_for: `'{"condition":{"kind":"drop","lostClicks":0.5},"filter":{}}'`, data_day: DAY },
      ...{ said_at_ms: YEAR, has_lasted: 'iif(i % 3, i % 2, NULL)' },
    },
  },
  {
    table: 'alert_rule',
    count: 20,
    columns: {
      ...{
        id: "'rule' || i",
        name: "'Drops'",
        scope: "'brands'",
        condition: '\'{"kind":"drop","lostClicks":0.5}\'',
        filter: '\'{"starred":false,"tracked":false,"tags":[],"minClicksAWeek":0,"minImpressionsAWeek":0}\'',
      },
      ...{ is_on: '1', made_at_ms: YEAR },
    },
  },
  {
    table: 'assistant_request',
    count: requests,
    columns: {
      ...{ at_ms: RECENT, tool: "'rankings'", via: "'stdio'", scope: '1', is_all: '0', returned: '50', bytes: '4000' },
      ...{ took_ms: '5', is_refused: '0', folded: "'rankings'" },
    },
  },
  { table: 'assistant_scope', count: 1, columns: { no: '1', brand_ids: '\'["b1"]\'' } },
  {
    table: 'playbook',
    count: 1,
    columns: { id: "'p'", name: "'Weekly check'", description: "''", steps: "'[]'", updated_at_ms: YEAR },
  },
  {
    table: 'playbook_run',
    count: runs,
    columns: {
      ...{ playbook_id: "'p'", name: "'Weekly check'", brand_id: 'brand', state: "iif(i % 50, 'done', 'waiting')" },
      ...{ has_next: 'i % 50 = 0', started_at_ms: YEAR, steps: "'[]'", folded: "'weekly check'" },
    },
  },
  {
    table: 'report_run',
    count: runs / 4,
    columns: {
      ...{
        template_id: "'monthly'",
        period_from: "'2026-09-01'",
        period_to: "'2026-09-30'",
        folder: "'reports ' || i",
      },
      ...{ template: '\'{"id":"monthly","name":"Monthly"}\'', formats: '\'["pdf"]\'', as_zip: '0', state: "'done'" },
      started_at_ms: YEAR,
    },
  },
  {
    table: 'report_pack',
    count: runs * 5,
    columns: { run_no: `1 + i % ${runs / 4}`, brand_id: 'brand', state: "'done'", files: "'[]'" },
  },
  {
    table: 'today_choice',
    count: runs,
    columns: { item_id: "'item' || i", brand_id: 'brand', at_ms: RECENT, occurrences: "'[]'" },
  },
]

export const coreRows = (size: FolderSize): readonly Rows[] => [
  ...journal(size),
  ...publishing(size),
  ...outreach(size),
  ...versions(size),
  ...lists(size),
]
export type { Rows }
