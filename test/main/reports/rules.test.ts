import { describe, expect, test } from 'vitest'
import { assertLogo } from '../../../src-main/reports/rules/logo.ts'
import { fillWords } from '../../../src-main/reports/rules/words.ts'
import { dueMonth, nextDayOf } from '../../../src-main/reports/schedules.ts'
import { REPORT_PLACEHOLDERS, type ReportPlaceholder } from '../../../src-shared/desk/report-names.ts'

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
})

describe('a schedule', () => {
  const schedule = {
    ...{ id: 's', name: 'S', templateId: 't', brands: 'all' as const, dayOfMonth: 5, formats: ['pdf' as const] },
    ...{ asZip: false, isOn: true, isOnThisDesk: true },
  }

  test('is due for the month before, once its day has come', () => {
    expect(dueMonth(schedule, '2026-11-04')).toBe('2026-09')
    expect(dueMonth(schedule, '2026-11-05')).toBe('2026-10')
    expect(dueMonth(schedule, '2027-01-31')).toBe('2026-12')
  })

  test('names the next day on which it makes drafts', () => {
    const next = (lastMonth: string | null, today: string, isOn = true) =>
      nextDayOf({ ...schedule, isOn, lastMonth }, today)
    expect(next('2026-10', '2026-11-05')).toBe('2026-12-05')
    expect(next('2026-09', '2026-11-01')).toBe('2026-11-05')
    expect(next('2026-09', '2026-11-09')).toBe('2026-11-09')
    expect(next(null, '2026-11-09', false)).toBeNull()
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
