// The rows of cache.db in a large folder, as core-rows.ts counts them. `brand_no` is the row's brand.
import type { Rows } from './core-rows.ts'
import type { FolderSize } from './size.ts'

const DAY_MS = 86_400_000
const SEEN = `(@now - ${100 * DAY_MS} + i * (${100 * DAY_MS} / @count))`
const ADDRESS = "'person' || i || '@site' || (i % 5000) || '.example'"

export const cacheRows = ({
  contacts,
  prospects,
  pitches,
  clusters,
  keywords,
  articles,
}: FolderSize): readonly Rows[] => [
  {
    table: 'cache.prospect',
    count: prospects,
    columns: {
      ...{ brand_no: 'brand_no', id: "'prospect' || i", batch: '1', status: "iif(i % 3, 'new', 'contacted')" },
      ...{ domain: "'site' || i || '.example'", domain_key: "'site' || i || '.example'", title_key: "'site ' || i" },
      ...{ contacts: '2', search: "'site' || i || '.example'", site_key: "'site' || i || '.example'" },
      raw: "json_object('id', 'prospect' || i, 'status', 'new', 'domain', 'site' || i || '.example', 'title', 'Site ' || i, 'rating', i % 100, 'about', 'A magazine about gardens and what grows in them')",
    },
  },
  {
    table: 'cache.contact',
    count: contacts,
    columns: {
      ...{ brand_no: 'brand_no', id: "'contact' || i", batch: '1', prospect_id: `'prospect' || (i % ${prospects})` },
      ...{
        name_key: "'person ' || i",
        role_key: "'editor'",
        email_key: ADDRESS,
        domain: `'site' || (i % ${prospects}) || '.example'`,
      },
      ...{
        domain_key: `'site' || (i % ${prospects}) || '.example'`,
        search: `'person ' || i || char(10) || ${ADDRESS}`,
      },
      raw: `json_object('id', 'contact' || i, 'prospectId', 'prospect' || (i % ${prospects}), 'name', 'Person ' || i, 'role', 'Editor', 'email', ${ADDRESS})`,
    },
  },
  {
    table: 'cache.outbox',
    count: pitches,
    columns: {
      ...{ brand_no: 'brand_no', id: "'conversation' || i", batch: '1', contact_id: `'contact' || (i % ${contacts})` },
      ...{
        subject: "'An idea ' || i",
        subject_key: "'an idea ' || i",
        status: "CASE i % 10 WHEN 0 THEN 'queued' WHEN 1 THEN 'replied' WHEN 2 THEN 'bounced' ELSE 'sent' END",
      },
      ...{ is_waiting: 'i % 10 = 0', mailbox: "'m' || (i % 5)", mailbox_email: "'m' || (i % 5) || '@brand.example'" },
      ...{ scheduled_at_ms: SEEN, sent_at_ms: `iif(i % 10, ${SEEN}, NULL)`, contact_key: "'person ' || i" },
      replied_at_ms: `iif(i % 10 = 1, ${SEEN} + 3600000, NULL)`,
      raw: `json_object('conversationId', 'conversation' || i, 'prospectEmailId', 'contact' || (i % ${contacts}), 'subject', 'An idea', 'status', 'sent')`,
    },
  },
  {
    table: 'cache.ai_visibility_day',
    count: clusters,
    columns: { brand_no: 'brand_no', day: '20000 + i', value: 'i % 100' },
  },
  {
    table: 'cache.cluster',
    count: clusters,
    columns: {
      ...{
        brand_no: 'brand_no',
        id: "'cluster' || i",
        batch: '1',
        name_key: "'cluster ' || i",
        created_at: "'2026-01-01'",
      },
      ...{ keyword_count: '20', prompt_count: '5', tracked_prompt_count: '2', tracked_keyword_count: '9' },
      ...{ topical_authority_score: 'i % 100', trend: "'up'", search: "'cluster ' || i" },
      raw: "json_object('id', 'cluster' || i, 'name', 'Cluster ' || i, 'createdAt', '2026-01-01', 'coverage', json('{}'), 'leaders', json('[]'))",
    },
  },
  {
    table: 'cache.impact',
    count: articles,
    columns: {
      ...{ brand_no: 'brand_no', slug: "'article-' || i", title: "'Article ' || i", folded: "'article ' || i" },
      ...{
        day: `(@now / ${DAY_MS} - i % 390)`,
        is_new_page: '0',
        verdict: "iif(i % 3, 'no-change', 'up')",
        effect: 'i % 50',
      },
      ...{ keywords: '5', clicks_before: '10', clicks_after: '12', days_after: '28' },
    },
  },
  {
    table: 'cache.page_conflict',
    count: keywords * 100,
    columns: {
      ...{ brand_no: 'brand_no', span: '28', keyword: 'i + 1', kind: "'split'", page_a: '1', page_b: '2', days_a: '9' },
      ...{ days_b: '8', clicks_a: '5', clicks_b: '4', flips: '3', clicks: '9', impressions: '90', first_day: '20000' },
      strip: "''",
    },
  },
  {
    table: 'cache.cause',
    count: keywords * 20,
    columns: {
      ...{ brand_no: 'brand_no', subject: "'keyword'", keyword: 'i + 1', page: '1', kind: "'fell'", since: '20000' },
      ...{ position_before: '2', position_now: '9', clicks_before: '30', clicks_now: '4', lost: 'i % 97' },
      ...{ first: "'whole-site'", causes: "'[]'", unchecked: "'[]'" },
    },
  },
  {
    table: 'cache.opportunity',
    count: keywords * 100,
    columns: {
      ...{ brand_no: 'brand_no', kind: "'keyword'", subject: 'i + 1', page: '1', keywords: '1', position: '12' },
      ...{
        reachable: '4',
        basis: "'similar'",
        similar: '20',
        clicks: '5',
        impressions: '900',
        expected: '30',
        low: '10',
        high: '60',
      },
      ...{ gain: 'i % 97', needs: "'page'" },
    },
  },
  {
    table: 'cache.tracked_keyword',
    count: keywords * 20,
    columns: {
      brand_no: 'brand_no',
      keyword: "'keyword ' || i",
      batch: '1',
      raw: "json_object('keyword', 'keyword ' || i)",
    },
  },
]
