// Who is notified of an alert, and when: a desk that stays open, its files and the sandbox over HTTP, on a clock that is
// moved on. What fires is a permission that somebody else changed: a test brings it about when it wants to.
import { expect, test } from 'vitest'
import type { AlertSettings } from '../../src-shared/desk/alerts.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Notice } from '../../src-shared/desk/desk.ts'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { openConnectorsDesk } from '../support/connectors-desk.ts'
import { createMovingClock, type MovingClock } from '../support/moving-clock.ts'
import { tempHome } from '../support/temp-home.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A Monday. */
const NOON_MS = Date.UTC(2026, 5, 15, 12)
const TOOL = 'outreach_reply'
const RULE: CallInput<'alerts.saveRule'> = { name: 'Drift', condition: { kind: 'drift' } }
const SETTINGS: AlertSettings = {
  isNotifying: true,
  quiet: { isOn: true, from: '19:00', to: '08:00' },
  days: [1, 2, 3, 4, 5],
  digest: { isOn: true, at: '08:00' },
  zone: 'UTC',
}

type Asked = Pick<TestDesk, 'call'>

/** Titles of notices about alerts, as they come. */
const follow = ({ desk }: Pick<TestDesk, 'desk'>) => {
  const told: Notice[] = []
  desk.subscribe((event) => {
    if (event.name === 'desk.notice' && event.payload.opens?.view === 'alerts') told.push(event.payload)
  })
  return { told, titles: () => told.map(({ title }) => title) }
}

const openAlertsDesk = async (settings: Partial<AlertSettings> = {}) => {
  const { home } = tempHome()
  const clock = createMovingClock(NOON_MS)
  const options = { home, clock, isBackgroundSyncWanted: true }
  const desk = await openConnectorsDesk({ sandbox: { now: clock.now }, desk: options })
  await desk.call('desk.setSettings', { syncEveryMinutes: 0 })
  await desk.call('alerts.setSettings', { ...SETTINGS, ...settings })
  const { id: ruleId } = await desk.call('alerts.saveRule', RULE)
  await desk.call('alerts.check', {}) // its first look
  return { ...desk, clock, options, ruleId }
}
type AlertsDesk = Awaited<ReturnType<typeof openAlertsDesk>>

/** Somebody changes a permission of this brand in the service; the next sync sees it. */
const changeElsewhere = async ({ at, service, elsewhere }: AlertsDesk, index: number): Promise<void> => {
  const { teamId } = at(index)
  const tool = (await service()).get(teamId)?.tools.find(({ name }) => name === TOOL)
  await elsewhere(teamId, { permissions: { [TOOL]: tool?.effective === 'allow' ? 'deny' : 'allow' } })
}

const alertsOf = async ({ call }: Asked) => (await call('alerts.page', { limit: 500 })).rows
const syncIt = ({ sync }: Pick<TestDesk, 'sync'>) => sync({ datasets: ['connectors'] })

/** It happens, is synced, and the desk has it as an alert. */
const plant = async (desk: AlertsDesk, index: number) => {
  const found = async () => (await alertsOf(desk)).reduce((sum, { count }) => sum + count, 0)
  const before = await found()
  await changeElsewhere(desk, index)
  await syncIt(desk)
  await expect.poll(found).toBe(before + 1)
}

/** Moves the clock on, until all that looks once a minute has looked at what is then, and sleeps again. */
const pass = async (clock: MovingClock, ms: number): Promise<void> => {
  const areAsleep = () => clock.areAsleep(MINUTE_MS)
  await expect.poll(areAsleep).toBe(true)
  clock.move(ms)
  await expect.poll(areAsleep).toBe(true)
}

/** The same to a time of day, some days ahead. */
const passUntil = (clock: MovingClock, time: string, days = 0): Promise<void> => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const nowMs = clock.now()
  const midnightMs = nowMs - (nowMs % DAY_MS)
  return pass(clock, midnightMs + days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS - nowMs)
}

