import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueCalendarDays, dueRankDays, isMuted, LATE_DAYS } from '../../../src-main/alerts/rules/coverage.ts'

test('a rule is muted until a day begins, or until somebody ends it', () => {
  expect(isMuted({ mutedUntil: null }, '2026-06-15')).toBe(false)
  expect(isMuted({ mutedUntil: '2026-06-16' }, '2026-06-15')).toBe(true)
  expect(isMuted({ mutedUntil: '2026-06-16' }, '2026-06-16')).toBe(false)
  expect(isMuted({ mutedUntil: 'always' }, '2099-01-01')).toBe(true)
})

test('a new rule looks at the last 7 days, and only the newest one is news', () => {
  const due = dueRankDays([90, 95, 96, 97, 98, 99, 100], undefined, 101)
  const days = [95, 96, 97, 98, 99, 100]
  expect(due).toEqual({ days, evaluated: days, newFrom: 100, isFirstLook: true })
  expect(dueRankDays([], undefined, 101)).toBeNull()
  // Rankings that nobody has synced for long.
  expect(dueRankDays([40], undefined, 101)?.newFrom).toBe(101 - LATE_DAYS)
})

test('a day that comes late is looked at, and the days after it again', () => {
  expect(dueRankDays([98, 100], [98, 100], 101)).toBeNull()
  expect(dueRankDays([98, 99, 100], [98, 100], 101)?.days).toEqual([99, 100])
  expect(dueRankDays([98, 99, 100, 101], [98, 99, 100], 102)?.days).toEqual([101])
})

test('in whatever order days come, each of the last 7 was looked at after all days before it were there', () => {
  const order = fc.shuffledSubarray([94, 95, 96, 97, 98, 99, 100], { minLength: 1 })
  fc.assert(
    fc.property(order, (days) => {
      const there: number[] = []
      let evaluated: readonly number[] | undefined
      const lookedWith = new Map<number, string>()
      for (const day of days) {
        there.push(day)
        const due = dueRankDays(there, evaluated, 101)
        evaluated = due?.evaluated ?? evaluated
        for (const one of due?.days ?? [])
          lookedWith.set(
            one,
            there
              .filter((known) => known <= one)
              .sort()
              .join(),
          )
      }
      for (const day of there)
        expect(lookedWith.get(day)).toBe(
          there
            .filter((known) => known <= day)
            .sort()
            .join(),
        )
    }),
  )
})

test('days of the calendar are looked at from the last one on, at most 7, and today after the clock was set back', () => {
  expect(dueCalendarDays(undefined, 100)).toEqual({
    days: [94, 95, 96, 97, 98, 99, 100],
    evaluated: [100],
    newFrom: 100,
    isFirstLook: true,
  })
  expect(dueCalendarDays([98], 100)).toMatchObject({ days: [98, 99, 100], isFirstLook: false })
  expect(dueCalendarDays([40], 100).days).toHaveLength(LATE_DAYS)
  expect(dueCalendarDays([140], 100).days).toEqual([100])
})
