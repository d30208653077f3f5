import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const LIMITS = { limits: { requestsPerMinute: 100_000 } }

test('pages that take turns at a keyword are listed after a sync, with their days, and are gone with their brand', async () => {
  const sandbox = await openSandbox({ brands: 1, keywords: 250, days: 91, conflicts: 6, profile: LIMITS })
  const { call, sync, home, close } = await openTestDesk()
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, ...LIMITS })
  await call('desk.setSettings', { historyDays: 91, syncEveryMinutes: 0 })
  const { name, key } = sandbox.brands[0] ?? { name: '', key: '' }
  const { id: brandId } = await call('brands.add', { name, key, sessionOnly: true })
  expect(await call('cannibalisation.page', {})).toMatchObject({
    rows: [],
    total: 0,
    brands: { asked: 1, looked: 0 },
    freshAsOf: null,
  })
  await sync({ datasets: ['rankings', 'history'] })

  // The sync worked them out: the call finds nothing left to do.
  const cache = new Database(join(home, 'cache.db'), { readonly: true })
  const kept = (days?: number) =>
    cache
      .prepare('SELECT count(*) FROM page_conflict WHERE span = coalesce(?, span)')
      .pluck()
      .get(days ?? null)
  expect(cache.prepare('SELECT count(*) FROM page_conflict_state').pluck().get()).toBe(1)
  const found = await call('cannibalisation.page', { limit: 500 })
  expect(kept(90)).toBe(found.total)
  expect(found.brands).toEqual({ asked: 1, looked: 1 })
  // Six were planted; the sandbox's other pages change now and then, and some of them go back and forth as well.
  expect(found.rows.filter(({ flips }) => flips >= 6).length + found.totals.split).toBeGreaterThanOrEqual(6)
  expect(found.totals.flips + found.totals.split + found.totals.both).toBe(found.total)
  expect(found.totals.clicks).toBe(found.rows.reduce((sum, { clicks }) => sum + clicks, 0))

  // A later sync reads the window again: they are those of this window when it ends.
  await sync({ datasets: ['rankings'] })
  const ofWindow =
    "SELECT count(*) FROM page_conflict_state WHERE stamp LIKE '% ' || (SELECT fetched_at_ms FROM rank_stats)"
  expect(cache.prepare(ofWindow).pluck().get()).toBe(1)

  // Each row is what its days say.
  for (const { keyword, kind, pages, flips, clicks, strip } of found.rows) {
    const one = await call('cannibalisation.keyword', { brandId, keyword })
    expect(one.conflict).toMatchObject({ kind, pages, flips, clicks })
    expect(one.strip).toEqual(strip)
    expect(strip.days).toHaveLength(90)
    const best = one.points.filter(({ page }) => page === pages[0].page)
    expect(best).toHaveLength(pages[0].days)
    expect(best.reduce((sum, point) => sum + point.clicks, 0)).toBe(pages[0].clicks)
    if (kind === 'split') continue
    expect(one.segments).toHaveLength(flips + 1)
    expect(one.segments.length).toBeGreaterThanOrEqual(3)
  }
  // The last 28 days by themselves: turns before them do not count.
  const lately = await call('cannibalisation.page', { filter: { days: 28 }, limit: 500 })
  expect(kept(28)).toBe(lately.total)
  expect(lately.total).toBeGreaterThan(0)
  for (const { keyword, kind, pages, flips, clicks, strip } of lately.rows) {
    const one = await call('cannibalisation.keyword', { brandId, keyword, days: 28 })
    expect(one.conflict).toMatchObject({ kind, pages, flips, clicks })
    expect(one.points).toHaveLength(28)
    const whole = await call('cannibalisation.keyword', { brandId, keyword })
    expect(strip).toEqual({ from: one.points[0]?.day, days: one.strip?.days })
    expect(whole.points.slice(-28)).toEqual(one.points)
    expect(clicks).toBe(one.points.reduce((sum, point) => sum + point.clicks, 0))
  }
  const turnsOf = ({ rows }: typeof found) => rows.reduce((sum, { flips }) => sum + flips, 0)
  expect(turnsOf(lately)).toBeLessThan(turnsOf(found))
  await expect(call('cannibalisation.page', { filter: { days: 60 as 28 } })).rejects.toMatchObject({ kind: 'invalid' })
  const [first] = found.rows
  if (first === undefined) throw new Error('There are rows.')
  const history = await call('rankings.history', { brandId, keyword: first.keyword })
  const { points, advice, window } = await call('cannibalisation.keyword', { brandId, keyword: first.keyword })
  expect(points.map(({ day, clicks, impressions }) => ({ day, clicks, impressions }))).toEqual(
    history.points
      .filter(({ day }) => points.some((point) => point.day === day))
      .map(({ day, clicks, impressions }) => ({ day, clicks, impressions })),
  )
  expect(window.length).toBeGreaterThan(1)
  expect(advice.text).not.toBe('')

  // Filters, order and pages.
  const byFlips = await call('cannibalisation.page', { sort: { by: 'flips', direction: 'desc' }, limit: 2 })
  const next = await call('cannibalisation.page', {
    sort: { by: 'flips', direction: 'desc' },
    limit: 2,
    cursor: byFlips.nextCursor,
  })
  expect(byFlips.rows.concat(next.rows).map(({ flips }) => flips)).toEqual(
    found.rows
      .map(({ flips }) => flips)
      .sort((one, other) => other - one)
      .slice(0, 4),
  )
  expect((await call('cannibalisation.page', { search: first.keyword.toUpperCase() })).rows).toContainEqual(first)
  expect((await call('cannibalisation.page', { filter: { page: first.pages[1].page } })).rows).toContainEqual(first)
  expect((await call('cannibalisation.page', { filter: { clicksMin: 1e9 } })).total).toBe(0)
  expect((await call('cannibalisation.keyword', { brandId, keyword: 'never seen' })).conflict).toBe(null)
  await expect(call('cannibalisation.keyword', { brandId: 'gone', keyword: 'x' })).rejects.toMatchObject({
    kind: 'not-found',
  })

  await call('brands.remove', { brandId })
  expect(kept()).toBe(0)
  cache.close()
  await close()
})
