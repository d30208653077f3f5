// The tools that assistants get, all of them reading: their parameters, and the SQL over the documented views that answers.
// Parameters are bound, never written into the SQL.
import { z } from 'zod'
import { CONFLICT_KINDS } from '../../src-shared/desk/cannibalisation.ts'
import { DaySchema } from '../../src-shared/desk/common.ts'
import type { QueryCell } from '../../src-shared/desk/query.ts'
import { ALERT_KINDS } from '../../src-shared/desk/values/alert-kinds.ts'
import { ANNOTATION_KINDS } from '../../src-shared/desk/values/annotation-kinds.ts'
import { CAUSE_KINDS } from '../../src-shared/desk/values/cause-kinds.ts'
import { QUERY_LIMITS } from '../../src-shared/desk/values/query-limits.ts'
import { type QueryViewName, queryView } from '../../src-shared/desk/values/query-views.ts'
import { IMPACT_VERDICTS, OPPORTUNITY_NEEDS } from '../../src-shared/desk/values/state-names.ts'
import { BYTES } from './rules/answer.ts'

const text = (about: string) => z.string().min(1).max(200).describe(about)
const common = {
  offset: z.number().int().min(0).max(10_000_000).default(0).describe('Rows to leave out, to continue an answer.'),
  maxBytes: z.number().int().min(BYTES.min).max(BYTES.max).default(BYTES.default).describe('Size of the answer.'),
}
const brands = z.array(text('A brand of list_brands.')).min(1).max(200).optional().describe('Only these. Absent: all.')
const brand = text('A brand of list_brands.')
const search = text('Part of the text, in any case.').optional()
/** Without the pattern of all days that exist: each tool that has it would be a third longer for the assistant. */
const day = (about: string) =>
  z
    .string()
    .refine((text) => DaySchema.safeParse(text).success, 'is no day such as 2026-11-21')
    .describe(`${about}, as 2026-11-21.`)
    .optional()
const days = { from: day('First day'), to: day('Last day') }

export type ToolQuery = { readonly sql: string; readonly params?: Readonly<Record<string, QueryCell>> }

export type McpTool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** Null: it reads no rows. */
  readonly query: ((args: never) => ToolQuery) | null
}

/** What the view is and which columns it has; DESCRIBE_VIEWS says what they mean. */
const about = (view: QueryViewName, more = ''): string => {
  const columns = queryView(view).columns.map(({ name }) => name)
  return [queryView(view).about, more, `Columns: ${columns.join(', ')}.`].filter((part) => part !== '').join(' ')
}

type Definition<Shape extends z.ZodRawShape> = Omit<McpTool, 'input' | 'query'> & {
  readonly input: Shape
  readonly query: ((args: z.output<z.ZodObject<Shape>>) => ToolQuery) | null
}

const tool = <const Shape extends z.ZodRawShape>({ input, query, ...rest }: Definition<Shape>): McpTool => ({
  ...rest,
  input: z.strictObject(input),
  query,
})

type Given = Readonly<Record<string, unknown>>
/** Conditions of the parameters that were given, each with the value of the same name. */
const where = (given: Given, conditions: Readonly<Record<string, string>>): ToolQuery => {
  const used = Object.keys(conditions).filter((name) => given[name] !== undefined)
  const params = Object.fromEntries(
    used.map((name) => {
      const value = given[name]
      return [name, typeof value === 'boolean' ? Number(value) : (value as QueryCell)] // parsed by the tool's schema
    }),
  )
  return { sql: used.length === 0 ? '' : `WHERE ${used.map((name) => conditions[name]).join(' AND ')}`, params }
}
const contains = (column: string, name = 'search') => `instr(lower(${column}), lower(:${name})) > 0`

const list = (view: QueryViewName, { sql, params = {} }: ToolQuery, order: string): ToolQuery => ({
  sql: `SELECT * FROM ${view} ${sql} ORDER BY ${order}`,
  params,
})

const RANK_SORTS = [
  'clicks',
  'impressions',
  'position',
  'clicks_change',
  'impressions_change',
  'position_change',
] as const

/** Days end and begin brand by brand: one that was synced earlier than the others has lost nothing. */
const COMPARE = {
  brand: (span: string) =>
    `SELECT brand, ${span}, last.day AS last_day FROM brand_days AS t JOIN last USING (brand) WHERE ${WITHIN} GROUP BY brand`,
  keyword: (span: string) =>
    `SELECT brand, keyword, ${span}, last.day AS last_day FROM history AS t JOIN last USING (brand) WHERE ${WITHIN} GROUP BY brand, keyword`,
} as const
const LAST = `SELECT brand, max(day) AS day, min(day) AS first_day FROM brand_days WHERE is_whole = 1 GROUP BY brand`
const WITHIN = "t.day > date(last.day, '-' || (2 * :days) || ' days') AND t.day <= last.day"
const IS_NOW = "t.day > date(last.day, '-' || :days || ' days')"
const IS_KNOWN = "last.first_day <= date(last.day, '-' || (2 * :days - 1) || ' days')"
const sums = (name: string) => `sum(iif(${IS_NOW}, t.${name}, 0)) AS ${name},
  iif(${IS_KNOWN}, sum(iif(${IS_NOW}, t.${name}, -t.${name})), NULL) AS ${name}_change`
