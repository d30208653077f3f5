import type { Database } from 'better-sqlite3'
import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { dayNumber } from '../../base/clock.ts'
import { trigramQuery } from '../../base/text.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type CursorList, cursorPage } from '../../store/paging.ts'
import { searchWords } from '../../store/search-text.ts'
import { createDayReader } from '../rules/day-columns.ts'
import { KINDS_ASKED, kindOf, type Move, movesBetween, sizeOf } from '../rules/day-moves.ts'
import { packDay } from '../rules/packed-day.ts'
import { readOnce } from './rank-memo.ts'
import { readPacked } from './rank-packed.ts'
import { SLICES_READ_THROUGH } from './rank-plan.ts'
import { oldestOf, type ScopeArgs, scopeOf } from './rank-scope.ts'
import { SLICE_SPAN } from './rank-slices.ts'

export type MoversArgs = ScopeArgs &
  Pick<ParsedInput<'rankings.movers'>, 'kind' | 'search' | 'limit' | 'cursor'> & {
    readonly from: string
    readonly to: string
  }
export type Movers = {
  readonly rows: Mover[]
  readonly total: number
  readonly nextCursor: string | null
  readonly freshAsOfMs: number | null
}

/** In the order of the list: the largest first, then the most impressions, then by brand. */
type Found = Move & { readonly slice: number; readonly id: number; readonly size: number }

const KEYS: CursorList['keys'] = [
  { by: 'score', direction: 'desc', nullable: false },
  { by: 'impressions', direction: 'desc', nullable: false },
]

type Place = Pick<Found, 'size' | 'impressions' | 'id'>

const compare = (one: Place, other: Place): number =>
  other.size - one.size || other.impressions - one.impressions || one.id - other.id

type Asked = {
  readonly slices: readonly number[]
  readonly from: number
  readonly to: number
  readonly kind: MoversArgs['kind']
  readonly search: MoversArgs['search']
  readonly after: Place | undefined
  readonly count: number
}

const HAS_WORDS = `instr(k.folded, @word) > 0
  AND NOT EXISTS (SELECT 1 FROM json_each(@others) w WHERE instr(k.folded, w.value) = 0)`
const IN_SLICES = `SELECT k.id FROM json_each(@slices) s CROSS JOIN rank_slice r ON r.id = s.value
  CROSS JOIN rank_keyword k ON k.brand_no = r.brand_no WHERE ${HAS_WORDS}`
const BY_TRIGRAMS = `SELECT k.id FROM rank_search f CROSS JOIN rank_keyword k ON k.id = f.rowid
  WHERE f.rank_search MATCH @match AND ${HAS_WORDS}`
const OF_ALL = `SELECT k.id FROM rank_keyword k WHERE ${HAS_WORDS}`

/**
 * Keywords that have all words of a search; undefined without one. Of many slices those of all brands are found: to look up
 * the texts of each brand takes longer than to read all of them.
 */
const searched = (cache: Database, slices: readonly number[], search: string | undefined) => {
  const [word, ...others] = searchWords(search).toSorted((one, other) => other.length - one.length)
  if (word === undefined) return undefined
  const match = trigramQuery(word)
  const sql = slices.length <= SLICES_READ_THROUGH ? IN_SLICES : match === undefined ? OF_ALL : BY_TRIGRAMS
  const params = { slices: JSON.stringify(slices), word, others: JSON.stringify(others), match }
  return new Set(prepared(cache, sql).pluck().all(params) as number[]) // the one column
}

const [readEarlier, readLater] = [createDayReader(), createDayReader()]
const NO_ROWS = packDay([])

/** The first moves after a place of the list, and how many the whole list has; what cannot be among them is dropped. */
const largestMoves = (cache: Database, { slices, from, to, kind, search, after, count }: Asked) => {
  let found: Found[] = []
  let total = 0
  /** Of the last one kept: no smaller move is among the first. */
  let leastSize = 0
  const wanted = searched(cache, slices, search)
  if (wanted?.size === 0) return { found, total }
  const kinds = KINDS_ASKED[kind]
  for (const slice of slices) {
    const before = readEarlier(readPacked(cache, slice, from) ?? NO_ROWS)
    const later = readLater(readPacked(cache, slice, to) ?? NO_ROWS)
    const moves = movesBetween(before, later, (move) => {
      const moved = kindOf(move)
      if (moved === null || !kinds.includes(moved) || wanted?.has(move.keyword) === false) return false
      total += 1
      return sizeOf(move) >= leastSize
    })
    for (const move of moves) {
      const one = { ...move, slice, id: slice * SLICE_SPAN + move.keyword, size: sizeOf(move) }
      if (after === undefined || compare(one, after) > 0) found.push(one)
    }
    if (found.length <= 4 * count) continue
    found = found.sort(compare).slice(0, count)
    leastSize = found.at(-1)?.size ?? 0
  }
  return { found: found.sort(compare).slice(0, count), total }
}

const TEXT = 'SELECT text FROM rank_keyword WHERE id = ?'

/** Texts are looked up for the rows of a page, not for all that are sorted. */
export const keywordText = ({ cache }: ReadableDb, keyword: number): string =>
  prepared<{ text: string }>(cache, TEXT).get(keyword)?.text ?? ''

const places = (thousandths: number | null): number | null => (thousandths === null ? null : thousandths / 1000)

/** Brands without a snapshot of both days have no movers: nothing is known of what they gained or lost. */
const BOTH_DAYS = `SELECT s.value AS id, max(a.fetched_at_ms, b.fetched_at_ms) AS fetchedAtMs FROM json_each(?) s
  CROSS JOIN rank_day a ON a.slice = s.value AND a.day = ? CROSS JOIN rank_day b ON b.slice = s.value AND b.day = ?`

/** Keywords by the size of their move between two days, then by impressions. */
export const rankMovers = (db: ReadableDb, args: MoversArgs): Movers =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    const [from, to] = [dayNumber(args.from), dayNumber(args.to)]
    const both = prepared<{ id: number; fetchedAtMs: number }>(db.cache, BOTH_DAYS).all(scope.json, from, to)
    const { kind, search, limit, cursor } = args
    const list = { keys: KEYS, list: JSON.stringify([scope.print, args.slice, kind, search, from, to]), limit, cursor }
    const slices = both.map(({ id }) => id)
    let total = 0
    const page = cursorPage(list, {
      take: (place, count) => {
        const [size = 0, impressions = 0] = place?.keys ?? []
        const after = place === undefined ? undefined : { size, impressions, id: place.tie }
        const moves = largestMoves(db.cache, { slices, from, to, kind, search, after, count })
        total = moves.total
        return moves.found
      },
      placeOf: ({ size, impressions, id }) => ({ keys: [size, impressions], tie: id }),
    })
    const rows = page.rows.flatMap((move) => {
      const brandId = scope.byId.get(move.slice)?.brandId
      if (brandId === undefined) return []
      return [
        {
          brandId,
          keyword: keywordText(db, move.keyword),
          kind: kindOf(move) ?? 'up',
          fromPosition: places(move.was),
          toPosition: places(move.now),
          positionChange: move.was === null || move.now === null ? null : (move.now - move.was) / 1000,
          clicks: move.clicks,
          impressions: move.impressions,
          dayClicks: { from: move.clicksFrom, to: move.clicksTo },
        },
      ]
    })
    return { rows, total, nextCursor: page.nextCursor, freshAsOfMs: oldestOf(both) }
  })
