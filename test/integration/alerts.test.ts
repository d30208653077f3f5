// Alerts over the calls of the desk, with rankings of a real sandbox over HTTP.
import { expect, test } from 'vitest'
import type { AlertCondition } from '../../src-shared/desk/alerts.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { createMovingClock } from '../support/moving-clock.ts'
import { openPublishingDesk } from '../support/publishing-desk.ts'

const LIMITS = { limits: { requestsPerMinute: 100_000 } }
const DAY_MS = 86_400_000

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

type DraftInput = CallInput<'alerts.saveRule'>
const rule = (condition: DraftInput['condition'], rest: Partial<DraftInput> = {}): DraftInput => ({
  name: condition.kind,
  condition,
  ...rest,
})

/** Two brands with 60 days of rankings, and the days of the sandbox as the clock moves on. */
const openAlertsDesk = async ({ keywords = 60, days = 75, history = 60 } = {}) => {
  const clock = createMovingClock()
  const desk = await openPublishingDesk({
    sandbox: { keywords, days, now: clock.now, profile: LIMITS },
    desk: { clock },
  })
  await desk.call('service.setProfile', LIMITS)
  await desk.call('desk.setSettings', { historyDays: history, syncEveryMinutes: 0 })
  const fetchDay = () => desk.sync({ datasets: ['rankings', 'history'] })
  await fetchDay()
  const all = async () => (await desk.call('alerts.page', { limit: 500 })).rows
  return { ...desk, clock, fetchDay, all }
}

const CONDITIONS: readonly DraftInput['condition'][] = [
  { kind: 'lost-top-3' },
  { kind: 'lost-top-10' },
  { kind: 'drop', lostClicks: 0.1 },
  { kind: 'page-changed', days: 2 },
  { kind: 'clicks-down', percent: 5, clicks: 1 },
]

test('a back-test finds what is fired when the days come one by one', async () => {
  const { call, clock, fetchDay, all } = await openAlertsDesk()
  const rules: { id: string; condition: AlertCondition }[] = []
  for (const condition of CONDITIONS) rules.push(await call('alerts.saveRule', rule(condition)))
  await call('alerts.check', {})
  const firstDay = dayOf(clock.now())
  for (let day = 0; day < 14; day += 1) {
    clock.move(DAY_MS)
    await fetchDay()
    await call('alerts.check', {})
  }
  const fired = (await all()).filter(({ day }) => day >= firstDay)
  for (const { id, condition } of rules) {
    const tested = await call('alerts.backTest', { rule: { name: 'x', condition }, days: 15 })
    const ofRule = fired.filter(({ ruleId }) => ruleId === id)
    const byDay = Object.groupBy(ofRule, ({ day }) => day)
    expect(tested.days.filter(({ day }) => day >= firstDay)).toEqual(
      tested.days.filter(({ day }) => day >= firstDay).map(({ day }) => ({ day, alerts: byDay[day]?.length ?? 0 })),
    )
  }
})

test('each alert that was raised is judged when three whole days came after it, and its rule tells how many lasted', async () => {
  const { call, clock, fetchDay, all } = await openAlertsDesk({ keywords: 200 })
  for (const condition of CONDITIONS) await call('alerts.saveRule', rule(condition))
  await call('alerts.check', {})
  const raised = new Map((await all()).flatMap((alert) => (alert.state === 'new' ? [[alert.id, alert]] : [])))
  for (let day = 0; day < 10; day += 1) {
    clock.move(DAY_MS)
    await fetchDay()
    await call('alerts.check', {})
    for (const alert of await all()) if (alert.state === 'new') raised.set(alert.id, alert)
  }
  const judgedUntil = dayOf(clock.now() - 4 * DAY_MS)
  const { rules, records } = await call('alerts.rules', {})
  expect(records.length).toBeGreaterThan(2)
  for (const { id } of rules) {
    const own = [...raised.values()].filter(({ ruleId, day }) => ruleId === id && day <= judgedUntil)
    expect(records.find(({ ruleId }) => ruleId === id)?.judged ?? 0).toBe(own.length)
  }
  const sum = (field: 'right' | 'judged') => records.reduce((total, record) => total + record[field], 0)
  expect(sum('right')).toBeGreaterThan(0)
  expect(sum('right')).toBeLessThan(sum('judged'))
})

test('a back-test tells how far it is after each brand, and ends when it is cancelled', async () => {
  const { call, desk, brands } = await openAlertsDesk({ days: 40, history: 30 })
  const input = { rule: rule({ kind: 'lost-top-10', days: 1 }), days: 30, runId: 'run' }
  const told: string[] = []
  let isCancelled = false
  desk.subscribe(({ name, payload }) => {
    if (name !== 'alerts.backTestProgress') return
    told.push(`${payload.runId}: ${payload.done} of ${payload.total}`)
    if (isCancelled) void call('alerts.cancelBackTest', { runId: payload.runId })
  })
  const { fired, brandsChecked } = await call('alerts.backTest', input)
  expect([brandsChecked, fired > 0]).toEqual([brands.length, true])
  expect(told.splice(0)).toEqual(['run: 1 of 2', 'run: 2 of 2'])
  isCancelled = true
  await expect(call('alerts.backTest', input)).rejects.toMatchObject({ kind: 'cancelled' })
  expect(told).toEqual(['run: 1 of 2'])
})

test('a rule of a tag fires for a brand from the day on which it gets the tag, and one about all brands without a change', async () => {
  const { call, brands, all } = await openAlertsDesk()
  const condition = { kind: 'clicks-down', percent: 1, clicks: 1 } as const
  const ofTag = await call('alerts.saveRule', rule(condition, { scope: { of: 'tags', tags: ['law', 'retail'] } }))
  const ofAll = await call('alerts.saveRule', rule(condition))
  expect(ofAll.scope).toEqual({ of: 'all' })
  await call('alerts.check', {})
  const brandsOf = async (ruleId: string) => [
    ...new Set((await all()).filter((alert) => alert.ruleId === ruleId).map((alert) => alert.brandId)),
  ]
  const [brandId = ''] = await brandsOf(ofAll.id)
  expect(brands.map(({ id }) => id)).toContain(brandId)
  expect(await brandsOf(ofTag.id)).toEqual([])
  await call('brands.update', { brandId, tags: ['retail'] })
  await call('alerts.check', {})
  expect(await brandsOf(ofTag.id)).toEqual([brandId])
  await expect(call('alerts.saveRule', rule(condition, { scope: { of: 'tags', tags: [] } }))).rejects.toMatchObject({
    kind: 'invalid',
  })
})
