// Time travel: what the desk showed on a day is what it shows as of that day weeks later.
import { expect, test } from 'vitest'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Mover } from '../../src-shared/desk/rankings.ts'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'
import { testClock } from '../support/test-clock.ts'

const DAY_MS = 86_400_000
const LIMITS = { limits: { requestsPerMinute: 100_000 } }
const WINDOW = { period: { days: 28 }, comparePeriod: 'previous' } as const

/** Whatever tells when it was read, and not what. */
const withoutTimes = <Value extends object>({ freshAsOf: _, ...value }: Value & { readonly freshAsOf?: unknown }) =>
  value

/** On the day itself the day that is not over is shown as well: it is left out here. */
const shownBy = async ({ call }: TestDesk, day: string, isThen: boolean) => {
  const then = isThen ? { asOfDay: day } : {}
  const window = isThen ? then : WINDOW
  const page = (input: CallInput<'rankings.page'>) => call('rankings.page', { ...window, ...input, limit: 500 })
  const brandIds = (await call('brands.list', {})).brands.map(({ id }) => id)
  const { rows: overviews } = await call('brands.overview', then)
  return {
    page: withoutTimes(await page({ sparkDays: 14 })),
    fell: withoutTimes(await page({ sort: { by: 'clicksChange' }, filter: { change: ['down'] } })),
    week: withoutTimes(await page({ ...then, period: { days: 7 }, comparePeriod: 'previous' })),
    totals: await call('rankings.totals', { ...window }),
    movers: withoutTimes(await call('rankings.movers', { moves: 'real', limit: 500, ...then })),
    ofKinds: await Promise.all(
      (['up', 'down', 'new', 'lost'] as const).map(async (kind) =>
        withoutTimes(await call('rankings.movers', { moves: 'real', kind, limit: 500, ...then })),
      ),
    ),
    moves: overviews.map(({ brandId, realUp, realDown, lostClicks }) => {
      return { brandId, realUp, realDown, lostClicks: lostClicks?.toFixed(6) }
    }),
    days: await Promise.all(
      brandIds.map(async (brandId) => {
        const { points } = await call('brands.days', { brandId, days: isThen ? 40 : 41, ...then })
        return points.filter((point) => point.day <= day)
      }),
    ),
  }
}

test('views as of a day equal what the desk showed on that day', async () => {
  const startMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 20 * DAY_MS + 3_600_000
  const travel = { ms: startMs }
  const sandbox = await openSandbox({ brands: 2, keywords: 150, days: 90, now: () => travel.ms, profile: LIMITS })
  const clock = { ...testClock, now: () => travel.ms }
  const desk = await openTestDesk({ clock })
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl, ...LIMITS })
  await desk.call('desk.setSettings', { historyDays: 65, syncEveryMinutes: 0 })
  for (const index of [0, 1])
    await desk.call('brands.add', { name: `B${index}`, key: sandbox.keyOf(index), sessionOnly: true })
  const recorded = new Map<string, Awaited<ReturnType<typeof shownBy>>>()
  for (let day = 0; day < 6; day += 1) {
    await desk.sync({ datasets: ['rankings', 'history', 'tracked'] })
    const { newestWholeDay } = await desk.call('rankings.days', {})
    if (newestWholeDay === null) throw new Error('Whole days are synced.')
    recorded.set(newestWholeDay, await shownBy(desk, newestWholeDay, false))
    travel.ms += DAY_MS
  }
  expect(recorded.size).toBe(6)
  const moves = [...recorded.values()].map(({ movers }) => movers.total)
  expect(Math.max(...moves)).toBeGreaterThan(0)
  // New ones climbed, and lost ones fell.
  for (const { movers, ofKinds } of recorded.values()) {
    const [up, down, added, lost] = ofKinds
    expect((up?.total ?? 0) + (down?.total ?? 0)).toBe(movers.total)
    expect([up?.rows, down?.rows]).toEqual([
      expect.arrayContaining(added?.rows ?? []),
      expect.arrayContaining(lost?.rows ?? []),
    ])
  }
  const pages = new Set([...recorded.values()].map(({ page }) => JSON.stringify(page.rows)))
  expect(pages.size).toBe(6)
  for (const [day, then] of recorded) {
    expect(await shownBy(desk, day, true), day).toEqual(then)
    // The overview names the visibility of the day itself; its other figures are of the 28 days, as Rankings adds them up.
    const { rows } = await desk.call('brands.overview', { asOfDay: day })
    const newest = then.days.map((points) => points.at(-1))
    expect(rows.map(({ visibility }) => visibility)).toEqual(newest.map((point) => point?.visibility))
    for (const { brandId, avgPosition, avgPositionChange } of rows) {
      const totals = await desk.call('rankings.totals', { brandIds: [brandId], ...WINDOW, asOfDay: day })
      expect([avgPosition, avgPositionChange]).toEqual([totals.avgPosition, totals.avgPositionChange])
    }
    expect(rows.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(then.totals.clicks.now)
    expect(rows.reduce((sum, { keywords }) => sum + keywords, 0)).toBe(then.totals.keywords)
  }
  // All pages of the moves of a day are its moves.
  const [day = '', first] = [...recorded].find(([, { movers }]) => movers.total > 1) ?? []
  const whole: Mover[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await desk.call('rankings.movers', { moves: 'real', asOfDay: day, limit: 1, cursor })
    whole.push(...page.rows)
    cursor = page.nextCursor
  }
  expect(whole).toEqual(first?.movers.rows)
  const word = whole[0]?.keyword.toUpperCase() ?? ''
  const found = await desk.call('rankings.movers', { moves: 'real', asOfDay: day, limit: 500, search: word })
  const expected = whole.filter(({ keyword }) => keyword.toUpperCase().includes(word))
  expect(found).toMatchObject({ rows: expected, total: expected.length })
  expect(expected.length).toBeLessThan(whole.length)
  const none = await desk.call('rankings.movers', { moves: 'real', asOfDay: '2001-01-01' })
  expect(none).toMatchObject({ rows: [], total: 0, real: null })
})
