// What each rule finds on a day, at the edge of each threshold.
import { describe, expect, test } from 'vitest'
import {
  type BrandCondition,
  type BrandFacts,
  brandOccurrences,
  NO_FACTS,
  sameWeekdays,
} from '../../../src-main/alerts/rules/brand-alerts.ts'
import { type KeywordCondition, keywordLoss } from '../../../src-main/alerts/rules/keyword-alerts.ts'

const firesOn = (condition: BrandCondition, facts: Partial<BrandFacts>, days: readonly number[]) =>
  days.filter((day) => brandOccurrences(condition, { ...NO_FACTS, ...facts }, day).length > 0)
const daysUntil = (end: number) => Array.from({ length: end }, (_, day) => day)

describe('clicks of a brand', () => {
  const rule = { kind: 'clicks-down', percent: 30, clicks: 20, weeks: 4 } as const
  const withFalls = (falls: Readonly<Record<number, number>>) =>
    new Map(daysUntil(60).map((day) => [day, falls[day] ?? 100] as const))

  test('the usual value is the mean of the same weekday, where half of the weeks are known', () => {
    const clicks = new Map([
      [70, 1],
      [63, 10],
      [56, 20],
    ])
    expect(sameWeekdays(clicks, 70, 4)).toBe(15)
    expect(sameWeekdays(clicks, 70, 2)).toBe(15)
    expect(sameWeekdays(clicks, 70, 5)).toBeNull()
    expect(sameWeekdays(clicks, 77, 1)).toBe(1)
    expect(sameWeekdays(clicks, 71, 2)).toBeNull()
  })

  test('a fall counts from both thresholds on, and says from what to what', () => {
    expect(firesOn(rule, { clicks: withFalls({ 50: 70 }) }, daysUntil(60))).toEqual([50])
    expect(firesOn(rule, { clicks: withFalls({ 50: 71 }) }, daysUntil(60))).toEqual([])
    const least = { ...rule, percent: 10 }
    expect(firesOn(least, { clicks: withFalls({ 50: 80 }) }, daysUntil(60))).toEqual([50])
    expect(firesOn(least, { clicks: withFalls({ 50: 81 }) }, daysUntil(60))).toEqual([])
    expect(brandOccurrences(rule, { ...NO_FACTS, clicks: withFalls({ 50: 60, 43: 99 }) }, 50)).toEqual([
      { key: 'clicks', subject: '', before: 100, after: 60, clicks: null },
    ])
  })

  test('the next fall counts after three normal days of five', () => {
    const nextAfter = (days: number) => firesOn(rule, { clicks: withFalls({ 50: 10, [51 + days]: 10 }) }, daysUntil(60))
    expect(nextAfter(2)).toEqual([50])
    expect(nextAfter(3)).toEqual([50, 54])
    const flickering = { 50: 10, 52: 10, 54: 10, 56: 10, 58: 10 }
    expect(firesOn(rule, { clicks: withFalls(flickering) }, daysUntil(60))).toEqual([50, 56])
  })
})

test('an audit counts when it passes the threshold or drops far enough from the last one, of its own site', () => {
  const audits = (...scores: number[]) => scores.map((score, day) => ({ day, url: 'a', score }))
  const on = (below: number | null, droppedBy: number | null, ...scores: number[]) =>
    firesOn({ kind: 'audit-score', below, droppedBy }, { audits: audits(...scores) }, daysUntil(9))
  expect(on(70, null, 69, 70, 69, 68)).toEqual([0, 2])
  expect(on(70, null, 70, 90, 70)).toEqual([])
  expect(on(null, 10, 50, 40, 31, 60)).toEqual([1])
  expect(on(null, 10, 90)).toEqual([])
  const facts = {
    ...NO_FACTS,
    audits: [
      { day: 1, url: 'a', score: 90 },
      { day: 2, url: 'b', score: 20 },
      { day: 3, url: 'a', score: 30 },
      { day: 3, url: 'a', score: 60 },
    ],
  }
  expect(brandOccurrences({ kind: 'audit-score', below: 70, droppedBy: 10 }, facts, 3)).toEqual([
    { key: 'a', subject: 'a', before: 90, after: 60, clicks: null },
  ])
})

