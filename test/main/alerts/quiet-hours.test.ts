// When notifications and the digest come, on the clock of a zone: also over changes of the clock and of summer time.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_ALERT_SETTINGS,
  digestTurn,
  isQuietAt,
  isZone,
  localTime,
} from '../../../src-main/alerts/rules/quiet-hours.ts'
import type { AlertSettings } from '../../../src-shared/desk/alerts.ts'

const ZONE = 'Europe/Berlin'
const settings: AlertSettings = { ...DEFAULT_ALERT_SETTINGS, zone: ZONE }
const everyDay: AlertSettings = { ...settings, days: [1, 2, 3, 4, 5, 6, 7] }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test('local time is that of the zone, in summer and in winter', () => {
  expect(localTime(Date.parse('2026-07-01T22:30:00Z'), ZONE)).toEqual({ day: '2026-07-02', minutes: 30, weekday: 4 })
  expect(localTime(Date.parse('2026-01-01T23:30:00Z'), ZONE)).toEqual({ day: '2026-01-02', minutes: 30, weekday: 5 })
  expect(isZone('Europe/Nowhere')).toBe(false)
})

test('quiet hours reach over midnight, and days without notifications are quiet as a whole', () => {
  const at = (local: string) => isQuietAt(Date.parse(`${local}+02:00`), settings)
  expect(at('2026-06-15T18:59:00')).toBe(false) // a Monday
  expect(at('2026-06-15T19:00:00')).toBe(true)
  expect(at('2026-06-16T07:59:00')).toBe(true)
  expect(at('2026-06-16T08:00:00')).toBe(false)
  expect(at('2026-06-20T12:00:00')).toBe(true) // a Saturday
  const open: AlertSettings = { ...settings, quiet: { ...settings.quiet, isOn: false } }
  expect(isQuietAt(Date.parse('2026-06-16T03:00:00+02:00'), open)).toBe(false)
})

/** The digests that a desk sends when it looks at these instants, in their order. */
const digestsAt = (
  instants: readonly number[],
  of: AlertSettings,
  before: readonly string[] = ['2026-01-01'],
): number[] => {
  let done = before
  return instants.filter((atMs) => {
    const turn = digestTurn(atMs, of, done)
    done = turn.done ?? done
    return turn.isDue
  })
}

const everyMinute = (from: string, hours: number): number[] =>
  Array.from({ length: hours * 60 }, (_, minute) => Date.parse(from) + minute * MINUTE_MS)

describe('the digest', () => {
  test('comes once each morning at its hour, on the days with notifications', () => {
    const digests = digestsAt(everyMinute('2026-06-18T00:00:00Z', 24 * 6), settings)
    expect(digests.map((ms) => new Date(ms).toISOString())).toEqual([
      '2026-06-18T06:00:00.000Z',
      '2026-06-19T06:00:00.000Z',
      '2026-06-22T06:00:00.000Z',
      '2026-06-23T06:00:00.000Z',
    ])
  })

  test.each([
    ['an hour that is left out', '2026-03-28T00:00:00Z', '02:30'],
    ['an hour that comes twice', '2026-10-24T00:00:00Z', '02:30'],
  ])('comes once on the day with %s', (_, from, at) => {
    const of: AlertSettings = { ...everyDay, digest: { isOn: true, at } }
    const days = digestsAt(everyMinute(from, 72), of).map((ms) => localTime(ms, ZONE).day)
    expect(days).toHaveLength(3)
    expect(new Set(days).size).toBe(3)
  })

  test('comes once after a desk was off at its hour, and not at the very first start', () => {
    const [morning, noon] = [Date.parse('2026-06-18T05:00:00Z'), Date.parse('2026-06-18T10:00:00Z')]
    expect(digestsAt([noon, noon + HOUR_MS], settings)).toEqual([noon])
    expect(digestsAt([noon, noon + HOUR_MS], settings, [])).toEqual([])
    expect(digestsAt([morning, noon], settings, [])).toEqual([])
  })

  test('does not come twice on a day, however the clock is set', () => {
    const jumps = fc.array(fc.integer({ min: -40 * 24, max: 40 * 24 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(jumps, (hours) => {
        const start = Date.parse('2026-06-18T09:00:00Z')
        const looks = hours.flatMap((hour) => [0, 1, 2].map((minute) => start + hour * HOUR_MS + minute * MINUTE_MS))
        const sent = digestsAt(looks, everyDay)
        const days = sent.map((atMs) => localTime(atMs, ZONE).day)
        expect(new Set(days).size).toBe(days.length)
      }),
    )
  })

  test('comes on the next day after the clock was far ahead for a while', () => {
    const real = everyMinute('2026-06-18T07:00:00Z', 30)
    const ahead = Date.parse('2027-06-18T12:00:00Z')
    expect(digestsAt([ahead, ...real], everyDay, ['2026-06-18']).map((ms) => localTime(ms, ZONE).day)).toEqual([
      '2027-06-18',
      '2026-06-19',
    ])
  })
})
