import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { dayFromNumber } from '../../src-main/base/clock.ts'
import { unpackDay } from '../../src-main/rankings/rules/packed-day.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

test('brands.days adds up each cached day as its rows do, and brands.overview the clicks that real falls lost', async () => {
  const sandbox = await openSandbox({ brands: 1, keywords: 80, days: 45 })
  const { call, sync, home, close } = await openTestDesk()
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, limits: { requestsPerMinute: 100_000 } })
  await call('desk.setSettings', { historyDays: 36, syncEveryMinutes: 0 })
  const { name, key } = sandbox.brands[0] ?? { name: '', key: '' }
  const { id: brandId } = await call('brands.add', { name, key, sessionOnly: true })
  expect((await call('brands.days', { brandId })).points).toEqual([])
  await sync({ datasets: ['rankings', 'history'] })
  const { points } = await call('brands.days', { brandId })
  const { rows } = await call('brands.overview', {})
  const { rows: moves } = await call('rankings.movers', { moves: 'real', limit: 500 })
  await close()

  const cache = new Database(join(home, 'cache.db'), { readonly: true })
  const packed = cache.prepare('SELECT id, data FROM rank_packed ORDER BY id DESC LIMIT 29').all() as {
    id: number
    data: Buffer
  }[] // the columns above
  cache.close()
  const sums = packed.map(({ id, data }) => {
    const rows = unpackDay(data)
    const positions = rows.flatMap(({ position }) => position ?? [])
    return {
      day: dayFromNumber(id % 2 ** 20),
      keywords: rows.length,
      ranking: positions.length,
      clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
      impressions: rows.reduce((sum, { impressions }) => sum + impressions, 0),
      avgPosition: positions.reduce((sum, position) => sum + position, 0) / positions.length / 1000,
    }
  })
  expect(points).toHaveLength(29)
  expect(points.toReversed()).toMatchObject(
    sums.map((sum) => ({ ...sum, avgPosition: expect.closeTo(sum.avgPosition, 6) })),
  )
  expect(points.filter(({ isWhole }) => !isWhole).map(({ day }) => day)).toEqual(points.slice(-1).map(({ day }) => day))

  const falls = moves.flatMap(({ kind, real }) => (kind === 'down' || kind === 'lost' ? (real ?? []) : []))
  const lost = falls.reduce((sum, real) => sum + Math.max(0, real.clicksBefore - real.clicksNow), 0)
  expect(falls.length).toBeGreaterThan(0)
  expect(rows[0]?.lostClicks).toBeCloseTo(lost, 6)
})