const titleOf = ({ name }: { readonly name: string }, count = 1): string =>
  `${name}: ${count} permission${count === 1 ? '' : 's'} changed elsewhere`

test('an alert is notified at once and leads to itself; those of the next ten minutes come together', async () => {
  const desk = await openAlertsDesk()
  const { told, titles } = follow(desk)
  const [one, two] = [desk.at(0), desk.at(1)]
  await plant(desk, 0)
  await expect.poll(titles).toEqual([titleOf(one)])
  const [alert] = await alertsOf(desk)
  expect(told[0]).toMatchObject({ brandId: one.id, opens: { view: 'alerts', params: { open: alert?.id } } })
  expect(alert).toMatchObject({ brandId: one.id, ruleId: desk.ruleId, state: 'new', day: '2026-06-15' })
  await plant(desk, 1)
  await plant(desk, 2)
  await pass(desk.clock, 5 * MINUTE_MS)
  expect(titles()).toEqual([titleOf(one)])
  await pass(desk.clock, 5 * MINUTE_MS)
  expect(titles()).toEqual([titleOf(one), '2 alerts for 2 brands'])
  expect(told[1]?.opens).toEqual({ view: 'alerts' })
  expect(told[1]?.message).toContain(two.name)
})

test('of what a rule finds at its first look nobody is notified; it is new in the list and in Today', async () => {
  const desk = await openAlertsDesk()
  const { titles } = follow(desk)
  await desk.call('alerts.setRule', { id: desk.ruleId, isOn: false })
  await changeElsewhere(desk, 0)
  await syncIt(desk)
  await desk.call('alerts.setRule', { id: desk.ruleId, isOn: true })
  await expect.poll(() => alertsOf(desk)).toMatchObject([{ state: 'new', brandId: desk.at(0).id }])
  await passUntil(desk.clock, '08:01', 1)
  await plant(desk, 1)
  await expect.poll(titles).toEqual([titleOf(desk.at(1))])
})

test('of a muted rule nobody is notified, and Today does not list it, until the day on which the mute ends', async () => {
  const desk = await openAlertsDesk()
  const { titles } = follow(desk)
  const inToday = async () => (await desk.call('today.list', {})).items.filter(({ kind }) => kind === 'alert').length
  await desk.call('alerts.setRule', { id: desk.ruleId, mutedUntil: '2026-06-17' })
  await plant(desk, 0)
  expect(await alertsOf(desk)).toMatchObject([{ state: 'seen', isMuted: true }])
  expect(await inToday()).toBe(0)
  await passUntil(desk.clock, '12:00', 1) // still muted on Tuesday
  await plant(desk, 0)
  await passUntil(desk.clock, '23:59')
  await passUntil(desk.clock, '12:00', 1) // Wednesday, past the hour of the digest
  expect(titles()).toEqual([])
  await plant(desk, 1)
  await expect.poll(titles).toEqual([titleOf(desk.at(1))])
  expect((await alertsOf(desk)).map(({ state, isMuted }) => [state, isMuted])).toEqual([
    ['new', false],
    ['seen', true],
    ['seen', true],
  ])
})

test('what fires in quiet hours is in one digest in the morning, and in no other', async () => {
  const desk = await openAlertsDesk()
  const { titles } = follow(desk)
  await passUntil(desk.clock, '18:59')
  await plant(desk, 0)
  await expect.poll(titles).toEqual([titleOf(desk.at(0))])
  await passUntil(desk.clock, '19:30')
  await plant(desk, 1)
  await plant(desk, 2)
  for (const [time, days] of [
    ['23:30', 0],
    ['07:59', 1],
  ] as const) {
    await passUntil(desk.clock, time, days)
    expect(titles()).toHaveLength(1)
  }
  await passUntil(desk.clock, '08:01')
  expect(titles().slice(1)).toEqual(['2 alerts for 2 brands'])
  await passUntil(desk.clock, '12:00')
  await passUntil(desk.clock, '08:00', 1)
  expect(titles()).toHaveLength(2)
})

