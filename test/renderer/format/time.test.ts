import { describe, expect, it } from 'vitest'
import { freshnessOf } from '../../../src-renderer/format/freshness.ts'
import {
  formatAge,
  formatAgo,
  formatClock,
  formatDate,
  formatDay,
  formatMoment,
  formatMonth,
  formatShortDay,
  formatUntil,
} from '../../../src-renderer/format/time.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

describe('ages', () => {
  it('has the fitting unit', () => {
    expect(formatAgo(minutesAgo(0.5), now)).toBe('just now')
    expect(formatAge(minutesAgo(0.5), now)).toBe('now')
    expect(formatAge(minutesAgo(59), now)).toBe('59 min')
    expect(formatAgo(minutesAgo(59), now)).toBe('59 min ago')
    expect(formatAgo(minutesAgo(60), now)).toBe('1 h ago')
    expect(formatAgo(minutesAgo(23 * 60), now)).toBe('23 h ago')
    expect(formatAgo(minutesAgo(24 * 60), now)).toBe('1 d ago')
    expect(formatAgo(minutesAgo(48 * 60), now)).toBe('2 d ago')
    expect(formatAgo('2020-09-13T12:00:00Z', now)).toBe('6 y ago')
  })
  it('shows a time ahead of this clock as just now', () => {
    expect(formatAgo(minutesAgo(-5), now)).toBe('just now')
  })
  it('counts down and never below now', () => {
    expect(formatUntil(now + 40_000, now)).toBe('in 40 s')
    expect(formatUntil(now + 5 * 60_000, now)).toBe('in 5 min')
    expect(formatUntil(now - 1, now)).toBe('now')
  })
  it('names the year of another year, else the weekday', () => {
    expect(formatDate('2026-11-20T19:26:00Z', 'Europe/Berlin', now)).toBe('Fri 20 Nov')
    expect(formatDate('2025-09-01T12:00:00Z', 'UTC', now)).toBe('1 Sep 2025')
    expect(formatMonth('2025-03-01')).toBe('Mar 2025')
  })
  it('shows a moment with its time, in the given zone', () => {
    expect(formatMoment('2026-11-20T19:26:00Z', 'Europe/Berlin', now)).toBe('20 Nov, 20:26')
    expect(formatMoment('2025-12-31T23:30:00Z', 'Europe/Berlin', now)).toBe('1 Jan, 00:30')
    expect(formatMoment('2025-03-01T12:00:00Z', 'UTC', now)).toBe('1 Mar 2025, 12:00')
    expect(formatClock('2026-03-01T12:00:00Z', now)).toMatch(/^1 Mar, \d\d:00$/)
    expect(formatClock('2026-11-20T12:00:00Z', now)).toMatch(/^\d\d:00$/)
  })
  it('shows a calendar day without moving it to another zone', () => {
    expect(formatDay('2026-03-01', now)).toBe('Sun 1 Mar')
    expect(formatShortDay('2026-03-01', now)).toBe('1 Mar')
    expect(formatShortDay('2025-03-01', now)).toBe('1 Mar 2025')
  })
})

describe('freshness', () => {
  it('is fresh for a day, then stale, then very stale, and never without a sync', () => {
    expect(freshnessOf(minutesAgo(26 * 60), now)).toBe('fresh')
    expect(freshnessOf(minutesAgo(26 * 60 + 1), now)).toBe('stale')
    expect(freshnessOf(minutesAgo(73 * 60), now)).toBe('very stale')
    expect(freshnessOf(null, now)).toBe('never')
  })
  it('lasts longer for weekly data', () => {
    expect(freshnessOf(minutesAgo(40 * 60), now, 'clusters')).toBe('fresh')
    expect(freshnessOf(minutesAgo(40 * 60), now, 'rankings')).toBe('stale')
  })
})

const WHOLE = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }

describe('dates in the own zone and in UTC', () => {
  it('are written as the browser writes them, in any month and hour', () => {
    for (const zone of [undefined, 'UTC'])
      for (let hour = 0; hour < 500; hour += 1) {
        const at = Date.UTC(2025, 0, 1) + hour * 17 * 3_600_000 + hour * 60_000
        const format = new Intl.DateTimeFormat('en', { ...WHOLE, hourCycle: 'h23', timeZone: zone } as never) // options by name
        const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
        expect(formatDate(at, zone, at)).toBe(`${part.weekday} ${part.day} ${part.month}`)
        expect(formatMoment(at, zone, 0)).toBe(`${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute}`)
      }
  })
})
