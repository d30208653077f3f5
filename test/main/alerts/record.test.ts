// Alerts are kept as they were raised first, judged by the next three whole days, and counted for their rule as it is now.
import { expect, test } from 'vitest'
import { listAlertRules, saveAlertRule } from '../../../src-main/alerts/queries/alert-rules.ts'
import { pruneAlerts, type SaveAlertsArgs, saveAlerts } from '../../../src-main/alerts/queries/alerts.ts'
import { alertRecords, alertVerdicts, judgeAlerts } from '../../../src-main/alerts/queries/record.ts'
import { DAY_MS, dayFromNumber } from '../../../src-main/base/clock.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { type AlertRuleDraft, AlertRuleDraftSchema } from '../../../src-shared/desk/alerts.ts'
import { lastedText } from '../../../src-shared/desk/values/track-record.ts'
import { LAST } from '../causes/small-cache.ts'
import { addBrand, type Item, loadDay, rankDb } from '../rankings/rank-db.ts'

const DAY = LAST - 10
const PAGES = ['https://shop.example/old', 'https://shop.example/new'] as const

type Where = { readonly position: number | null; readonly clicks?: number; readonly page?: string }
const itemOf = (keyword: string, { position, clicks = 5, page = PAGES[0] }: Where): Item => {
  const measures = { clicks, impressions: 100, ctr: clicks / 100, position }
  return { keyword, ...measures, pages: 1, rankedPages: position === null ? [] : [{ page, ...measures }] }
}

type Days = { readonly from?: number; readonly to?: number }
/** One day after the other; a keyword is where the function says, with how many days it is after the alert. */
const load = (
  db: WritableDb,
  brandId: string,
  keywords: Readonly<Record<string, (after: number) => Where>>,
  { from = DAY - 40, to = DAY + 3 }: Days = {},
) => {
  for (let day = from; day <= to; day += 1) {
    const items = Object.entries(keywords).map(([keyword, at]) => itemOf(keyword, at(day - DAY)))
    loadDay(db, { brandId, items, day: dayFromNumber(day), fetchedAtMs: (day + 1) * DAY_MS })
  }
}

/** Lost on the day before the alert, and back on these days after it. */
const lost =
  (...back: readonly number[]) =>
  (after: number): Where => ({ position: after < -1 || back.includes(after) ? 2 : 9 })

const ruleOf = (condition: AlertRuleDraft['condition']) => ({
  ...AlertRuleDraftSchema.parse({ name: condition.kind, condition }),
  id: `r-${condition.kind}`,
})
const TOP_3 = ruleOf({ kind: 'lost-top-3', days: 2 })

const raise = (
  db: WritableDb,
  brandId: string,
  keywords: Readonly<Record<string, string | number>>,
  more: Partial<SaveAlertsArgs> & { readonly day?: number } = {},
) => {
  const { day = DAY, rule = TOP_3, ...rest } = more
  saveAlertRule(db, {
    ...{ ...TOP_3, ...rule, isNew: listAlertRules(db, {}).every(({ id }) => id !== rule.id), atMs: 0 },
  })
  const occurrences = Object.entries(keywords).map(([key, before]) => ({
    ...{ key, subject: key, before, after: 9, clicks: 7 },
  }))
  const fired = occurrences.length === 0 ? [] : [{ day, total: occurrences.length, occurrences }]
  const about = { brandId, days: [day], evaluated: [day], newFrom: 0, isFirstLook: false, isMuted: false }
  saveAlerts(db, { rule, fired, atMs: 7, ...about, ...rest })
}

const judge = (db: WritableDb, brandId: string) => judgeAlerts(db, { verdicts: alertVerdicts(db, { brandId }) })
const recordsOf = (db: WritableDb) => alertRecords(db, { rules: listAlertRules(db, {}) })
const recordOf = (db: WritableDb) => recordsOf(db).map(({ right, judged }) => [right, judged])[0] ?? [0, 0]

test('an alert lasts where most of its keywords are out on all of the next three whole days', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  const other = addBrand(db, 'Other')
  load(db, brandId, { a: lost(), b: lost(2), c: lost(3), d: () => ({ position: null }) })
  load(db, other, { a: lost(), b: lost(2), c: lost(4) })
  raise(db, brandId, { a: 2, b: 2, c: 2 })
  raise(db, other, { a: 2, b: 2, c: 2 })
  for (const id of [brandId, other]) judge(db, id)
  expect(recordsOf(db)).toEqual([{ ruleId: TOP_3.id, right: 1, judged: 2 }])
})

test('it is judged when three whole days came, once, and not where two weeks hold fewer', () => {
  const db = rankDb()
  const [brandId, gaps] = [addBrand(db, 'Shop'), addBrand(db, 'Gaps')]
  load(db, brandId, { a: lost(1) }, { to: DAY + 2 })
  raise(db, brandId, { a: 2 })
  judge(db, brandId)
  expect(recordOf(db)).toEqual([0, 0])
  load(db, brandId, { a: lost(1) }, { from: DAY + 4, to: DAY + 4 })
  judge(db, brandId)
  expect(recordOf(db)).toEqual([0, 1])
  // The same days, read again with another position.
  load(db, brandId, { a: lost() })
  judge(db, brandId)
  expect(recordOf(db)).toEqual([0, 1])
  // Two looks at the same time come to another end.
  judgeAlerts(db, { verdicts: [{ id: `r-lost-top-3.${brandId}.${dayFromNumber(DAY)}`, hasLasted: true }] })
  expect(recordOf(db)).toEqual([0, 1])
  load(db, gaps, { a: lost() }, { to: DAY + 2 })
  raise(db, gaps, { a: 2 })
  load(db, gaps, { a: lost() }, { from: DAY + 15, to: DAY + 16 })
  judge(db, gaps)
  expect(recordOf(db)).toEqual([0, 1])
})

