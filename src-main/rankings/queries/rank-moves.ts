// Real moves (rules/real-moves.ts) of each slice. They are worked out once after its days changed, a slice at a time,
// and kept: to read them over 200 brands is to read some thousand rows, not six million of history.

import type { Database } from 'better-sqlite3'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { DAY_MS } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { createDayReader, createPlaces } from '../rules/day-columns.ts'
import { onsetOf } from '../rules/move-onset.ts'
import { isNearUsual, type KnownDays, positionNow, type RealMove, realMoveOf, SPAN_DAYS } from '../rules/real-moves.ts'
import { readOnce, remember } from './rank-memo.ts'
import { readSpans } from './rank-packed.ts'
import { type ScopeArgs, scopeOf } from './rank-scope.ts'
import { findSlice } from './rank-slices.ts'

/** A day that was read before it was over holds a part of its clicks: it waits until it was read whole. */
const IS_WHOLE = `fetched_at_ms >= (day + 1) * ${DAY_MS}`
const DAYS = `SELECT day, fetched_at_ms AS fetchedAtMs FROM rank_day
  WHERE slice = @slice AND ${IS_WHOLE} AND day <= @last
    AND day > (SELECT max(day) FROM rank_day WHERE slice = @slice AND ${IS_WHOLE} AND day <= @last) - ${SPAN_DAYS}
  ORDER BY day`

/** Another number has the moves of all slices worked out again: for what is kept of them. */
const KEPT = 2

export type Days = { readonly days: readonly number[]; readonly stamp: string }

const ANY_DAY = Number.MAX_SAFE_INTEGER

/** The days that the moves of a slice come from, as of a day. */
export const daysOf = (cache: Database, slice: number, last = ANY_DAY): Days => {
  const rows = prepared<{ day: number; fetchedAtMs: number }>(cache, DAYS).all({ slice, last })
  const newestRead = Math.max(0, ...rows.map(({ fetchedAtMs }) => fetchedAtMs))
  const days = rows.map(({ day }) => day)
  return { days, stamp: `${KEPT} ${days.at(0)} ${days.at(-1)} ${days.length} ${newestRead}` }
}

const stampKept = (cache: Database, slice: number): string | undefined =>
  prepared<{ days: string }>(cache, 'SELECT days FROM rank_move_state WHERE slice = ?').get(slice)?.days

const readDayColumns = createDayReader()

/** Of every keyword of the slice its 31 days, one keyword after the other. */
const keywordDays = (cache: Database, slice: number, { days }: Days) => {
  const first = (days.at(-1) ?? 0) - SPAN_DAYS + 1
  const { keywords, placeOf } = createPlaces()
  let [positions, clicks, impressions] = [new Float32Array(0), new Float32Array(0), new Float32Array(0)]
  const longer = (column: Float32Array, length: number) => {
    const made = new Float32Array(length)
    made.set(column)
    return made
  }
  for (const { day, data } of readSpans(cache, [{ slice, from: first, to: days.at(-1) ?? 0 }])) {
    if (!days.includes(day)) continue
    const { count, keywords: ofDay, column } = readDayColumns(data)
    const [ranks, clicked, shown] = [column('positions'), column('clicks'), column('impressions')]
    for (let row = 0, place = -1; row < count; row += 1) {
      place = placeOf(ofDay[row] ?? 0, place)
      const at = place * SPAN_DAYS + day - first
      if (at >= positions.length) {
        const length = Math.max(count, keywords.length * 2) * SPAN_DAYS
        positions = longer(positions, length)
        clicks = longer(clicks, length)
        impressions = longer(impressions, length)
      }
      positions[at] = Math.max(0, (ranks[row] ?? 0) - 1) / 1000
      clicks[at] = clicked[row] ?? 0
      impressions[at] = shown[row] ?? 0
    }
  }
  return { keywords, positions, clicks, impressions }
}

export type KeywordMove = RealMove & {
  readonly keyword: number
  readonly positions: ArrayLike<number>
  readonly known: KnownDays
}

