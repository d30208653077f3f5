// The views that SQL and assistants may read: names, columns and units. The guide, the schema panel of the SQL console
// and the tools of `desk mcp` are made of this table. Without schemas, so that the window may import it.
import { viewColumns } from '../fields/field.ts'
import { CONTACT_FIELDS, PROSPECT_FIELDS } from '../fields/outreach.ts'
import { ARTICLE_FIELDS } from '../fields/publishing.ts'
import { CLUSTER_FIELDS, MOVER_FIELDS, RANK_FIELDS } from '../fields/search.ts'
import { INSIGHT_VIEWS } from './insight-views.ts'
import { at, brand, clicks, column, ctr, impressions, keyword, position, type QueryView, sums } from './query-column.ts'

export const QUERY_VIEWS = [
  {
    name: 'brands',
    about: 'One row per brand, with the totals of its last 28 days; visibility is of its last whole day.',
    dataset: 'rankings',
    columns: [
      column('brand', 'text', 'The short name that all views use for the brand.'),
      column('name', 'text', 'The name as the window shows it.'),
      column('brand_id', 'text', 'The id that calls of the desk take.'),
      column('tags', 'list', 'Tags of the brand.'),
      ...sums,
      clicks,
      impressions,
      at('synced_at', 'When its rankings were read from the service.'),
    ],
  },
  {
    name: 'rankings',
    about: 'One row per brand and keyword: the last 28 days vs the 28 days before. All devices and countries.',
    dataset: 'rankings',
    columns: viewColumns(RANK_FIELDS),
  },
  {
    name: 'history',
    about:
      'One row per brand, keyword and day on which the keyword had data. Name a brand or days: it can be very long. All devices and countries.',
    dataset: 'rankings',
    columns: [
      brand,
      column('day', 'day', 'The day.'),
      keyword,
      position,
      column('clicks', 'number', 'Clicks of the day.'),
      column('impressions', 'number', 'Impressions of the day.'),
      column('page', 'text', 'The page that ranked best; NULL: unknown.'),
    ],
  },
  {
    name: 'brand_days',
    about: 'One row per brand and day: what its keywords add up to.',
    dataset: 'rankings',
    columns: [
      brand,
      column('day', 'day', 'The day.'),
      ...sums,
      column('clicks', 'number', 'Clicks of the day.'),
      column('impressions', 'number', 'Impressions of the day.'),
      column('is_whole', 'yes', '0: read before the day was over, so its clicks are not complete.'),
    ],
  },
  {
    name: 'movers',
    about: 'Keywords that really moved in the last days, without the usual ups and downs.',
    dataset: 'rankings',
    columns: [
      ...viewColumns(MOVER_FIELDS),
      column('since', 'day', 'The day on which the move began.'),
      column('last_day', 'day', 'The newest day that was compared.'),
    ],
  },
  {
    name: 'ranked_pages',
    about: 'One row per brand, keyword and page that ranks for it in the last 28 days.',
    dataset: 'rankings',
    columns: [
      brand,
      keyword,
      column('page', 'text', 'Address of the page.'),
      position,
      column('position_change', 'number', 'Now minus before: negative is a climb.'),
      clicks,
      column('clicks_change', 'number', 'Clicks vs the 28 days before.'),
      impressions,
      ctr,
    ],
  },
  {
    name: 'tracked',
    about: 'One row per brand and keyword that the service tracks, also those without data.',
    dataset: 'tracked',
    columns: [brand, keyword],
  },
  {
    name: 'clusters',
    about: 'One row per brand and topic cluster.',
    dataset: 'clusters',
    columns: viewColumns(CLUSTER_FIELDS),
  },
  {
    name: 'prospects',
    about: 'One row per brand and prospect (a site to pitch).',
    dataset: 'prospects',
    columns: viewColumns(PROSPECT_FIELDS),
  },
  {
    name: 'contacts',
    about: 'One row per brand and person at a prospect.',
    dataset: 'contacts',
    columns: viewColumns(CONTACT_FIELDS),
  },
  {
    name: 'calendar',
    about: 'One row per publish or schedule of an article.',
    dataset: null,
    columns: [
      brand,
      column('slug', 'text', 'Slug of the article.'),
      column('provider', 'text', 'Where it is published, e.g. wordpress.'),
      column('state', 'text', 'held, sending, scheduled, draft, published, failed, unknown, cancelled or unpublished.'),
      at('at', 'When it is or was due.'),
      column('is_scheduled', 'yes', 'Whether it was scheduled instead of published at once.'),
      column('url', 'text', 'Address of the published page; NULL: unknown.'),
      column('reason', 'text', 'Why it failed.'),
      at('confirmed_at', 'When a webhook confirmed it.'),
    ],
  },
  {
    name: 'articles',
    about: 'One row per article and platform, with its state there: that of its newest publish or schedule.',
    dataset: null,
    columns: viewColumns(ARTICLE_FIELDS),
  },
  ...INSIGHT_VIEWS,
  {
    name: 'audits',
    about: 'One row per audit of a site.',
    dataset: null,
    columns: [
      brand,
      column('url', 'text', 'What was audited.'),
      at('at', 'When.'),
      column('state', 'text', 'running, done or failed.'),
      column('overall_score', 'number', 'Score, 0 to 100.'),
      column('total_tests', 'number', 'How many tests ran.'),
      column('passed_tests', 'number', 'How many of them passed.'),
    ],
  },
  {
    name: 'activity',
    about: 'One row per action that was sent to the service or waits for it, with the state of its items. No texts.',
    dataset: null,
    columns: [
      brand,
      column('kind', 'text', 'publish, schedule, queue, discover …'),
      column('state', 'text', 'held, ready, in_flight, confirmed, partly_done, failed, unknown or cancelled.'),
      at('created_at', 'When it was created.'),
      at('ended_at', 'When it ended; NULL: not yet.'),
      column('waiting', 'number', 'Items that wait or are being sent.'),
      column('confirmed', 'number', 'Items that the service confirmed.'),
      column('failed', 'number', 'Items that failed or were skipped.'),
      column('unknown', 'number', 'Items with an unknown outcome.'),
    ],
  },
  {
    name: 'suppressions_count',
    about: 'How many people, domains and addresses no brand may contact. A count only.',
    dataset: null,
    columns: [column('kind', 'text', 'email or domain.'), column('count', 'number', 'How many.')],
  },
] as const satisfies readonly QueryView[]

export type QueryViewName = (typeof QUERY_VIEWS)[number]['name']

export const queryView = (name: QueryViewName): QueryView => {
  const found = QUERY_VIEWS.find((view) => view.name === name)
  if (found === undefined) throw new Error(`There is no view ${name}.`)
  return found
}

/** Names that views had before, for queries that were saved with them: not listed, and read all the same. */
export const FORMER_VIEW_NAMES = [
  ['annotations', 'notes_and_events'],
  ['cannibalisation', 'competing_pages'],
] as const satisfies readonly (readonly [string, QueryViewName])[]

/** The views that a text of SQL may read: those whose names are in it. */
export const viewsNamed = (sql: string): QueryViewName[] => {
  const words = new Set(sql.toLowerCase().match(/[a-z_][a-z0-9_]*/g))
  for (const [former, name] of FORMER_VIEW_NAMES) if (words.has(former)) words.add(name)
  return QUERY_VIEWS.flatMap(({ name }) => (words.has(name) ? [name] : []))
}
