// Conflicts of brands are read brand by brand, and the reader is given back in between, so that no other read waits for all.
import type { ConflictRow } from '../../../src-shared/desk/cannibalisation.ts'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { joinKeyword, joinPage } from '../../rankings/public.ts'
import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { firstPlaces, joinParts, placesInPart, type RowPlace, type SortKey } from '../../store/paging.ts'
import { all, type Condition, holds, isOneOf } from '../../store/search-text.ts'
import { SPAN_DAYS } from '../rules/conflict.ts'

type Input = ParsedInput<'cannibalisation.page'>
export type ConflictPage = Omit<CallOutput<'cannibalisation.page'>, 'brands'> & { readonly looked: number }

const BARE = 'page_conflict c'
const FROM = `${BARE} ${joinKeyword('k', 'c.keyword')}
  ${joinPage('a', 'c.page_a')} ${joinPage('b', 'c.page_b')}`
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

/** Texts are joined for a search or an order by them alone: looking up three of each row takes most of the time. */
const fromOf = ({ search, filter, sort }: Pick<Input, 'search' | 'filter' | 'sort'>): string =>
  holds('k.folded', search) === undefined && filter.page === undefined && sort.every(({ by }) => by !== 'keyword')
    ? BARE
    : FROM

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
type Sums = Totals & { readonly total: number }
/** A day without a snapshot is a space. */
export const SYNCED_DAYS = `length(replace(c.strip, ' ', ''))`
const SUMS = `SELECT count(*) AS total, coalesce(sum(c.kind = 'flips'), 0) AS flips, coalesce(sum(c.kind = 'split'), 0) AS split,
  coalesce(sum(c.kind = 'both'), 0) AS both, coalesce(sum(c.clicks), 0) AS clicks, coalesce(sum(c.cost), 0) AS cost,
  coalesce(min(${SYNCED_DAYS}), 0) AS leastDays, coalesce(max(${SYNCED_DAYS}), 0) AS mostDays`

const NONE: Sums = { total: 0, flips: 0, split: 0, both: 0, clicks: 0, cost: 0, leastDays: 0, mostDays: 0 }

const added = (one: Sums, other: Sums): Sums => ({
  total: one.total + other.total,
  flips: one.flips + other.flips,
  split: one.split + other.split,
  both: one.both + other.both,
  clicks: one.clicks + other.clicks,
  cost: one.cost + other.cost,
  leastDays:
    one.total === 0 || other.total === 0 ? one.leastDays + other.leastDays : Math.min(one.leastDays, other.leastDays),
  mostDays: Math.max(one.mostDays, other.mostDays),
})

const lookedAt = (db: ReadableDb, brandIds: Input['brandIds']): number => {
  const { sql, params } = brandScope(db, brandIds)
  const count = `SELECT count(*) AS n FROM page_conflict_state WHERE ${sql}`
  return prepared<{ n: number }>(db.cache, count).get(...params)?.n ?? 0
}

const listOf = ({ sort, limit, offset, cursor }: Input) => ({
  keys: sort.map(({ by, direction }) => ({ by, direction, ...SORT_COLUMNS[by] })),
  tie: '((c.brand_no << 32) + c.keyword)',
  ...{ limit, offset, cursor },
})

/** What is known of the brands that were read. */
export type ConflictParts = {
  readonly places: readonly RowPlace[]
  readonly sums: Sums
  /** Brands whose cached days say which page ranked. */
  readonly looked: number
}
export const NO_PARTS: ConflictParts = { places: [], sums: NONE, looked: 0 }

type PartsArgs = {
  readonly input: Input
  readonly brandIds: readonly string[]
  /** After so long no further brand is begun. */
  readonly workMs: number
  readonly before: ConflictParts
}

/** Keywords whose pages compete, as `saveConflicts` kept them: those of the first brands, joined to those before. */
export const conflictParts = (db: ReadableDb, { input, brandIds, workMs, before }: PartsArgs) => {
  const endsAt = performance.now() + workMs
  const list = listOf(input)
  const from = fromOf(input)
  const places = [...before.places]
  let { sums, looked } = before
  let done = 0
  for (const brandId of brandIds) {
    if (done > 0 && performance.now() >= endsAt) break
    const { sql: where, params } = all(conditionsOf(db, { ...input, brandIds: [brandId] }))
    const found = prepared<Sums>(db.cache, `${SUMS} FROM ${from} WHERE ${where}`).get(...params) ?? NONE
    if (found.total > 0)
      for (const place of placesInPart(db.cache, { ...list, from, where, params })) places.push(place)
    sums = added(sums, found)
    looked += lookedAt(db, [brandId])
    done += 1
  }
  const parts: ConflictParts = { places: firstPlaces(list, places), sums, looked }
  return { parts, left: brandIds.slice(done) }
}

const ROWS = `SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN page_conflict c
    ON c.brand_no = j.value >> 32 AND c.span = ? AND c.keyword = j.value & 4294967295
  ${joinKeyword('k', 'c.keyword')} ${joinPage('a', 'c.page_a')} ${joinPage('b', 'c.page_b')} ORDER BY j.key`

type PageArgs = { readonly input: Input; readonly parts: ConflictParts }

/** The page of all brands. */
export const conflictPage = (db: ReadableDb, { input, parts }: PageArgs): ConflictPage => {
  const { ties, nextCursor } = joinParts(listOf(input), parts.places)
  const rows = prepared<Row>(db.cache, ROWS).all(JSON.stringify(ties), input.filter.days ?? SPAN_DAYS)
  const { total, ...totals } = parts.sums
  return {
    rows: rows.map(toRow),
    nextCursor,
    total,
    totals,
    looked: parts.looked,
    freshAsOf: freshAsOf(db, 'rankings', input.brandIds),
  }
}