/** The real moves of a slice within these days. */
export function* movesIn(cache: Database, slice: number, days: Days): Generator<KeywordMove> {
  const first = (days.days.at(-1) ?? 0) - SPAN_DAYS + 1
  const known = Array.from({ length: SPAN_DAYS }, (_, at) => days.days.includes(first + at))
  const { keywords, positions, clicks, impressions } = keywordDays(cache, slice, days)
  for (const [place, keyword] of keywords.entries()) {
    if (isNearUsual(positions, place * SPAN_DAYS)) continue
    const of = (column: Float32Array) => column.subarray(place * SPAN_DAYS, (place + 1) * SPAN_DAYS)
    const own = of(positions)
    const move = realMoveOf({ positions: own, clicks: of(clicks), impressions: of(impressions) }, known)
    if (move !== null) yield { ...move, keyword, known, positions: own }
  }
}

const INSERT = `INSERT INTO rank_move VALUES
  (@slice, @keyword, @kind, @before, @now, @low, @high, @deviation, @clicksBefore, @clicksNow, @clicks, @impressions, @since)`

const isRise = (kind: RealMove['kind']): boolean => kind === 'up' || kind === 'new'

type Kept = { keyword: number; kind: RealMove['kind']; since: number | null }

/** When the moves that are known already began, by keyword and direction. */
const knownOnsets = (cache: Database, slice: number): ReadonlyMap<string, number> =>
  new Map(
    prepared<Kept>(cache, 'SELECT keyword, kind, since FROM rank_move WHERE slice = ?')
      .all(slice)
      .flatMap(({ keyword, kind, since }) => (since === null ? [] : [[`${keyword} ${isRise(kind)}`, since]])),
  )

const replaceMoves = (cache: Database, slice: number, days: Days): void => {
  const first = (days.days.at(-1) ?? 0) - SPAN_DAYS + 1
  const counts = { up: 0, down: 0 }
  const onsets = knownOnsets(cache, slice)
  prepared(cache, 'DELETE FROM rank_move WHERE slice = ?').run(slice)
  for (const { usual, known, positions, isAbsent, ...move } of movesIn(cache, slice, days)) {
    const { keyword } = move
    const kept = onsets.get(`${keyword} ${isRise(move.kind)}`)
    const since = kept !== undefined && kept >= first ? kept : first + onsetOf(positions, known, { ...move, usual })
    const now = positionNow({ ...move, isAbsent })
    prepared(cache, INSERT).run({ ...move, now, slice, since, low: usual?.low ?? null, high: usual?.high ?? null })
    counts[isRise(move.kind) ? 'up' : 'down'] += 1
  }
  prepared(cache, 'INSERT OR REPLACE INTO rank_move_state VALUES (?, ?, ?, ?, ?)').run(
    slice,
    days.stamp,
    days.days.at(-1),
    counts.up,
    counts.down,
  )
}

const MOVE_STAMP = 'UPDATE rank_move_state SET days = ? WHERE slice = ? AND days = ?'

export type SaveMovesArgs = { readonly brandId: string; readonly slice: Slice }

/** Works out the real moves of a brand's slice, unless its days are those they were worked out from. */
export const saveMoves = (db: WritableDb, args: SaveMovesArgs): void =>
  db.cache.transaction(() => {
    const slice = findSlice(db, args.brandId, args.slice)
    if (slice === undefined) return
    const days = daysOf(db.cache, slice)
    if (days.days.length > 0 && days.stamp !== stampKept(db.cache, slice)) replaceMoves(db.cache, slice, days)
  })()

/** A day was read again as it was. Moves that were worked out from its rows stay; they are not worked out again. */
export const touchDay = (
  cache: Database,
  { slice, day, fetchedAtMs }: { slice: number; day: number; fetchedAtMs: number },
): void => {
  const before = daysOf(cache, slice)
  prepared(cache, 'UPDATE rank_day SET fetched_at_ms = ? WHERE slice = ? AND day = ?').run(fetchedAtMs, slice, day)
  const after = daysOf(cache, slice)
  const isSame = String(before.days) === String(after.days)
  if (isSame) prepared(cache, MOVE_STAMP).run(after.stamp, slice, before.stamp)
}

/** The brands whose days changed since their moves were worked out. */
export const staleMoves = (db: ReadableDb, args: ScopeArgs): string[] =>
  readOnce(db, () => {
    const scope = scopeOf(db, args)
    return remember(db, `stale moves ${scope.json}`, () =>
      scope.slices.flatMap(({ id, brandId }) => {
        const { days, stamp } = daysOf(db.cache, id)
        return days.length === 0 || stamp === stampKept(db.cache, id) ? [] : [brandId]
      }),
    )
  })
