// A keyword that no longer ranks has no position to forecast.
import { expect, test } from 'vitest'
import { DAY_MS, dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import { rankForecast } from '../../../src-main/rankings/queries/rank-forecast.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addBrand, loadDay, rankDb } from './rank-db.ts'

const FIRST = dayNumber('2026-01-01')
const DAYS = 60

/** A brand whose keyword climbs to the top, and then has no position on the last days. */
const withLost = (missing: number) => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  for (let at = 0; at < DAYS; at += 1) {
    const day = FIRST + at
    const tea = { keyword: 'tea', position: at < DAYS - missing ? Math.max(1, 20 - at / 2) : null }
    const pots = { keyword: 'pots', position: 7, clicks: 3 }
    loadDay(db, { brandId, day: dayFromNumber(day), items: [tea, pots], fetchedAtMs: (day + 1) * DAY_MS })
  }
  const asked = { brandId, slice: DEFAULT_SLICE, days: 14, keyword: 'tea' }
  return { position: rankForecast(db, { ...asked, measure: 'position' }), asked, db }
}

test('a keyword without a position on the last 3 days gets no forecast of a position, and the reason says so', () => {
  const { position, asked, db } = withLost(3)
  expect(position).toMatchObject({ forecast: null, held: null })
  expect(position.reason).toBe('The keyword did not rank on the last 3 days, so there is no position to forecast.')
  expect(rankForecast(db, { ...asked, keyword: 'pots', measure: 'position' }).forecast).toHaveLength(14)
  expect(
    rankForecast(db, { brandId: asked.brandId, slice: DEFAULT_SLICE, days: 14, measure: 'position' }).forecast,
  ).toHaveLength(14)
})

test('a keyword that missed its last day alone is still forecast, from the day after the newest', () => {
  const { position } = withLost(1)
  expect(position.forecast?.[0]?.day).toBe(dayFromNumber(FIRST + DAYS))
})

/** A brand whose keyword has these clicks, one day after the other. */
const reasonAfter = (clicks: readonly number[]) => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  for (const [at, count] of clicks.entries()) {
    const day = FIRST + at
    const items = [{ keyword: 'tea', position: 3, clicks: count }]
    loadDay(db, { brandId, day: dayFromNumber(day), items, fetchedAtMs: (day + 1) * DAY_MS })
  }
  return rankForecast(db, { brandId, slice: DEFAULT_SLICE, days: 14, measure: 'clicks' }).reason
}

test('without any clicks the reason says so, from the first day on; without a day it asks for more days', () => {
  const nothing = 'There were no clicks in these days, so there is nothing to forecast.'
  expect(reasonAfter(Array<number>(DAYS).fill(0))).toBe(nothing)
  expect(reasonAfter([0])).toBe(nothing)
  expect(reasonAfter([])).toContain('0 days are cached')
  expect(reasonAfter([0, 1])).toContain('2 days are cached')
  expect(reasonAfter([...Array<number>(DAYS).fill(0), 1])).toBeNull()
})
