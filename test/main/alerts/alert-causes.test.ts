// The likely cause of what an alert found: in the list, in its detail, and in what people are notified of.
import { expect, test } from 'vitest'
import { noticeOf } from '../../../src-main/alerts/notifying.ts'
import { listAlertRules, saveAlertRule } from '../../../src-main/alerts/queries/alert-rules.ts'
import { alertsPage, getAlert, type NewAlert, newAlerts, saveAlerts } from '../../../src-main/alerts/queries/alerts.ts'
import { dayFromNumber, dayNumber } from '../../../src-main/base/clock.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import type { AlertCondition } from '../../../src-shared/desk/alerts.ts'
import { AlertRuleDraftSchema } from '../../../src-shared/desk/alerts.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { watchStatements } from '../../support/large-folder/watch.ts'
import { HOSTILE, isOnPage, LAST, loadDays, workOut } from '../causes/small-cache.ts'
import { addBrand, rankDb } from '../rankings/rank-db.ts'

type Fire = {
  readonly brandId: string
  readonly kind?: AlertCondition['kind']
  readonly day?: number
  readonly keywords: readonly string[]
  readonly more?: number
}

const fire = (db: WritableDb, { brandId, kind = 'lost-top-3', day = LAST, keywords, more = 0 }: Fire): void => {
  const id = `r-${kind}`
  const rule = AlertRuleDraftSchema.parse({ name: kind, condition: { kind } })
  saveAlertRule(db, { ...rule, id, isNew: listAlertRules(db, {}).every((one) => one.id !== id), atMs: 0 })
  const occurrences = keywords.map((key) => ({ key, subject: key, before: 2, after: 9, clicks: 7 }))
  const fired = [{ day, total: occurrences.length + more, occurrences }]
  const about = { rule: { ...rule, id }, brandId, days: [day], evaluated: [day], fired }
  saveAlerts(db, { ...about, atMs: 0, newFrom: 0, isFirstLook: false, isMuted: false })
}

const listOf = (db: WritableDb) => alertsPage(db, calls['alerts.page'].input.parse({ limit: 500 })).rows

test('an alert has the likely cause of its losses; of other days, other kinds and steady keywords it has none', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage })
  workOut(db, brandId)
  fire(db, { brandId, keywords: [HOSTILE, 'thing 1'] })
  fire(db, { brandId, kind: 'lost-top-10', keywords: ['thing 2', 'thing 3', 'thing 20'], more: 2 })
  fire(db, { brandId, kind: 'drop', keywords: ['thing 1'], day: LAST - 40 })
  fire(db, { brandId, kind: 'page-changed', keywords: ['thing 1'] })
  fire(db, { brandId, kind: 'clicks-down', keywords: ['clicks'] })
  const causes = new Map(listOf(db).map(({ kind, cause }) => [kind, cause]))
  expect(Object.fromEntries(causes)).toEqual({
    'lost-top-3': 'Likely cause: One page fell',
    'lost-top-10': 'Likely cause of 2 of 5: One page fell',
    drop: null,
    'page-changed': null,
    'clicks-down': null,
  })
  for (const { id, kind } of listOf(db)) expect(getAlert(db, { id }).cause).toBe(causes.get(kind))
})

test('a rule names the newest day that it fired for', () => {
  const db = rankDb()
  const [one, other] = ['One', 'Other'].map((name) => addBrand(db, name))
  for (const day of [LAST - 3, LAST - 1]) fire(db, { brandId: one ?? '', day, keywords: ['thing 1'] })
  fire(db, { brandId: other ?? '', day: LAST - 2, keywords: ['thing 1'] })
  const quiet = AlertRuleDraftSchema.parse({ name: 'Quiet', condition: { kind: 'drop', lostClicks: 1 } })
  saveAlertRule(db, { ...quiet, id: 'quiet', isNew: true, atMs: 1 })
  expect(listAlertRules(db, {}).map(({ id, lastDay }) => [id, lastDay])).toEqual([
    ['r-lost-top-3', dayFromNumber(LAST - 1)],
    ['quiet', null],
  ])
})

test('a cause is that of an alert from a day before its drop began to two weeks after', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage })
  workOut(db, brandId)
  for (let day = LAST - 25; day <= LAST + 15; day += 1) fire(db, { brandId, day, keywords: ['thing 1'] })
  const days = listOf(db).flatMap(({ day, cause }) => (cause === null ? [] : [dayNumber(day)]))
  // It began on the first of the newest five days.
  const since = LAST - 4
  expect([Math.min(...days), Math.max(...days), days.length]).toEqual([since - 1, since + 14, 16])
})

