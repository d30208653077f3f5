// Days of small brands in a cache, and their causes worked out as the handlers do it.
import { DAY_MS, dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import { causesStale, saveCauses } from '../../../src-main/causes/queries/save-causes.ts'
import { CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { createRandom } from '../../support/random.ts'
import { FETCHED_AT_MS, loadDay } from '../rankings/rank-db.ts'

export const LAST = dayNumber(new Date(FETCHED_AT_MS).toISOString().slice(0, 10)) - 1
export const HOSTILE = '<script>alert("1")</script>\u001b[31m'
export const PAGE = `https://shop.example/${HOSTILE}`
const nameOf = (at: number): string => (at === 0 ? HOSTILE : `thing ${at}`)
const pageOf = (at: number): string => (at < 8 ? PAGE : `https://shop.example/${Math.floor(at / 8)}`)

/** The day after the newest one, when that is whole. */
const wholeFrom = (newest: number): number => FETCHED_AT_MS + (newest - LAST) * DAY_MS

type Fall = {
  readonly isHit?: (at: number) => boolean
  readonly keywordAt?: (at: number) => string
  readonly pageAt?: (at: number) => string
  readonly days?: number
  readonly last?: number
  readonly newest?: number
  /** Without a row on the newest day. */
  readonly isAbsent?: (at: number) => boolean
}

/** Days of 24 keywords on three pages; those that are hit fall to half of their place on the newest five days. */
export const loadDays = (
  db: WritableDb,
  brandId: string,
  {
    isHit = () => false,
    isAbsent = () => false,
    keywordAt = nameOf,
    pageAt = pageOf,
    days = CAUSE_DAYS,
    newest = LAST,
    last = newest,
  }: Fall,
) => {
  const random = createRandom(3)
  for (let day = last - days + 1; day <= last; day += 1) {
    const items = Array.from({ length: 24 }, (_, at) => {
      const factor = (day > newest - 5 && isHit(at) ? 2 : 1) * (0.98 + 0.04 * random())
      const clicks = Math.round(20 / factor)
      const measures = { clicks, impressions: 200, ctr: clicks / 200, position: 4 * factor }
      return { keyword: keywordAt(at), ...measures, pages: 1, rankedPages: [{ page: pageAt(at), ...measures }] }
    })
    const shown = items.filter((_, at) => day < newest || !isAbsent(at))
    loadDay(db, { brandId, items: shown, day: dayFromNumber(day), fetchedAtMs: wholeFrom(newest) })
  }
}

/** More than half of the searches of all keywords are gone since ten days, at steady positions. */
export const loadFewerSearches = (db: WritableDb, brandId: string, newest = LAST): void => {
  const random = createRandom(3)
  for (let day = newest - CAUSE_DAYS + 1; day <= newest; day += 1) {
    const items = Array.from({ length: 24 }, (_, at) => {
      const factor = (day > newest - 10 ? 0.4 : 1) * (0.98 + 0.04 * random())
      const measures = { clicks: Math.round(40 * factor), impressions: Math.round(400 * factor), ctr: 0.1, position: 4 }
      return { keyword: nameOf(at), ...measures, pages: 1, rankedPages: [{ page: pageOf(at), ...measures }] }
    })
    loadDay(db, { brandId, items, day: dayFromNumber(day), fetchedAtMs: wholeFrom(newest) })
  }
}

export const isOnPage = (at: number): boolean => at < 8

export const fallTogether = (db: WritableDb, brandIds: readonly string[], newest = LAST): void => {
  for (const [at, brandId] of brandIds.entries())
    loadDays(db, brandId, { newest, ...(at < 5 && { isHit: (one) => one % 4 !== 0 }) })
}

/** As the handlers do it: until nothing is stale. */
export const workOut = (db: WritableDb, ...brandIds: string[]): string[] => {
  const done: string[] = []
  for (let pass = 0; pass < 3; pass += 1)
    for (const { portfolio, stale } of causesStale(db, { brandIds }))
      for (const looked of stale) {
        const { brandId } = looked
        saveCauses(db, { brandId, portfolio, looked })
        done.push(brandId)
      }
  return done
}
