import { expect, test } from 'vitest'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import { forecastText } from '../../src-shared/desk/forecast.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { createMovingClock } from '../support/moving-clock.ts'
import { openSandbox } from '../support/sandbox.ts'

const LIMITS = { limits: { requestsPerMinute: 100_000 } }

test('a forecast starts after the newest whole day of a brand or keyword, or says why there is none', async () => {
  const sandbox = await openSandbox({ brands: 1, keywords: 12, days: 90, profile: LIMITS })
  const { call, sync, close } = await openTestDesk()
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, ...LIMITS })
  await call('desk.setSettings', { historyDays: 20, syncEveryMinutes: 0 })
  const { name, key } = sandbox.brands[0] ?? { name: '', key: '' }
  const { id: brandId } = await call('brands.add', { name, key, sessionOnly: true })
  const clicks = { brandId, measure: 'clicks' } as const
  const empty = await call('rankings.forecast', clicks)
  expect(empty).toMatchObject({ past: [], forecast: null, held: null, freshAsOf: null })
  await sync({ datasets: ['rankings', 'history'] })
  const short = await call('rankings.forecast', clicks)
  expect(short.forecast).toBe(null)
  expect(short.reason).toMatch(/at least 42 whole days.*19 days are cached/)

  await call('desk.setSettings', { historyDays: 80 })
  await sync({ datasets: ['rankings', 'history'] })
  const { points } = await call('brands.days', { brandId, days: 80 })
  const whole = points.filter(({ isWhole }) => isWhole)
  const found = await call('rankings.forecast', clicks)
  expect(found.past).toEqual(whole.map(({ day, clicks: value }) => ({ day, value })))
  expect(found.forecast).toHaveLength(28)
  expect(found.forecast?.[0]?.day).toBe(points.at(-1)?.day)
  expect(found.reason).toBe(null)
  expect(forecastText(found)).toMatch(/^80% of days are expected inside the band\. In the last 5 weeks it held \d+% /)
  for (const { value, low, high } of found.forecast ?? []) expect(low <= value && value <= high && low >= 0).toBe(true)

  const position = await call('rankings.forecast', { ...clicks, measure: 'position', days: 90 })
  expect(position.forecast).toHaveLength(Math.floor((79 * 2) / 3))
  const { rows } = await call('rankings.page', { brandIds: [brandId], limit: 1 })
  const keyword = rows[0]?.keyword ?? ''
  const { points: history } = await call('rankings.history', { brandId, keyword })
  const one = await call('rankings.forecast', { brandId, measure: 'position', keyword, days: 7 })
  expect(one.past.at(-1)).toEqual({ day: history.at(-2)?.day, value: history.at(-2)?.position })
  expect(one.forecast).toHaveLength(7)
  expect(await call('rankings.forecast', { ...clicks, keyword: 'never seen' })).toMatchObject({
    past: [],
    forecast: null,
  })
  await expect(call('rankings.forecast', { ...clicks, brandId: 'gone' })).rejects.toMatchObject({ kind: 'not-found' })
  await close()
})

test('days that were forecast and came since are in the record of the brand and in that of its keywords', async () => {
  const clock = createMovingClock()
  const sandbox = await openSandbox({ brands: 1, keywords: 12, days: 90, now: clock.now, profile: LIMITS })
  const { call, sync, close } = await openTestDesk({ clock })
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, ...LIMITS })
  await call('desk.setSettings', { historyDays: 60, syncEveryMinutes: 0 })
  const { name, key } = sandbox.brands[0] ?? { name: '', key: '' }
  const { id: brandId } = await call('brands.add', { name, key, sessionOnly: true })
  await sync({ datasets: ['rankings', 'history'] })
  const { rows } = await call('rankings.page', { brandIds: [brandId], limit: 2 })
  const clicks = { brandId, measure: 'clicks', days: 14 } as const
  const asked = [clicks, ...rows.map(({ keyword }) => ({ ...clicks, keyword, measure: 'position' as const }))]
  const said: CallOutput<'rankings.forecast'>[] = []
  for (const one of asked) said.push(await call('rankings.forecast', one))
  expect(said.map(({ record }) => record)).toEqual(
    [false, true, true].map((isOfKeywords) => ({ right: 0, judged: 0, isOfKeywords })),
  )
  for (let day = 0; day < 11; day += 1) {
    clock.move(86_400_000)
    await sync({ datasets: ['rankings', 'history'] })
  }
  const came = await call('rankings.forecast', clicks)
  const inside = (at: number, past: typeof came.past) =>
    (said[at]?.forecast ?? []).filter(({ day, low, high }) =>
      past.some(({ day: on, value }) => on === day && value !== null && low <= value && value <= high),
    ).length
  expect(came.record).toEqual({ right: inside(0, came.past), judged: 11, isOfKeywords: false })
  expect(came.record?.right).toBeGreaterThan(0)
  const pasts = []
  for (const one of asked.slice(1)) pasts.push(await call('rankings.forecast', one))
  const right = pasts.reduce((sum, { past }, at) => sum + inside(at + 1, past), 0)
  expect(pasts[0]?.record).toEqual({ right, judged: 22, isOfKeywords: true })
  const mobile = { device: 'mobile', country: null, searchType: 'web', universe: 'all' } as const
  expect((await call('rankings.forecast', { ...clicks, slice: mobile })).record).toBeNull()
  const asOfDay = came.past.at(-5)?.day
  expect((await call('rankings.forecast', { ...clicks, ...(asOfDay && { asOfDay }) })).record).toBeNull()
  await close()
})
