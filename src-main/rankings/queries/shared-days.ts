// Days as desks of a team hand them to each other: packed as in this cache, under the numbers of the team's lists of texts.
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { unpackDay } from '../rules/packed-day.ts'
import { type Numbers, repackDay } from '../rules/repack-day.ts'
import { forgetOnError, numberKeywords, urlNumbers } from './rank-keywords.ts'
import { readPacked, savePacked } from './rank-packed.ts'
import { ensureSlice, findSlice } from './rank-slices.ts'

const SUMS = 'keywords, ranking, top3, top10, visibility, avg_position, clicks, impressions'
const READ = `SELECT fetched_at_ms, ${SUMS} FROM rank_day WHERE slice = ? AND day = ?`
const SAVE = `INSERT OR REPLACE INTO rank_day (slice, day, fetched_at_ms, ${SUMS}) VALUES (?, ?, ?, ${Array(8).fill('?').join(', ')})`

/** `sums` are those of `rank_day`, in their order. */
export type SharedDay = {
  readonly day: string
  readonly fetchedAtMs: number
  readonly sums: readonly (number | null)[]
  readonly data: Buffer
}

type Place = { readonly brandId: string; readonly slice: Slice }

/** The days that are cached; nothing of the others. */
export const cachedDays = (db: ReadableDb, args: Place & { readonly days: readonly string[] }): SharedDay[] => {
  const slice = findSlice(db, args.brandId, args.slice)
  if (slice === undefined) return []
  return args.days.flatMap((day) => {
    const row = prepared(db.cache, READ).raw().get(slice, dayNumber(day)) as [number, ...(number | null)[]] | undefined // a time, then the sums
    const data = readPacked(db.cache, slice, dayNumber(day))
    if (row === undefined || data === undefined) return []
    const [fetchedAtMs, ...sums] = row
    return [{ day, fetchedAtMs, sums, data }]
  })
}

const TIMES = 'SELECT day, fetched_at_ms AS fetchedAtMs FROM rank_day WHERE slice = ?'

/** When each cached day was read. */
export const dayTimes = (db: ReadableDb, { brandId, slice }: Place): { day: string; fetchedAtMs: number }[] => {
  const number = findSlice(db, brandId, slice)
  if (number === undefined) return []
  return prepared<{ day: number; fetchedAtMs: number }>(db.cache, TIMES)
    .all(number)
    .map(({ day, fetchedAtMs }) => ({ day: dayFromNumber(day), fetchedAtMs }))
}

export type Texts = { readonly keywords: ReadonlyMap<number, string>; readonly pages: ReadonlyMap<number, string> }

const textsIn = (db: ReadableDb, table: 'rank_keyword' | 'rank_url', numbers: ReadonlySet<number>) =>
  new Map(
    prepared<{ id: number; text: string }>(
      db.cache,
      `SELECT id, text FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
    )
      .all(JSON.stringify([...numbers]))
      .map(({ id, text }) => [id, text]),
  )

/** What the numbers in these days of this cache mean. */
export const textsOfDays = (db: ReadableDb, days: readonly SharedDay[]): Texts => {
  const keywords = new Set<number>()
  const pages = new Set<number>()
  for (const { data } of days)
    for (const { keyword, page } of unpackDay(data)) {
      keywords.add(keyword)
      if (page !== 0) pages.add(page)
    }
  return { keywords: textsIn(db, 'rank_keyword', keywords), pages: textsIn(db, 'rank_url', pages) }
}

export type NumberLists = { readonly keywords: Numbers; readonly pages: Numbers }

/** The day under other numbers. */
export const renumberDay = (day: SharedDay, { keywords, pages }: NumberLists): SharedDay => ({
  ...day,
  data: repackDay(day.data, keywords, pages),
})

type Lists = { readonly keywords: readonly string[]; readonly pages: readonly string[] }
/** The team counts from 1. */
const byPlace = (numbers: readonly number[]): Numbers => ({
  size: numbers.length,
  get: (place) => numbers[place - 1],
})

/** Of `SUMS`: only visibility and avg_position may be missing. */
const MAY_MISS = [false, false, false, false, true, true, false, false]

/** As this desk packs it; null: a colleague's program stored what is no day. */
const repacked = ({ data, sums }: SharedDay, { keywords, pages }: NumberLists): Buffer | null => {
  const isSum = (mayMiss: boolean, at: number) => Number.isFinite(sums[at]) || (mayMiss && sums[at] === null)
  if (sums.length !== MAY_MISS.length || !MAY_MISS.every(isSum)) return null
  try {
    return repackDay(data, keywords, pages)
  } catch {
    return null
  }
}

/**
 * Stores days of the team; `lists` are all its texts. One that this desk read later stays. Returns how many were stored, and
 * how many are damaged: these are left out.
 */
export const saveSharedDays = (
  db: WritableDb,
  { brandId, slice, days, lists }: Place & { readonly days: readonly SharedDay[]; readonly lists: Lists },
): { filled: number; damaged: number } =>
  forgetOnError(db, () =>
    db.cache
      .transaction(() => {
        const place = ensureSlice(db, brandId, slice)
        const keywords = byPlace(numberKeywords(db.cache, place.brand, lists.keywords))
        const pages = byPlace(lists.pages.map(urlNumbers(db.cache, place.brand)))
        const known = new Map(dayTimes(db, { brandId, slice }).map(({ day, fetchedAtMs }) => [day, fetchedAtMs]))
        const newer = days.filter(({ day, fetchedAtMs }) => fetchedAtMs > (known.get(day) ?? -1))
        let filled = 0
        for (const newerDay of newer) {
          const { day, fetchedAtMs, sums } = newerDay
          const data = repacked(newerDay, { keywords, pages })
          if (data === null) continue
          savePacked(db.cache, place.slice, dayNumber(day), data)
          prepared(db.cache, SAVE).run(place.slice, dayNumber(day), fetchedAtMs, ...sums)
          filled += 1
        }
        return { filled, damaged: newer.length - filled }
      })
      .immediate(),
  )