test('a page is back, a drop is no longer one and clicks are up again: each kind says when its alert is over', () => {
  const db = rankDb()
  const [back, gone] = [addBrand(db, 'Back'), addBrand(db, 'Gone')]
  const moved = (over: number) => (after: number) => ({
    ...{ position: after < -1 ? 2 : after < over ? 3 : 2, page: PAGES[after < -1 || after >= over ? 0 : 1] },
  })
  const fallen = (over: number) => (after: number) => ({
    ...{ position: after < -1 || after >= over ? 2 : 30, clicks: after < -1 || after >= over ? 60 : 1 },
  })
  const page = ruleOf({ kind: 'page-changed', days: 2 })
  const drop = ruleOf({ kind: 'drop', lostClicks: 1 })
  const clicks = ruleOf({ kind: 'clicks-down', percent: 30, clicks: 20, weeks: 4 })
  for (const [brandId, over] of [
    [back, 1],
    [gone, 99],
  ] as const) {
    load(db, brandId, { moved: moved(over), fallen: fallen(over) })
    raise(db, brandId, { moved: PAGES[0] }, { rule: page })
    raise(db, brandId, { fallen: 2 }, { rule: drop })
    raise(db, brandId, { clicks: 65 }, { rule: clicks })
    judge(db, brandId)
  }
  expect(Object.fromEntries(recordsOf(db).map(({ ruleId, right, judged }) => [ruleId, [right, judged]]))).toEqual({
    ...{ 'r-page-changed': [1, 2], 'r-drop': [1, 2], 'r-clicks-down': [1, 2] },
  })
})

test('what a late day takes away or moves counts as it was raised, and what a first look lists as seen does not', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  load(db, brandId, { a: lost(1), b: lost(), c: lost() })
  raise(db, brandId, { a: 2 })
  raise(db, brandId, {})
  expect(db.core.prepare('SELECT count(*) FROM alert').pluck().get()).toBe(0)
  raise(db, brandId, { b: 2 }, { day: DAY - 1 })
  const both = { day: DAY + 1, days: [DAY - 1, DAY, DAY + 1], evaluated: [DAY - 1, DAY, DAY + 1] }
  raise(db, brandId, { b: 2 }, both)
  // At its first look a rule lists what is over as seen.
  raise(db, brandId, { c: 2 }, { day: DAY - 2, newFrom: DAY, isFirstLook: true })
  // An audit has no days after it.
  raise(db, brandId, { site: 80 }, { rule: ruleOf({ kind: 'audit-score', below: 70, droppedBy: 10 }) })
  expect(db.core.prepare('SELECT day, data_day, said_at_ms FROM alert_said ORDER BY day').all()).toEqual([
    ...[{ day: DAY - 1, data_day: DAY - 1, said_at_ms: 7 }],
    ...[{ day: DAY, data_day: DAY, said_at_ms: 7 }],
  ])
  judge(db, brandId)
  expect(recordOf(db)).toEqual([1, 2])
})

test('a rule that waits for something else begins a record of its own; the demo counts where there is nothing else', () => {
  const db = rankDb()
  const [brandId, demo] = [addBrand(db, 'Shop'), addBrand(db, 'Demo')]
  for (const id of [brandId, demo]) {
    load(db, id, { a: lost() })
    raise(db, id, { a: 2 })
    judge(db, id)
  }
  expect(recordOf(db)).toEqual([2, 2])
  db.core.prepare('UPDATE brand SET demo = 1 WHERE id = ?').run(demo)
  expect(recordOf(db)).toEqual([1, 1])
  const condition = { kind: 'lost-top-3', days: 3 } as const
  saveAlertRule(db, { ...TOP_3, condition, isNew: false, atMs: 0 })
  expect(recordsOf(db)).toEqual([])
  saveAlertRule(db, { ...TOP_3, isNew: false, atMs: 0 })
  expect(recordOf(db)).toEqual([1, 1])
  db.core.prepare('DELETE FROM brand WHERE id = ?').run(brandId)
  expect(recordOf(db)).toEqual([1, 1])
  pruneAlerts(db, { before: DAY + 1 })
  expect(recordsOf(db)).toEqual([])
})

test('fewer than ten judged alerts have no rate', () => {
  expect(lastedText({ right: 38, judged: 41 })).toBe('38 of 41 alerts lasted longer than 3 days.')
  expect(lastedText({ right: 9, judged: 10 })).toBe('9 of 10 alerts lasted longer than 3 days.')
  expect(lastedText({ right: 9, judged: 9 })).not.toContain('9 of 9')
  expect(lastedText({ right: 1, judged: 1 })).toMatch(/^1 alert is .* too few/)
  expect(lastedText({ right: 0, judged: 0 })).toBeNull()
})
