import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import { assertLogo } from '../../../src-main/reports/branding.ts'
import { dueMonth, nextDayOf, scheduleDay } from '../../../src-main/reports/schedules.ts'
import { REPORT_PLACEHOLDERS, type ReportPlaceholder } from '../../../src-shared/desk/values/report-names.ts'
import { fillWords } from '../../../src-shared/desk/values/report-words.ts'

const values = Object.fromEntries(REPORT_PLACEHOLDERS.map((name) => [name, `<${name}>`])) as Record<
  ReportPlaceholder,
  string
>

test('words get their numbers; unknown names stay, and a value is not filled in again', () => {
  expect(fillWords('{brand}: {clicks}\nmore {nothing}\n\n\n {period} ', { ...values, brand: '{clicks}' })).toEqual([
    '{clicks}: <clicks>\nmore {nothing}',
    '<period>',
  ])
  expect(fillWords(' \n\n ', values)).toEqual([])
  expect(fillWords('{{ brand }}: {{clicks}}, {{ nothing }}', { ...values, brand: '{{ clicks }}' })).toEqual([
    '{{ clicks }}: <clicks>, {{ nothing }}',
  ])
  expect(fillWords('{{ brand }} ({{ clicks }}).\n\n{{ clicks }}', { ...values, clicks: null })).toEqual(['<brand>.'])
  // What is not known is not said.
  const words = '{brand} had {clicks} clicks ({clicksChange} vs {comparePeriod}) (all).\n\n{top10} rank.'
  expect(fillWords(words, { ...values, clicksChange: null })).toEqual([
    '<brand> had <clicks> clicks (all).',
    '<top10> rank.',
  ])
  expect(fillWords(words, { ...values, clicks: null, clicksChange: null })).toEqual(['<top10> rank.'])
})

describe('a schedule', () => {
  const of = (lastMonth: string | null, dayOfMonth = 5, isOn = true) => ({ isOn, dayOfMonth, lastMonth })

  test('is due for the month before once its day has come, and each month once', () => {
    expect(dueMonth(of('2026-09'), '2026-11-04')).toBeNull()
    expect(dueMonth(of('2026-09'), '2026-11-05')).toBe('2026-10')
    expect(dueMonth(of('2026-10'), '2026-11-30')).toBeNull()
    expect(dueMonth(of('2026-11'), '2027-01-31')).toBe('2026-12')
    expect(dueMonth(of('2027-01', 1), '2027-03-01')).toBe('2027-02')
    expect(dueMonth(of('2026-09', 5, false), '2026-11-05')).toBeNull()
  })

  test('makes what it missed while the desk was off, also before its next day', () => {
    expect(dueMonth(of('2026-08', 15), '2026-11-10')).toBe('2026-09')
    expect(dueMonth(of('2026-09', 15), '2026-11-10')).toBeNull()
    expect(dueMonth(of('2026-08', 1), '2026-11-23')).toBe('2026-10')
  })

  test('that is new waits for its day, and begins at once if that is over', () => {
    expect(dueMonth(of(null, 15), '2026-11-10')).toBeNull()
    expect(nextDayOf(of(null, 15), '2026-11-10')).toBe('2026-11-15')
    expect(dueMonth(of(null, 15), '2026-11-20')).toBe('2026-10')
  })

  test('makes drafts of every month of a year once, whenever the desk runs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 28 }), fc.array(fc.boolean(), { minLength: 500 }), (dayOfMonth, runs) => {
        const made: string[] = []
        for (const [at, isRunning] of runs.entries()) {
          const today = dayFromNumber(dayNumber('2026-01-01') + at)
          const due = isRunning ? dueMonth(of(made.at(-1) ?? null, dayOfMonth), today) : null
          if (due === null) continue
          expect(due < today.slice(0, 7)).toBe(true)
          made.push(due)
        }
        expect(made).toEqual([...new Set(made)].toSorted())
      }),
      { numRuns: 50 },
    )
    // A desk that always runs leaves out none.
    const made: string[] = []
    for (let day = dayNumber('2026-01-01'); day < dayNumber('2027-02-01'); day += 1) {
      const due = dueMonth(of(made.at(-1) ?? null, 28), dayFromNumber(day))
      if (due !== null) made.push(due)
    }
    expect(made).toEqual([
      '2025-12',
      ...Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`),
    ])
  })

  test('names the next day on which it makes drafts', () => {
    expect(nextDayOf(of('2026-10'), '2026-11-05')).toBe('2026-12-05')
    expect(nextDayOf(of('2026-09'), '2026-11-01')).toBe('2026-11-05')
    expect(nextDayOf(of('2026-09'), '2026-11-09')).toBe('2026-11-09')
    expect(nextDayOf(of('2026-11', 1), '2026-12-31')).toBe('2027-01-01')
    expect(nextDayOf(of(null, 5, false), '2026-11-09')).toBeNull()
  })

  test.each([
    ['America/Los_Angeles', '2026-11-01T06:59:00Z', '2026-10-31'],
    ['America/Los_Angeles', '2026-11-01T07:00:00Z', '2026-11-01'],
    ['Pacific/Auckland', '2026-10-31T23:59:00Z', '2026-10-31'],
    ['Pacific/Auckland', '2026-11-01T00:00:00Z', '2026-11-01'],
    // The hours that summer time skips and repeats.
    ['Europe/Berlin', '2027-03-28T01:00:00Z', '2027-03-28'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25'],
    ['America/Santiago', '2026-09-06T03:30:00Z', '2026-09-05'],
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06'],
  ])('has its day in %s at %s: %s', (zone, at, day) => {
    expect(scheduleDay(Date.parse(at), zone)).toBe(day)
  })

  test('has a day after the other in every zone: none comes twice', () => {
    for (const zone of ['America/Santiago', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Apia', 'UTC']) {
      const days = Array.from({ length: 24 * 370 }, (_, hour) => scheduleDay(Date.UTC(2026, 0, 1, hour), zone))
      expect(days).toEqual(days.toSorted())
      expect(new Set(days).size).toBeGreaterThanOrEqual(369)
    }
  })
})

describe('a logo', () => {
  const as = (type: string, bytes: Buffer | string) =>
    `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])

  test('is accepted as what its bytes are', () => {
    for (const logo of [
      null,
      as('png', png),
      as('jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
      as('svg+xml', '<?xml version="1.0"?>\n<svg></svg>'),
    ])
      expect(() => assertLogo(logo)).not.toThrow()
  })

  test.each([
    ['a page', as('png', '<html>')],
    ['another picture', as('jpeg', png)],
    ['entities', as('svg+xml', '<!DOCTYPE svg [<!ENTITY a "b">]><svg></svg>')],
    ['a script', as('svg+xml', '<script></script>')],
  ])('is refused where it holds %s', (_, logo) => {
    expect(() => assertLogo(logo)).toThrow('The logo is no PNG, JPEG or SVG picture.')
  })
})
