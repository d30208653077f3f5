import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysAgo, startClient, TODAY, type TopItem } from './sandbox-client.ts'

const CHANGES = ['clicksChange', 'impressionsChange', 'ctrChange', 'positionChange'] as const
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const byKeyword = (items: readonly TopItem[]) => new Map(items.map((item) => [item.keyword, item]))
const range = (from: number, to: number) => ({ startDate: daysAgo(from), endDate: daysAgo(to) })

describe('which days', () => {
  it.each([
    ['no dates and no days: the last 28', {}, range(27, 0)],
    ['days', { days: '7' }, range(6, 0)],
    ['currentDays', { currentDays: '3' }, range(2, 0)],
    ['days before currentDays', { days: '7', currentDays: '3' }, range(6, 0)],
    ['dates before days', { ...range(9, 5), days: '90' }, range(9, 5)],
    ['only a start: up to today', { startDate: daysAgo(4) }, range(4, 0)],
    ['only an end: 28 days up to it', { endDate: daysAgo(10) }, range(37, 10)],
    ['an end in the future is today', { startDate: daysAgo(2), endDate: '2030-01-01' }, range(2, 0)],
    ['a start before the history is its first day', { startDate: '2020-01-01', endDate: daysAgo(85) }, range(89, 85)],
  ])('%s', async (_, query, dates) => {
    const client = await startClient()
    const rows = await client.top(query)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(await client.top(dates))
  })

  it('has no rows for days in the future or before the history', async () => {
    const client = await startClient({ days: 30 })
    expect(await client.top(range(-1, -9))).toEqual([])
    expect(await client.top(range(60, 30))).toEqual([])
    expect((await client.top(range(29, 29))).length).toBeGreaterThan(0)
  })

  it('moves with the clock', async () => {
    const client = await startClient()
    const tomorrow = range(-1, -1)
    expect(await client.top(tomorrow)).toEqual([])
    await client.control('POST', '/clock', { now: `${daysAgo(-1)}T00:00:00Z` })
    expect((await client.top(tomorrow)).length).toBeGreaterThan(0)
  })
})

