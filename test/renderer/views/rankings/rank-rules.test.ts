import { describe, expect, test } from 'vitest'
import { historyFrom, historySeries } from '../../../../src-renderer/views/rankings/history-series.ts'
import { chosenDays, newestDays, usualDays, wholeDays } from '../../../../src-renderer/views/rankings/mover-days.ts'
import { goneText, rankEvent } from '../../../../src-renderer/views/rankings/rank-event.ts'

const moved = (position: number | null, positionChange: number | null, impressionsChange: number | null) => ({
  position,
  positionChange,
  clicksChange: null,
  impressionsChange,
})

describe('new and lost', () => {
  test('new ranks, and was not ranking on the compared day', () => {
    expect(rankEvent(moved(4, null, 120))).toBe('new')
    expect(rankEvent(moved(4, null, null))).toBeUndefined()
    expect(rankEvent(moved(4, -2, 120))).toBeUndefined()
  })

  test('lost does not rank, and had impressions before', () => {
    expect(rankEvent(moved(null, null, -40))).toBe('lost')
    expect(rankEvent(moved(null, null, 0))).toBeUndefined()
  })

  test('a keyword without a position any more is said to have none, whatever its average is', () => {
    const said = (spark: (number | null)[] | undefined, position: number | null = 3.2) => goneText({ position, spark })
    const gone = (days: number) => Array<null>(days).fill(null)
    const steady = Array<number>(20).fill(3)
    const [two, seven] = [2, 7].map((days) => `Not ranking for the last ${days} days. Average of the days before: 3.2`)
    expect([0, 1, 2, 7].map((days) => said([...gone(8), ...steady, ...gone(days)]))).toEqual([
      undefined,
      undefined,
      two,
      seven,
    ])
    // One that comes and goes.
    expect([0, 2, 6, 7].map((days) => said([3, null, 3.4, ...gone(days)]))).toEqual([
      undefined,
      undefined,
      undefined,
      seven,
    ])
    // Nothing is known of days that are not cached, and nothing of a row without its trend.
    expect([said(gone(28)), said(undefined), said([...steady, ...gone(7)], null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

const point = (day: string, position: number | null) => ({ day, position, clicks: 1, impressions: 2, ctr: 0.5 })

describe('history', () => {
  test('has gaps for days that were never cached', () => {
    const series = historySeries([point('2026-11-01', 3), point('2026-11-03', 4)])
    expect(series.days).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
    expect(series.position).toEqual([3, null, 4])
    expect(series.clicks).toEqual([1, null, 1])
  })

  test('counts the last 28 days from the newest cached day', () => {
    const points = [point('2026-10-22', 9), point('2026-10-24', 8), point('2026-11-20', 3)]
    expect(historyFrom(points, '28').map(({ day }) => day)).toEqual(['2026-10-24', '2026-11-20'])
    expect(historyFrom(points, 'all')).toHaveLength(3)
    expect(historyFrom([], '28')).toEqual([])
    expect(historyFrom(points, '28', '2026-10-22')).toHaveLength(3)
  })
})

const days = ['2026-11-20', '2026-11-19', '2026-11-12', '2026-11-01'].map((day) => ({ day, brands: 10 }))

describe('days of the movers', () => {
  test('are the newest vs the cached day nearest to a week before', () => {
    expect(usualDays(days)).toEqual({ from: '2026-11-12', to: '2026-11-20' })
    expect(usualDays(days.slice(0, 1))).toBeNull()
    expect(usualDays(days.slice(0, 2))).toEqual({ from: '2026-11-19', to: '2026-11-20' })
  })

  test('skip a day that only few brands have yet', () => {
    expect(usualDays([{ day: '2026-11-21', brands: 2 }, ...days])?.to).toBe('2026-11-20')
  })

  test('end with a day that was over when it was read, unless another one is chosen', () => {
    const whole = wholeDays(days, '2026-11-19')
    expect(newestDays(whole)).toEqual({ from: '2026-11-12', to: '2026-11-19' })
    expect(chosenDays(days, {}, whole)).toEqual({ from: '2026-11-12', to: '2026-11-19' })
    expect(chosenDays(days, { to: '2026-11-20' }, whole)?.to).toBe('2026-11-20')
    expect(wholeDays(days, '2026-11-01')).toBe(days)
    expect(wholeDays(days, null)).toBe(days)
  })

  test('stay as chosen while both are cached and in order', () => {
    expect(chosenDays(days, { from: '2026-11-01', to: '2026-11-12' })).toEqual({ from: '2026-11-01', to: '2026-11-12' })
    expect(chosenDays(days, { from: '2026-09-01' })).toEqual({ from: '2026-11-12', to: '2026-11-20' })
    expect(chosenDays(days, { to: '2026-11-12' })).toEqual({ from: '2026-11-01', to: '2026-11-12' })
  })
})