const SPAN = `${sums('clicks')}, ${sums('impressions')}`

export const DESCRIBE_VIEWS = 'describe_views'
export const QUERY = 'query'

export const MCP_TOOLS: readonly McpTool[] = [
  tool({
    name: 'list_brands',
    title: 'Brands',
    description: about('brands', 'Start here: other tools take the column brand.'),
    input: { ...common },
    query: () => ({ sql: 'SELECT * FROM brands ORDER BY clicks DESC, brand' }),
  }),
  tool({
    name: 'rankings',
    title: 'Rankings',
    description: about('rankings'),
    input: {
      brands,
      search,
      minPosition: z.number().optional(),
      maxPosition: z.number().optional(),
      minImpressions: z.number().optional(),
      tracked: z.boolean().optional(),
      starred: z.boolean().optional(),
      sort: z.enum(RANK_SORTS).default('clicks'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...common,
    },
    query: ({ sort, direction, ...args }) =>
      list(
        'rankings',
        where(args, {
          search: contains('keyword'),
          minPosition: 'position >= :minPosition',
          maxPosition: 'position <= :maxPosition',
          minImpressions: 'impressions >= :minImpressions',
          tracked: 'tracked = :tracked',
          starred: 'starred = :starred',
        }),
        `${sort} ${direction} NULLS LAST, brand, keyword`, // both are of fixed words
      ),
  }),
  tool({
    name: 'compare_clicks',
    title: 'Clicks: these days vs the days before',
    description:
      'Clicks and impressions of the last whole days of each brand up to last_day, and their change vs as many days before, null where the brand has fewer; the biggest loss first. by=brand adds up each brand, by=keyword names the keywords.',
    input: {
      brands,
      days: z.number().int().min(1).max(90).default(7),
      by: z.enum(['brand', 'keyword']).default('brand'),
      ...common,
    },
    query: ({ days: count, by }) => ({
      sql: `WITH last AS (${LAST}) ${COMPARE[by](SPAN)} ORDER BY clicks_change NULLS LAST, brand`,
      params: { days: count },
    }),
  }),
  tool({
    name: 'keyword_history',
    title: 'History of a keyword',
    description: 'One keyword of one brand by day: position, clicks, impressions and the page that ranked best.',
    input: { brand, keyword: text('The whole keyword.'), ...days, ...common },
    query: (args) => {
      const { sql, ...rest } = where(args, {
        keyword: 'lower(keyword) = lower(:keyword)',
        from: 'day >= :from',
        to: 'day <= :to',
      })
      return { sql: `SELECT day, position, clicks, impressions, page FROM history ${sql} ORDER BY day`, ...rest }
    },
  }),
  tool({
    name: 'brand_history',
    title: 'History of a brand',
    description: about('brand_days'),
    input: { brands, ...days, ...common },
    query: (args) => list('brand_days', where(args, { from: 'day >= :from', to: 'day <= :to' }), 'brand, day'),
  }),
  tool({
    name: 'movers',
    title: 'Movers',
    description: about('movers', 'The biggest loss of clicks first.'),
    input: { brands, kind: z.enum(['up', 'down', 'new', 'lost']).optional(), search, ...common },
    query: (args) =>
      list(
        'movers',
        where(args, { kind: 'kind = :kind', search: contains('keyword') }),
        'clicks_now - clicks_before, brand, keyword',
      ),
  }),
  tool({
    name: 'clusters',
    title: 'Topic clusters',
    description: about('clusters'),
    input: { brands, search, ...common },
    query: (args) => list('clusters', where(args, { search: contains('cluster') }), 'brand, keywords DESC, cluster'),
  }),
  tool({
    name: 'prospects',
    title: 'Prospects',
    description: about('prospects'),
    input: { brands, search, status: text('As the service names it.').optional(), ...common },
    query: (args) =>
      list(
        'prospects',
        where(args, {
          search: `(${contains("coalesce(domain, '')")} OR ${contains("coalesce(title, '')")})`,
          status: 'status = :status',
        }),
        'brand, domain, prospect_id',
      ),
  }),
  tool({
    name: 'contacts',
    title: 'Contacts',
    description: about('contacts'),
    input: { brands, search, prospectId: text('prospects.prospect_id').optional(), ...common },
    query: (args) =>
      list(
        'contacts',
        where(args, {
          search: `(${contains("coalesce(name, '')")} OR ${contains("coalesce(domain, '')")})`,
          prospectId: 'prospect_id = :prospectId',
        }),
        'brand, name, contact_id',
      ),
  }),
  tool({
    name: 'calendar',
    title: 'Publishing calendar',
    description: about('calendar'),
    input: {
      ...{ brands, ...days, state: text('For example scheduled.').optional() },
      newest: z.boolean().optional().describe('Only the newest of each article and platform.'),
      ...common,
    },
    query: (args) =>
      list(
        args.newest === true ? 'articles' : 'calendar',
        where(args, { from: 'substr(at, 1, 10) >= :from', to: 'substr(at, 1, 10) <= :to', state: 'state = :state' }),
        'at, brand, slug',
      ),
  }),
  tool({
    name: 'alerts',
    title: 'Alerts',
    description: about('alerts', 'The newest day first.'),
    input: { brands, search, ...days, kind: z.enum(ALERT_KINDS).optional(), isNew: z.boolean().optional(), ...common },
    query: (args) =>
      list(
        'alerts',
        where(args, {
          search: contains("coalesce(subject, '')"),
          from: 'day >= :from',
          to: 'day <= :to',
          kind: 'kind = :kind',
          isNew: 'is_new = :isNew',
        }),
        'day DESC, brand, clicks DESC, subject',
      ),
  }),
  tool({
    name: 'notes_and_events',
    title: 'Notes and what happened',
    description: about('notes_and_events', 'The newest first.'),
    input: { brands, search, ...days, kind: z.enum(ANNOTATION_KINDS).optional(), ...common },
    query: (args) =>
      list(
        'notes_and_events',
        where(args, {
          search: contains('text'),
          from: 'coalesce(until_day, day) >= :from',
          to: 'day <= :to',
          kind: 'kind = :kind',
        }),
        'day DESC, at DESC, brand, text',
      ),
  }),
  tool({
    name: 'impact',
    title: 'Impact of articles',
    description: about('impact', 'The newest first.'),
    input: { brands, ...days, verdict: z.enum(IMPACT_VERDICTS).optional(), ...common },
    query: (args) =>
      list(
        'impact',
        where(args, { from: 'day >= :from', to: 'day <= :to', verdict: 'verdict = :verdict' }),
        'day DESC, brand, slug',
      ),
  }),
  tool({
    name: 'competing_pages',
    title: 'Competing pages',
    description: about('competing_pages', 'The most clicks first.'),
    input: { brands, search, kind: z.enum(CONFLICT_KINDS).optional(), ...common },
    query: (args) =>
      list(
        'competing_pages',
        where(args, { search: contains('keyword'), kind: 'kind = :kind' }),
        'clicks DESC, brand, keyword',
      ),
  }),
  tool({
    name: 'opportunities',
    title: 'Opportunities',
    description: about('opportunities', 'The most extra clicks first.'),
    input: { brands, search, needs: z.enum(OPPORTUNITY_NEEDS).optional(), ...common },
    query: (args) =>
      list(
        'opportunities',
        where(args, { search: contains('keyword'), needs: 'needs = :needs' }),
        'gain DESC, brand, keyword',
      ),
  }),
  tool({
    name: 'causes',
    title: 'Why it fell',
    description: about('causes', 'The most lost clicks first.'),
    input: { brands, search, cause: z.enum(CAUSE_KINDS).optional(), ...common },
    query: (args) =>
      list(
        'causes',
        where(args, { search: contains("coalesce(keyword, page, '')"), cause: 'cause = :cause' }),
        'clicks_before - clicks_now DESC, brand, keyword',
      ),
  }),
  tool({
    name: 'audits',
    title: 'Audits',
    description: about('audits', 'The newest first.'),
    input: { brands, ...common },
    query: () => list('audits', { sql: '' }, 'at DESC, brand'),
  }),
  tool({
    name: 'suppressions_count',
    title: 'Suppressions',
    description: about('suppressions_count'),
    input: { ...common },
    query: () => list('suppressions_count', { sql: '' }, 'kind'),
  }),
  tool({
    name: DESCRIBE_VIEWS,
    title: 'Views',
    description: 'What the columns of every tool and view mean, with their units.',
    input: {},
    query: null,
  }),
  tool({
    name: QUERY,
    title: 'SQL',
    description:
      'One SELECT of SQLite over the views of describe_views, for questions that no other tool answers. Add up and limit in SQL instead of reading all rows. history needs a brand or a few days.',
    input: { sql: z.string().min(1).max(QUERY_LIMITS.sqlMax), brands, ...common },
    query: ({ sql }) => ({ sql }),
  }),
]
