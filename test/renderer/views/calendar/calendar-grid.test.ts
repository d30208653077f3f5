import { expect, test } from 'vitest'
import {
  byDay,
  isMovable,
  onDay,
  shownOnDay,
  spanDays,
  spanTitle,
  stepSpan,
} from '../../../../src-renderer/views/calendar/calendar-grid.ts'
import type { CalendarEntry } from '../../../../src-shared/desk/publishing.ts'

const entry = (at: string, articleSlug: string): CalendarEntry => ({
  id: articleSlug,
  brandId: 'a',
  articleSlug,
  provider: 'ghost',
  status: 'publish',
  at,
  state: 'scheduled',
  confirmedByWebhook: false,
  intentId: 'i',
  postUrl: null,
  reason: null,
  title: null,
  move: null,
})

test.each([
  ['2026-11-20', '2026-10-26', '2026-12-06', 42],
  ['2027-02-10', '2027-02-01', '2027-02-28', 28],
  ['2026-06-30', '2026-06-01', '2026-07-05', 35],
])('the month of %s is whole weeks from Monday', (day, first, last, count) => {
  const days = spanDays('month', day)
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, count])
})

test('a week and a list have their days', () => {
  expect(spanDays('week', '2026-11-22')).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`))
  const november = spanDays('list', '2026-11-20')
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-11-01', '2026-11-30', 30])
  expect(spanDays('list', '2026-12-31')).toHaveLength(31)
  expect(spanDays('list', '2028-02-29').at(-1)).toBe('2028-02-29')
})

test('next moves by one span, also from the last day of a long month', () => {
  expect(stepSpan('month', '2027-01-31', 1)).toBe('2027-02-01')
  expect(stepSpan('month', '2026-12-31', 1)).toBe('2027-01-01')
  expect(stepSpan('month', '2027-01-15', -1)).toBe('2026-12-01')
  expect(stepSpan('week', '2026-12-30', 1)).toBe('2027-01-06')
})

test('a span has a title', () => {
  expect(spanTitle('month', '2026-11-20')).toBe('November 2026')
  expect(spanTitle('week', '2026-11-20')).toMatch(/^16\s?–\s?22 Nov 2026$/)
})

test('entries are on their day in the zone, in order of time', () => {
  const entries = [
    entry('2026-11-20T23:30:00Z', 'late'),
    entry('2026-11-20T08:00:00Z', 'b'),
    entry('2026-11-20T08:00:00Z', 'a'),
  ]
  const slugs = (zone: string) =>
    Object.fromEntries([...byDay(entries, zone)].map(([day, those]) => [day, those.map((each) => each.articleSlug)]))
  expect(slugs('UTC')).toEqual({ '2026-11-20': ['a', 'b', 'late'] })
  expect(slugs('Europe/Berlin')).toEqual({ '2026-11-20': ['a', 'b'], '2026-11-21': ['late'] })
})

test('an entry moved to another day keeps its clock time, also over a clock change', () => {
  const to = onDay('2027-03-26T08:00:00Z', '2027-03-29', 'Europe/Berlin')
  expect(new Date(to).toISOString()).toBe('2027-03-29T07:00:00.000Z')
})

test('only unpublished entries can be moved', () => {
  expect(isMovable({ state: 'held' })).toBe(true)
  expect(isMovable({ state: 'scheduled' })).toBe(true)
  for (const state of ['sending', 'published', 'confirmed', 'overdue', 'unknown'] as const)
    expect(isMovable({ state })).toBe(false)
})

test('of a full day those that need attention are shown, in the order of time, and the one that the keys move', () => {
  const at = '2026-11-20T09:00:00Z'
  const failed = { ...entry(at, 'failed'), state: 'failed' as const }
  const entries = [entry(at, 'a'), entry(at, 'b'), failed, entry(at, 'd')]
  const shown = (max: number, movingId?: string) => shownOnDay(entries, max, movingId).map(({ id }) => id)
  expect(shown(2)).toEqual(['a', 'failed'])
  expect(shown(1)).toEqual(['failed'])
  expect(shown(2, 'd')).toEqual(['failed', 'd'])
  expect(shown(4)).toEqual(['a', 'b', 'failed', 'd'])
})