describe('a range of days', () => {
  it('is the sum of its days, with positions weighted by impressions', async () => {
    const client = await startClient({ profile: { limits: { requestsPerMinute: 100_000 } } })
    const days = await Promise.all(Array.from({ length: 20 }, (_, ago) => client.top(range(ago, ago))))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 19 }), fc.integer({ min: 0, max: 19 }), async (one, other) => {
        const [to, from] = [Math.min(one, other), Math.max(one, other)]
        const parts = days.slice(to, from + 1).map(byKeyword)
        for (const item of await client.top(range(from, to))) {
          const own = parts.flatMap((day) => day.get(item.keyword) ?? [])
          const impressions = sum(own.map((day) => day.impressions))
          const weighted = sum(own.map((day) => day.impressions * (day.position ?? 0)))
          expect(item.clicks).toBe(sum(own.map((day) => day.clicks)))
          expect(item.impressions).toBe(impressions)
          if (impressions === 0) expect(item.position).toBeNull()
          else expect(item.position).toBeCloseTo(weighted / impressions, 1)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('keeps every item whole: measures in bounds, pages that add up, changes absent without compare', async () => {
    const client = await startClient({ brands: 6, keywords: 200 })
    for (const brand of [0, 1, 2, 3, 4, 5]) {
      for (const item of await client.top({}, brand)) {
        const { clicks, impressions, ctr, position, rankedPages } = item
        expect(clicks).toBeLessThanOrEqual(impressions)
        expect(ctr).toBe(impressions === 0 ? 0 : Math.round((clicks / impressions) * 1e4) / 1e4)
        if (position !== null) expect(Math.round((position ?? 0) * 100) / 100).toBe(position)
        expect(item.pages).toBe(rankedPages?.length)
        expect(sum((rankedPages ?? []).map((page) => page.impressions))).toBe(impressions)
        expect(sum((rankedPages ?? []).map((page) => page.clicks))).toBe(clicks)
        for (const page of rankedPages ?? []) expect(page.clicks).toBeLessThanOrEqual(page.impressions)
        for (const change of CHANGES) expect(item).not.toHaveProperty(change)
      }
    }
  })

  it('is sorted by current position, unranked last', async () => {
    const client = await startClient({ keywords: 400 })
    for (const query of [{}, { days: '1' }, { device: 'mobile' }, { universe: 'tracked', days: '1' }]) {
      const positions = (await client.top(query)).map(({ position }) => position ?? Number.POSITIVE_INFINITY)
      expect(positions).toEqual(positions.toSorted((left, right) => left - right))
      expect(positions.length).toBeGreaterThan(10)
    }
  })
})

describe('compare', () => {
  it.each([
    ['the period before of the same length', { ...range(6, 0), compare: 'true' }, range(6, 0), range(13, 7)],
    ['a day and the day before', { ...range(3, 3), compare: 'true' }, range(3, 3), range(4, 4)],
    ['previousDays', { currentDays: '7', previousDays: '14', compare: 'true' }, range(6, 0), range(20, 7)],
  ])('is current minus %s', async (_, query, current, previous) => {
    const client = await startClient({ keywords: 200 })
    const compared = await client.top(query)
    const before = byKeyword(await client.top(previous))
    expect(compared.map(({ keyword }) => keyword)).toEqual((await client.top(current)).map(({ keyword }) => keyword))
    for (const item of compared) {
      const then = before.get(item.keyword)
      expect(item.clicksChange).toBe(item.clicks - (then?.clicks ?? 0))
      expect(item.impressionsChange).toBe(item.impressions - (then?.impressions ?? 0))
      expect(item.ctrChange).toBeCloseTo(item.ctr - (then?.ctr ?? 0), 8)
      const isOpen = item.position === null || (then?.position ?? null) === null
      if (isOpen) expect(item.positionChange).toBeNull()
      else expect(item.positionChange).toBeCloseTo((item.position ?? 0) - (then?.position ?? 0), 8)
      for (const page of item.rankedPages ?? []) expect(page.clicksChange).toBeTypeOf('number')
    }
  })
})

describe('slices', () => {
  it('splits into devices and countries that stay within the whole', async () => {
    const client = await startClient({ keywords: 200 })
    const all = byKeyword(await client.top())
    for (const query of [{ device: 'desktop' }, { device: 'mobile' }, { country: 'gb' }, { searchType: 'image' }]) {
      const items = await client.top(query)
      expect(items.length).toBeGreaterThan(0)
      for (const item of items) expect(item.impressions).toBeLessThanOrEqual(all.get(item.keyword)?.impressions ?? 0)
      expect(items).not.toEqual([...all.values()])
    }
  })

  it('accepts a country in either form, and has no rankings in a country without impressions', async () => {
    const client = await startClient()
    expect(await client.top({ country: 'USA' })).toEqual(await client.top({ country: 'us' }))
    expect(await client.top({ country: 'zz', universe: 'ranked' })).toEqual([])
  })

  it('distinguishes the universes: all is ranked and tracked together', async () => {
    const client = await startClient({ keywords: 400 })
    const day = { days: '1' }
    const all = await client.top({ ...day, universe: 'all' })
    const ranked = await client.top({ ...day, universe: 'ranked' })
    const tracked = await client.top({ ...day, universe: 'tracked' })
    expect(await client.top(day)).toEqual(all)
    expect(ranked.every(({ position }) => position !== null)).toBe(true)
    expect(tracked.some(({ position }) => position === null)).toBe(true)
    const union = new Set([...ranked, ...tracked].map(({ keyword }) => keyword))
    expect(new Set(all.map(({ keyword }) => keyword))).toEqual(union)
    const list = await client.call('/v3/rank-tracking/keywords')
    const names = list.json.items.map(({ keyword }: { keyword: string }) => keyword)
    expect(new Set(names)).toEqual(new Set(tracked.map(({ keyword }) => keyword)))
  })
})

it('gives all rows without a limit, else the first', async () => {
  const client = await startClient({ keywords: 300 })
  const all = await client.top({ days: '1' })
  expect(all.length).toBeGreaterThan(200)
  expect(await client.top({ days: '1', limit: '25' })).toEqual(all.slice(0, 25))
  expect(await client.top({ startDate: TODAY, endDate: TODAY })).toEqual(all)
})
