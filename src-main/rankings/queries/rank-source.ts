// Where the rows of a page come from: the review window, one snapshot (a day or a period), or one against another. A source is a FROM
// clause and a condition with the columns that filters and sorts read, all in the units of the contract.

import type { RANK_SORT_FIELDS } from '../../../src-shared/desk/rankings.ts'
import { POSITION_MOVE_MIN } from '../../../src-shared/desk/values/position-move.ts'
import type { Scope } from './rank-scope.ts'
import type { Snapshots } from './rank-snapshots.ts'
import { TRACKED_WINDOW, trackedCompared, trackedRows } from './rank-tracked.ts'

export type SortField = (typeof RANK_SORT_FIELDS)[number]

export type Source = {
  readonly kind: 'window' | 'day' | 'compare'
  /** FROM clause with its join conditions. */
  readonly from: string
  readonly where: string
  readonly params: readonly unknown[]
  readonly columns: Readonly<Record<SortField, string>>
  /** slice × 2^32 + keyword. */
  readonly id: string
  readonly keywordId: string
  /** The earlier position, where the source is compared and has it. */
  readonly positionBefore: string
  /** Whether a row has a comparison at all. */
  readonly isCompared: string
  /** Conditions of the five kinds of change. */
  readonly change: Readonly<Record<'up' | 'down' | 'same' | 'new' | 'lost', string>>
  /** The column that is searched, where the source has it. */
  readonly folded?: string
}

/** Fields that may be null. */
export const NULLABLE: ReadonlySet<SortField> = new Set([
  'position',
  'positionChange',
  'clicksChange',
  'impressionsChange',
  'ctrChange',
  'pages',
])

/** Climbed, fell, or no move, by a change in SQL. */
const moves = (change: string) => ({
  up: `${change} <= -${POSITION_MOVE_MIN}`,
  down: `${change} >= ${POSITION_MOVE_MIN}`,
  same: `abs(${change}) < ${POSITION_MOVE_MIN}`,
})

const windowColumns = {
  position: 'r.position',
  positionChange: 'r.position_change',
  keyword: 'r.folded',
  clicks: 'r.clicks',
  clicksChange: 'r.clicks_change',
  impressions: 'r.impressions',
  impressionsChange: 'r.impressions_change',
  ctr: 'r.ctr',
  ctrChange: 'r.ctr_change',
  pages: 'r.pages',
  isStarred: 'r.is_starred',
} as const

/** New: it ranks, was compared, and has no position to compare with. Lost: it does not rank and was seen less. */
const windowSource = {
  kind: 'window',
  columns: windowColumns,
  id: 'r.id',
  keywordId: '(r.id & 4294967295)',
  positionBefore: '(r.position - r.position_change)',
  isCompared: 'coalesce(r.impressions_change, r.clicks_change) IS NOT NULL',
  folded: 'r.folded',
  change: {
    ...moves('r.position_change'),
    new: '(r.position IS NOT NULL AND r.position_change IS NULL AND coalesce(r.impressions_change, r.clicks_change) IS NOT NULL)',
    lost: '(r.position IS NULL AND (r.impressions_change < 0 OR r.clicks_change < 0))',
  },
} as const

/**
 * How the rows of the window are found: by the trigram index, by the index on (slice, position), which is enough where
 * only the position is read, by the tracked keywords, or in their own order.
 */
export type WindowWay =
  | { readonly way: 'positions' | 'rows' | 'tracked' }
  | { readonly way: 'trigrams'; readonly match: string }

const FROM_TRIGRAMS = `rank_search f CROSS JOIN rank_keyword k ON k.id = f.rowid
  CROSS JOIN rank_slice s ON s.brand_no = k.brand_no AND s.id IN (SELECT value FROM json_each(?))
  CROSS JOIN rank_latest r ON r.id = (s.id << 32) + k.id`
const FROM_ROWS = `json_each(?) s
  CROSS JOIN rank_latest r ON r.id BETWEEN (s.value << 32) AND (s.value << 32) + 4294967295`
const FROM_POSITIONS = 'json_each(?) s CROSS JOIN rank_latest r ON r.slice = s.value'
const FROM_ONE = 'rank_latest r'

/** All rows of one slice. */
export const windowOfSlice = (slice: number): Source => ({
  ...windowSource,
  from: FROM_ONE,
  where: 'r.slice = ?',
  params: [slice],
})

export const windowFrom = (scope: Scope, way: WindowWay): Source => {
  const [only] = scope.slices
  if (way.way === 'tracked') {
    // Of a brand that was never read nobody knows whether its keywords rank.
    const read = scope.slices.filter(({ fetchedAtMs }) => fetchedAtMs !== null).map(({ id }) => id)
    return { ...windowSource, from: TRACKED_WINDOW, where: 'TRUE', params: [JSON.stringify(read)] }
  }
  if (way.way === 'trigrams')
    return { ...windowSource, from: FROM_TRIGRAMS, where: 'f.rank_search MATCH ?', params: [scope.json, way.match] }
  if (way.way === 'rows') return { ...windowSource, from: FROM_ROWS, where: 'TRUE', params: [scope.json] }
  return scope.slices.length === 1 && only !== undefined
    ? windowOfSlice(only.id)
    : { ...windowSource, from: FROM_POSITIONS, where: 'TRUE', params: [scope.json] }
}

