import type { ConflictRow } from '../../../src-shared/desk/cannibalisation.ts'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { asOf } from '../../store/freshness.ts'
import { listPage, type SortKey } from '../../store/paging.ts'
import { all, type Condition, holds, isOneOf } from '../../store/search-text.ts'
import { SPAN_DAYS } from '../rules/conflict.ts'

type Input = ParsedInput<'cannibalisation.page'>
export type ConflictPage = Omit<CallOutput<'cannibalisation.page'>, 'brands'> & { readonly looked: number }

const FROM = `page_conflict c CROSS JOIN rank_keyword k ON k.id = c.keyword
  CROSS JOIN rank_url a ON a.id = c.page_a CROSS JOIN rank_url b ON b.id = c.page_b`
/** The last of two columns with one name is taken: the keyword's text. */
const COLUMNS = `c.*, (SELECT id FROM brand WHERE brand.no = c.brand_no) AS brandId, a.text AS pageA, b.text AS pageB,
  k.text AS keyword`

const SORT_COLUMNS: Record<Input['sort'][number]['by'], Pick<SortKey, 'sql' | 'nullable'>> = {
  clicks: { sql: 'c.clicks', nullable: false },
  cost: { sql: 'c.cost', nullable: true },
  flips: { sql: 'c.flips', nullable: false },
  impressions: { sql: 'c.impressions', nullable: false },
  keyword: { sql: 'k.folded', nullable: false },
  since: { sql: 'c.since', nullable: true },
}

type Row = {
  readonly brandId: string
  readonly keyword: string
  readonly kind: ConflictRow['kind']
  readonly pageA: string
  readonly pageB: string
  readonly flips: number
  readonly clicks: number
  readonly impressions: number
  readonly cost: number | null
  readonly since: number | null
  readonly first_day: number
  readonly strip: string
} & { readonly [Name in `${'days' | 'clicks'}_${'a' | 'b'}`]: number } & {
  readonly [Name in `${'position' | 'share'}_${'a' | 'b'}`]: number | null
}

const toRow = (row: Row): ConflictRow => {
  const { brandId, keyword, kind, flips, clicks, impressions, cost, since } = row
  return {
    brandId,
    keyword,
    kind,
    pages: [
      { page: row.pageA, days: row.days_a, position: row.position_a, clicks: row.clicks_a, clickShare: row.share_a },
      { page: row.pageB, days: row.days_b, position: row.position_b, clicks: row.clicks_b, clickShare: row.share_b },
    ],
    flips,
    clicks,
    impressions,
    cost,
    since: since === null ? null : dayFromNumber(since),
    strip: { from: dayFromNumber(row.first_day), days: row.strip },
  }
}

const atLeast = (sql: string, value: number | undefined): Condition | undefined =>
  value === undefined ? undefined : { sql: `${sql} >= ?`, params: [value] }

/** In the address of one of the pages. */
const pageHolds = (search: string | undefined): Condition | undefined => {
  const [ofA, ofB] = [holds('a.folded', search), holds('b.folded', search)]
  return ofA && ofB && { sql: `${ofA.sql} OR ${ofB.sql}`, params: [...ofA.params, ...ofB.params] }
}

const keywordOrPage = (search: string | undefined): Condition | undefined => {
  const [ofKeyword, ofPage] = [holds('k.folded', search), pageHolds(search)]
  return (
    ofKeyword && ofPage && { sql: `${ofKeyword.sql} OR ${ofPage.sql}`, params: [...ofKeyword.params, ...ofPage.params] }
  )
}

const conditionsOf = (db: ReadableDb, { brandIds, search, filter }: Input) => [
  brandScope(db, brandIds, 'c.brand_no'),
  { sql: 'c.span = ?', params: [filter.days ?? SPAN_DAYS] },
  keywordOrPage(search),
  isOneOf('c.kind', filter.kind),
  atLeast('c.clicks', filter.clicksMin),
  atLeast('c.flips', filter.flipsMin),
  pageHolds(filter.page),
]

type Totals = CallOutput<'cannibalisation.page'>['totals']
const TOTALS = `SELECT coalesce(sum(c.kind = 'flips'), 0) AS flips, coalesce(sum(c.kind = 'split'), 0) AS split,
  coalesce(sum(c.kind = 'both'), 0) AS both, coalesce(sum(c.clicks), 0) AS clicks, coalesce(sum(c.cost), 0) AS cost
  FROM ${FROM}`

const totalsOf = (db: ReadableDb, conditions: readonly (Condition | undefined)[]): Totals => {
  const { sql, params } = all(conditions)
  const totals = prepared<Totals>(db.cache, `${TOTALS} WHERE ${sql}`).get(...params)
  return totals ?? { flips: 0, split: 0, both: 0, clicks: 0, cost: 0 }
}

const lookedAt = (db: ReadableDb, brandIds: Input['brandIds']): number => {
  const { sql, params } = brandScope(db, brandIds)
  const count = `SELECT count(*) AS n FROM page_conflict_state WHERE ${sql}`
  return prepared<{ n: number }>(db.cache, count).get(...params)?.n ?? 0
}

/** Keywords whose pages compete, as `saveConflicts` kept them. */
export const conflictPage = (db: ReadableDb, input: Input): ConflictPage => {
  const conditions = conditionsOf(db, input)
  const { rows, ...page } = listPage<Row>(db.cache, input, {
    columns: COLUMNS,
    from: FROM,
    conditions,
    keys: input.sort.map(({ by, direction }) => ({ by, direction, ...SORT_COLUMNS[by] })),
    tie: '((c.brand_no << 32) + c.keyword)',
  })
  return {
    rows: rows.map(toRow),
    ...page,
    totals: totalsOf(db, conditions),
    looked: lookedAt(db, input.brandIds),
    asOf: asOf(db, 'rankings', input.brandIds),
  }
}