test('a budget counts on the day on which the share is passed, once a month', () => {
  const first = Date.UTC(2026, 4, 1) / 86_400_000
  const spent = [-1, 0, 3, 4, 30, 31, 33].map((day) => ({ day: first + day, amount: 40 }))
  const on = (percent: number, budget: number | null) =>
    firesOn(
      { kind: 'budget', percent },
      { credits: { budget, spent } },
      daysUntil(40).map((day) => first + day),
    )
  expect(on(80, 100).map((day) => day - first)).toEqual([3, 33])
  expect(on(80, 150).map((day) => day - first)).toEqual([4])
  expect([on(80, null), on(80, 0), on(80, -5)]).toEqual([[], [], []])
  const facts = { ...NO_FACTS, credits: { budget: 96, spent } }
  expect(brandOccurrences({ kind: 'budget', percent: 80 }, facts, first + 3)).toEqual([
    { key: '2026-05', subject: '', before: 41, after: 83, clicks: null },
  ])
})

test('a silent webhook counts once so many days after the last delivery, or after an article that no one confirmed', () => {
  const rule = { kind: 'silent-webhook', days: 7, afterPublish: 2 } as const
  expect(firesOn(rule, { deliveryDays: [1, 3] }, daysUntil(20))).toEqual([10])
  expect(firesOn(rule, { deliveryDays: [1, 9] }, daysUntil(20))).toEqual([8, 16])
  expect(firesOn(rule, {}, daysUntil(20))).toEqual([])
  const out = (day: number, isConfirmed = false) => ({ day, slug: `s${day}`, isConfirmed })
  const facts = { deliveryDays: [4], published: [out(3), out(4), out(5), out(6, true)] }
  expect(firesOn(rule, facts, daysUntil(10))).toEqual([7])
  expect(firesOn({ ...rule, afterPublish: null }, facts, daysUntil(10))).toEqual([])
  expect(brandOccurrences(rule, { ...NO_FACTS, ...facts }, 7)).toEqual([
    { key: 'published s5', subject: 's5', before: 5, after: 2, clicks: null },
  ])
  expect(brandOccurrences(rule, { ...NO_FACTS, ...facts }, 11)).toEqual([
    { key: 'silent', subject: '', before: 4, after: 7, clicks: null },
  ])
})

test('permissions that changed count on their day', () => {
  const permissions = [
    { day: 3, tool: 'send', from: 'ask', to: 'allow' },
    { day: 4, tool: 'read', from: 'allow', to: 'deny' },
  ]
  expect(brandOccurrences({ kind: 'drift' }, { ...NO_FACTS, permissions }, 3)).toEqual([
    { key: 'send allow', subject: 'send', before: 'ask', after: 'allow', clicks: null },
  ])
})