test('without a digest, what fired in quiet hours is notified when they end; on days off it waits for the next one', async () => {
  const desk = await openAlertsDesk({ digest: { isOn: false, at: '08:00' } })
  const { titles } = follow(desk)
  await passUntil(desk.clock, '21:00', 4) // Friday
  await plant(desk, 0)
  await passUntil(desk.clock, '12:00', 1) // Saturday
  await plant(desk, 1)
  expect(titles()).toEqual([])
  await passUntil(desk.clock, '07:59', 2)
  expect(titles()).toEqual([])
  await passUntil(desk.clock, '08:01')
  expect(titles()).toEqual(['2 alerts for 2 brands'])
})

test('alone a digest is sent where alerts are not notified as they fire', async () => {
  const desk = await openAlertsDesk({ isNotifying: false })
  const { titles } = follow(desk)
  await plant(desk, 0)
  await pass(desk.clock, HOUR_MS)
  expect(titles()).toEqual([])
  await passUntil(desk.clock, '08:00', 1)
  expect(titles()).toEqual([titleOf(desk.at(0))])
})

/** The same folder is opened again, as by a start of the desk. */
const reopen = async (desk: AlertsDesk): Promise<TestDesk> => {
  const opened = await openTestDesk(desk.options)
  for (const [index, { id }] of desk.brands.entries())
    await opened.call('brands.replaceKey', { brandId: id, key: desk.sandbox.keyOf(index), sessionOnly: true })
  return opened
}
const toldBy = async (desk: Asked) =>
  (await desk.call('desk.notices', {})).notices
    .filter(({ opens }) => opens?.view === 'alerts')
    .map(({ title }) => title)

test('a desk that was off at the hour of the digest sends it once, when it starts', async () => {
  const desk = await openAlertsDesk()
  await passUntil(desk.clock, '20:00')
  await plant(desk, 0)
  await plant(desk, 1)
  await desk.close()
  desk.clock.move(13 * HOUR_MS + 30 * MINUTE_MS) // half past nine
  const morning = await reopen(desk)
  await expect.poll(() => toldBy(morning)).toEqual(['2 alerts for 2 brands'])
  await morning.close()
  desk.clock.move(HOUR_MS)
  const later = await reopen(desk)
  await changeElsewhere(desk, 2)
  await syncIt(later)
  await expect.poll(() => toldBy(later)).toEqual([titleOf(desk.at(2))])
})

test('what happened while the desk was off in quiet hours is notified after its first sync, and missed by no digest', async () => {
  const desk = await openAlertsDesk()
  await passUntil(desk.clock, '18:00')
  await desk.close()
  desk.clock.move(4 * HOUR_MS)
  await changeElsewhere(desk, 0)
  desk.clock.move(8 * HOUR_MS) // six in the morning: quiet
  const early = await reopen(desk)
  const { titles } = follow(early)
  await syncIt(early)
  await expect.poll(async () => (await alertsOf(early)).length).toBe(1)
  await passUntil(desk.clock, '07:59')
  expect(titles()).toEqual([])
  await passUntil(desk.clock, '08:01')
  expect(titles()).toEqual([titleOf(desk.at(0))])
  await early.close()
  await changeElsewhere(desk, 1)
  desk.clock.move(HOUR_MS)
  const open = await reopen(desk)
  await syncIt(open)
  await expect.poll(() => toldBy(open)).toEqual([titleOf(desk.at(1))])
})

test('settings that are changed at the same time are all kept', async () => {
  const { call } = await openAlertsDesk()
  const quiet = { isOn: false, from: '20:30', to: '08:00' }
  await Promise.all([
    call('alerts.setSettings', { days: [7] }),
    call('alerts.setSettings', { quiet }),
    call('alerts.setSettings', { isNotifying: false }),
  ])
  expect(await call('alerts.settings', {})).toEqual({ ...SETTINGS, days: [7], quiet, isNotifying: false })
})