test('the causes of a page of alerts are read by one statement', () => {
  const db = rankDb()
  const ids = ['One', 'Other'].map((name) => addBrand(db, name))
  for (const brandId of ids) {
    loadDays(db, brandId, { isHit: isOnPage })
    for (let day = LAST - 3; day <= LAST; day += 1) fire(db, { brandId, day, keywords: ['thing 1', 'thing 2'] })
  }
  workOut(db, ...ids)
  const { named, seen, stop } = watchStatements()
  named('page')
  const rows = listOf(db)
  const runs = seen().flatMap((one) => (one.sql.includes('cause c') ? [one.runs] : []))
  stop()
  expect(runs).toEqual([1])
  expect(rows.map(({ cause }) => cause)).toEqual(rows.map(() => 'Likely cause: One page fell'))
  expect(rows).toHaveLength(8)
})

test('an alert without a cause says that the pages of its keywords take turns, from the first turn on', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage })
  workOut(db, brandId)
  const row = `INSERT INTO page_conflict SELECT k.brand_no, ?, k.id, ?, 1, 2, 30, 30, 2, 3, 1, 1, 0.5, 0.5, 4, 9, 99, NULL, ?, ?, 'a'
    FROM rank_keyword k WHERE k.text = ?`
  const turn = db.cache.prepare(row)
  const first = LAST - 9
  for (const keyword of ['thing 1', 'thing 12', 'thing 20']) turn.run(90, 'flips', first, LAST - 89, keyword)
  turn.run(90, 'split', null, LAST - 89, 'thing 13')
  turn.run(28, 'flips', first, LAST - 27, 'thing 14')
  fire(db, { brandId, kind: 'lost-top-3', keywords: ['thing 1', 'thing 12'] })
  fire(db, { brandId, kind: 'lost-top-3', keywords: ['thing 12'], day: LAST - 1 })
  fire(db, { brandId, kind: 'lost-top-3', keywords: ['thing 12'], day: first - 1 })
  fire(db, { brandId, kind: 'lost-top-10', keywords: ['thing 13', 'thing 14'] })
  fire(db, { brandId, kind: 'page-changed', keywords: ['thing 20', 'thing 12', 'thing 13'] })
  const said = listOf(db).map(({ kind, day, cause }) => `${kind} ${dayNumber(day) - LAST}: ${cause}`)
  expect(said.toSorted()).toEqual([
    'lost-top-10 0: null',
    'lost-top-3 -10: null',
    'lost-top-3 -1: Its pages take turns',
    'lost-top-3 0: Likely cause of 1 of 2: One page fell',
    'page-changed 0: Pages take turns for 2 of 3',
  ])
})

test('a notification names the cause of one alert, and of several what most of them have', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: isOnPage })
  workOut(db, brandId)
  fire(db, { brandId, keywords: ['thing 1'] })
  fire(db, { brandId, day: LAST - 1, keywords: ['thing 2'] })
  fire(db, { brandId, kind: 'page-changed', keywords: ['thing 2'] })
  const all = newAlerts(db, { brandIds: [brandId], since: 0, today: dayFromNumber(LAST) })
  const messageOf = (alerts: readonly NewAlert[]) => noticeOf(alerts, () => 'Shop').message
  const [explained, unexplained] = [
    all.filter(({ kind }) => kind === 'lost-top-3'),
    all.filter(({ kind }) => kind === 'page-changed'),
  ]
  expect(messageOf(explained.slice(0, 1))).toMatch(/9\.0 \(vs the week before\)\. Likely cause: One page fell\.$/)
  expect(messageOf(unexplained)).not.toContain('cause')
  expect(messageOf(all)).toMatch(/Likely cause: One page fell \(2 of 3 alerts\)\.$/)
  const elsewhere = { ...explained[0], brandId: 'other' } as NewAlert // the same of another brand
  expect(messageOf([...explained, elsewhere])).toMatch(/Likely cause: One page fell \(3 of 3 alerts\)\.$/)
})

test('an alert that nobody was notified of waits behind any number of newer ones', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  fire(db, { brandId, day: LAST - 1, keywords: ['thing 1'] })
  const numbers = 'WITH RECURSIVE n(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM n WHERE value < 2000)'
  db.core.exec(`INSERT INTO alert ${numbers} SELECT NULL, 'copy' || value, rule_id, brand_id, kind, rule_name, day + 1,
    fired_at_ms, state, is_muted, 1, total, occurrences, search FROM alert, n`)
  const asked = { brandIds: [brandId], since: 0, today: dayFromNumber(LAST) }
  expect(newAlerts(db, asked)).toHaveLength(2000)
  expect(newAlerts(db, { ...asked, isWaiting: true }).map(({ day }) => dayNumber(day))).toEqual([LAST - 1])
})