describe('a keyword', () => {
  type Day = {
    readonly position?: number
    readonly clicks?: number
    readonly impressions?: number
    readonly page?: number
  }
  const COUNT = 100
  const seriesOf = (dayOf: (day: number) => Day, unknown: readonly number[] = []) => {
    const all = daysUntil(COUNT).map(dayOf)
    return {
      days: {
        positions: Float32Array.from(all, ({ position = 0 }) => position),
        clicks: Float32Array.from(all, ({ clicks = 2 }) => clicks),
        impressions: Float32Array.from(all, ({ impressions = 10 }) => impressions),
        pages: Uint32Array.from(all, ({ page = 1 }) => page),
      },
      known: daysUntil(COUNT).map((day) => !unknown.includes(day)),
    }
  }
  const ALL = { minClicksAWeek: 0, minImpressionsAWeek: 0 }
  const lossesOf = (condition: KeywordCondition, series: ReturnType<typeof seriesOf>, filter = ALL) =>
    daysUntil(COUNT).flatMap((day) => {
      const loss = keywordLoss({ condition, filter }, series, day)
      return loss === null ? [] : [{ day, ...loss }]
    })
  /** On one position until day 50, on another one from then on. */
  const moved = (from: number, to: number) => seriesOf((day) => ({ position: day < 50 ? from : to }))

  test('is lost from the top half a place beyond its end, on the day on which that has lasted so long', () => {
    const top3 = { kind: 'lost-top-3', days: 2 } as const
    expect(lossesOf(top3, moved(2, 4))).toEqual([{ day: 51, before: 2, after: 4, clicks: 14 }])
    expect(lossesOf(top3, moved(2, 3.75))).toEqual([])
    expect(lossesOf(top3, moved(3.5, 8))).toEqual([])
    expect(lossesOf(top3, moved(3.25, 0))).toEqual([{ day: 51, before: 3.25, after: null, clicks: 14 }])
    expect(lossesOf({ kind: 'lost-top-10', days: 1 }, moved(10, 11))).toEqual([
      { day: 50, before: 10, after: 11, clicks: 14 },
    ])
    expect(lossesOf({ kind: 'lost-top-10', days: 1 }, moved(10, 10.75))).toEqual([])
  })

  test('was before where it was on the middle day of the week before the loss, however the weeks before were', () => {
    const top3 = { kind: 'lost-top-3', days: 3 } as const
    const lossWith = (oddDay: number, unknown: readonly number[]) => {
      const position = (day: number) => (day === oddDay ? 0 : day < 43 ? 1 : day < 50 ? 2 + day / 100 : 20)
      return lossesOf(
        top3,
        seriesOf((day) => ({ position: position(day), clicks: day === 40 ? 100 : 2 }), unknown),
      )
    }
    expect(lossWith(-1, [40, 52])).toEqual([{ day: 53, before: expect.closeTo(2.46, 5), after: 20, clicks: 14 }])
    expect(lossWith(47, [40])).toMatchObject([{ day: 52, before: expect.closeTo(2.46, 5) }])
    expect(lossWith(47, [40, 44])).toMatchObject([{ day: 52, before: expect.closeTo((2.46 + 2.48) / 2, 5) }])
  })

  test('is not lost from the top on a day before which it was outside for most of a week', () => {
    const between = (count: number) => seriesOf((day) => ({ position: day < 50 - count ? 3.4 : day < 50 ? 3.7 : 4.2 }))
    const top3 = { kind: 'lost-top-3', days: 2 } as const
    expect(lossesOf(top3, between(3))).toMatchObject([{ day: 51, after: Math.fround(4.2) }])
    expect(lossesOf(top3, between(4))).toEqual([])
    expect(lossesOf(top3, moved(3.46, 8))).toEqual([])
    expect(lossesOf(top3, moved(3.44, 8))).toHaveLength(1)
    expect(lossesOf(top3, between(12))).toEqual([])
  })

  test('counts where it had clicks and impressions enough in the 28 days before', () => {
    const top3 = { kind: 'lost-top-3', days: 2 } as const
    const few = seriesOf((day) => ({ position: day < 50 ? 1 : 9, clicks: day < 22 ? 100 : 1 }))
    expect(lossesOf(top3, few, { ...ALL, minClicksAWeek: 7 })).toMatchObject([{ clicks: 7 }])
    expect(lossesOf(top3, few, { ...ALL, minClicksAWeek: 7.1 })).toEqual([])
    expect(lossesOf(top3, few, { ...ALL, minImpressionsAWeek: 70 })).toHaveLength(1)
    expect(lossesOf(top3, few, { ...ALL, minImpressionsAWeek: 70.1 })).toEqual([])
  })

  test('ranks with another page once that page has ranked for days; a day without one is passed over', () => {
    const series = seriesOf((day) => ({ position: 5, page: day < 50 ? 7 : day === 51 ? 0 : 8 }))
    expect(lossesOf({ kind: 'page-changed', days: 3 }, series)).toEqual([{ day: 53, before: 7, after: 8, clicks: 14 }])
  })

  test('drops once, on the day on which that is unusual, by the clicks that it cost', () => {
    const drop = { kind: 'drop', lostClicks: 2 } as const
    const fallen = (ranges: readonly (readonly [from: number, to: number])[]) =>
      seriesOf((day) =>
        ranges.some(([from, to]) => day >= from && day <= to)
          ? { position: 30, clicks: 0 }
          : { position: 3, clicks: 3 },
      )
    expect(lossesOf(drop, fallen([[60, 99]]))).toEqual([{ day: 61, before: 3, after: 21, clicks: 21 }])
    expect(lossesOf({ ...drop, lostClicks: 3.1 }, fallen([[60, 99]]))).toEqual([])
    expect(lossesOf({ ...drop, lostClicks: 3 }, fallen([[60, 99]]))).toHaveLength(1)
  })
})