const NONE = 'NULL'
const latestJoin = 'LEFT JOIN rank_latest r ON r.id = (h.slice << 32) + h.keyword'
const textJoin = 'JOIN rank_keyword k ON k.id = h.keyword'

/** What a source of history needs: joins for the star of the window and for the text; tracked keywords that do not rank. */
export type Needs = {
  readonly starred: boolean
  readonly text: boolean
  readonly unranked: boolean
  /** Values of the earlier snapshot. Without, no column may be read that compares. */
  readonly before: boolean
}

const joins = ({ starred, text }: Needs): string => `${text ? textJoin : ''} ${starred ? latestJoin : ''}`
const ctrOf = (clicks: string, impressions: string) => `iif(${impressions} > 0, ${clicks} * 1.0 / ${impressions}, 0)`

const dayColumns = {
  position: '(h.position / 1000.0)',
  keyword: 'k.folded',
  clicks: 'h.clicks',
  impressions: 'h.impressions',
  ctr: ctrOf('h.clicks', 'h.impressions'),
  pages: NONE,
  isStarred: 'coalesce(r.is_starred, 0)',
} as const

export type OneSnapshot = { readonly of: Snapshots; readonly slices: string; readonly now: number }

const oneRows = ({ rows, key }: Snapshots) =>
  `json_each(?) s CROSS JOIN ${rows} h ON h.slice = s.value AND h.${key} = ?`

/** One snapshot of the slices that have it, without changes. */
export const oneFrom = ({ of, slices, now }: OneSnapshot, needs: Needs): Source => ({
  kind: 'day',
  from: `${needs.unranked ? trackedRows(of) : oneRows(of)} ${joins(needs)}`,
  where: 'TRUE',
  params: [slices, now],
  columns: {
    ...dayColumns,
    positionChange: NONE,
    clicksChange: NONE,
    impressionsChange: NONE,
    ctrChange: NONE,
  },
  id: '((h.slice << 32) + h.keyword)',
  keywordId: 'h.keyword',
  positionBefore: NONE,
  isCompared: 'FALSE',
  change: { up: 'FALSE', down: 'FALSE', same: 'FALSE', new: 'FALSE', lost: 'FALSE' },
})

/** The rows of the earlier snapshot, as `p`, that the other one has not. */
const lostRows = ({ rows, key }: Pick<Snapshots, 'rows' | 'key'>) =>
  `FROM json_each(@both) s CROSS JOIN ${rows} p ON p.slice = s.value AND p.${key} = @before
  WHERE NOT EXISTS (SELECT 1 FROM ${rows} c WHERE c.slice = p.slice AND c.${key} = @now AND c.keyword = p.keyword)`

export const lostFrom = (of: Snapshots): string => `(SELECT 1 ${lostRows(of)})`

/** Both snapshots side by side: rows with their earlier values, lost keywords, then slices without the other one. */
const comparedRows = ({ rows, key }: Snapshots, needsBefore: boolean) => `(
  SELECT c.slice, c.keyword, c.position, c.clicks, c.impressions, 1 AS compared,
    ${
      needsBefore
        ? `p.position AS was, coalesce(p.clicks, 0) AS clicks_was, coalesce(p.impressions, 0) AS impressions_was
  FROM json_each(@both) s CROSS JOIN ${rows} c ON c.slice = s.value AND c.${key} = @now
    LEFT JOIN ${rows} p ON p.slice = c.slice AND p.${key} = @before AND p.keyword = c.keyword`
        : `NULL AS was, NULL AS clicks_was, NULL AS impressions_was
  FROM json_each(@both) s CROSS JOIN ${rows} c ON c.slice = s.value AND c.${key} = @now`
    }
  UNION ALL
  SELECT p.slice, p.keyword, NULL, 0, 0, 1, p.position, p.clicks, p.impressions
  ${lostRows({ rows, key })}
  UNION ALL
  SELECT c.slice, c.keyword, c.position, c.clicks, c.impressions, 0, NULL, 0, 0
  FROM json_each(@single) s CROSS JOIN ${rows} c ON c.slice = s.value AND c.${key} = @now
) h`

export type ComparedSnapshots = {
  /** JSON lists of the slices that have both snapshots, of those that have the first alone, and of all these. */
  readonly both: string
  readonly single: string
  readonly all: string
  readonly now: number
  readonly before: number
}

const against = (now: string, was: string) => `iif(h.compared, ${now} - ${was}, NULL)`

export const compareFrom = (of: Snapshots, snapshots: ComparedSnapshots, needs: Needs): Source => ({
  kind: 'compare',
  from: `${needs.unranked ? trackedCompared(of) : comparedRows(of, needs.before)} ${joins(needs)}`,
  where: 'TRUE',
  params: [snapshots],
  columns: {
    ...dayColumns,
    positionChange: '((h.position - h.was) / 1000.0)',
    clicksChange: against('h.clicks', 'h.clicks_was'),
    impressionsChange: against('h.impressions', 'h.impressions_was'),
    ctrChange: against(dayColumns.ctr, ctrOf('h.clicks_was', 'h.impressions_was')),
  },
  id: '((h.slice << 32) + h.keyword)',
  keywordId: 'h.keyword',
  positionBefore: '(h.was / 1000.0)',
  isCompared: 'h.compared',
  change: {
    ...moves('((h.position - h.was) / 1000.0)'),
    new: '(h.compared AND h.position IS NOT NULL AND h.was IS NULL)',
    lost: '(h.position IS NULL AND h.was IS NOT NULL)',
  },
})
