import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clockChange,
  clockNote,
  formatDistance,
  instantOf,
  wallOf,
  zoneLabel,
} from '../../../src-renderer/format/zones.ts'

const BERLIN = 'Europe/Berlin'
const at = (instant: string) => Date.parse(instant)

describe('clock times and instants', () => {
  test('a usual time is converted', () => {
    expect(instantOf({ day: '2026-11-20', time: '10:00' }, BERLIN)).toEqual({
      kind: 'once',
      ms: at('2026-11-20T09:00:00Z'),
    })
    expect(wallOf(at('2026-11-20T23:30:00Z'), BERLIN)).toEqual({ day: '2026-11-21', time: '00:30' })
  })

  test('a time that the clocks skip is reported', () => {
    const skipped = instantOf({ day: '2027-03-28', time: '02:30' }, BERLIN)
    expect(skipped).toEqual({ kind: 'skipped', ms: at('2027-03-28T01:30:00Z') })
    expect(skipped && clockNote(skipped, BERLIN, at('2026-11-20T00:00:00Z'))).toContain('03:30')
  })

  test('a repeated time means the first', () => {
    const twice = instantOf({ day: '2027-10-31', time: '02:30' }, BERLIN)
    expect(twice).toEqual({ kind: 'twice', ms: at('2027-10-31T00:30:00Z'), laterMs: at('2027-10-31T01:30:00Z') })
    expect(twice && clockNote(twice, BERLIN, at('2026-11-20T00:00:00Z'))).toContain('twice')
  })

  test('zones of half hours and half-hour clock changes are supported', () => {
    expect(wallOf(at('2026-11-20T00:00:00Z'), 'Asia/Kathmandu').time).toBe('05:45')
    expect(clockChange('Australia/Lord_Howe', at('2027-03-01T00:00:00Z'), at('2027-05-01T00:00:00Z'))).toEqual({
      atMs: at('2027-04-03T15:00:00Z'),
      byMinutes: -30,
    })
  })

  test('an impossible day is refused', () => {
    expect(instantOf({ day: '', time: '10:00' }, BERLIN)).toBeNull()
    expect(instantOf({ day: '2026-11-20', time: '' }, BERLIN)).toBeNull()
  })

  test('every instant comes back from its own clock time', () => {
    const zone = fc.constantFrom(
      BERLIN,
      'UTC',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    )
    const minute = fc.integer({ min: at('2020-01-01T00:00:00Z') / 60_000, max: at('2035-01-01T00:00:00Z') / 60_000 })
    fc.assert(
      fc.property(minute, zone, (minutes, place) => {
        const ms = minutes * 60_000
        const found = instantOf(wallOf(ms, place), place)
        expect(found === null ? [] : found.kind === 'twice' ? [found.ms, found.laterMs] : [found.ms]).toContain(ms)
        expect(found?.kind).not.toBe('skipped')
      }),
    )
  })
})

test('a clock change before the time is shown with its day', () => {
  const now = at('2027-03-20T12:00:00Z')
  const after = instantOf({ day: '2027-04-02', time: '09:00' }, BERLIN)
  expect(after && clockNote(after, BERLIN, now)).toMatch(/go forward by 1 h on Sun 28 Mar, before then/)
  const before = instantOf({ day: '2027-03-27', time: '09:00' }, BERLIN)
  expect(before && clockNote(before, BERLIN, now)).toBeNull()
})

test('a zone is named with its offset at that time', () => {
  const ms = at('2026-11-20T19:26:00Z')
  expect(zoneLabel(BERLIN, ms)).toBe('Europe/Berlin (UTC+1)')
  expect(zoneLabel('America/New_York', ms)).toBe('America/New York (UTC−5)')
  expect(zoneLabel('Asia/Kathmandu', ms)).toBe('Asia/Kathmandu (UTC+5:45)')
})

test.each([
  [20_000, 'now'],
  [20 * 60_000, 'in 20 min'],
  [-125 * 60_000, '2 h 5 min ago'],
  [76 * 3_600_000, 'in 3 d 4 h'],
  [48 * 3_600_000, 'in 2 d'],
])('a distance of %i ms has its label', (distance, words) => {
  expect(formatDistance(1e12 + distance, 1e12)).toBe(words)
})
