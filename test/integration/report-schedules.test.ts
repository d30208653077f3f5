// Drafts once a month: whenever the desk runs, and on one desk of a team.
import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../../src-main/base/clock.ts'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { describePostgres, testDatabase } from '../support/postgres.ts'
import { openReportDesk } from '../support/report-desk.ts'
import { accessOf } from '../support/team-access.ts'
import { untilTrue } from '../support/team-desk.ts'

/** The computer's clock, set to begin at this instant. */
const clockAt = (instant: string): Clock => {
  const offsetMs = Date.parse(instant) - Date.now()
  return { ...systemClock, now: () => Date.now() + offsetMs }
}
const SCHEDULE = { templateId: 'short', brands: 'all' as const, dayOfMonth: 1, formats: ['html' as const] }
const monthsOf = async ({ call }: Pick<TestDesk, 'call'>) =>
  (await call('reports.runs', {})).rows.map(({ period }) => period.from.slice(0, 7))
const lastMonths = async ({ call }: Pick<TestDesk, 'call'>) =>
  (await call('reports.schedules', {})).schedules.map(({ name, lastMonth }) => [name, lastMonth])

test('a desk that was off on the day makes the drafts at its next start, once', async () => {
  const first = await openReportDesk({ names: ['Aurora Fittings'], keywords: 5 })
  const { home, brands } = first
  await first.close()
  const start = async (at: string) => openTestDesk({ home, isBackgroundSyncWanted: true, clock: clockAt(at) })

  // Noon, so that the day is the same wherever the test runs.
  const october = await start('2026-10-31T12:00:00Z')
  await october.call('reports.saveSchedule', { ...SCHEDULE, name: 'B' })
  await untilTrue(october, async () => (await monthsOf(october)).length === 1)
  await october.call('reports.saveSchedule', { ...SCHEDULE, name: 'A', brands: { tags: ['later'] } })
  await october.close()
  // One without brands keeps no other from its drafts, and makes its own once it has some.
  const december = await start('2026-12-03T12:00:00Z')
  await untilTrue(december, async () => (await monthsOf(december)).length === 2)
  expect(await monthsOf(december)).toEqual(['2026-11', '2026-09'])
  expect(await lastMonths(december)).toEqual([
    ['A', null],
    ['B', '2026-11'],
  ])
  await december.call('brands.update', { brandId: brands[0]?.id ?? '', tags: ['later'] })
  await december.close()
  const again = await start('2026-12-03T12:30:00Z')
  await untilTrue(again, async () => (await monthsOf(again)).length === 3)
  expect(await monthsOf(again)).toEqual(['2026-11', '2026-11', '2026-09'])
  await again.close()
  const later = await start('2026-12-30T12:00:00Z')
  await later.call('reports.saveSchedule', { ...SCHEDULE, name: 'C', dayOfMonth: 28 })
  await untilTrue(later, async () => (await monthsOf(later)).length === 4)
  expect(await monthsOf(later)).toEqual(['2026-11', '2026-11', '2026-11', '2026-09'])
  const next = (await later.call('reports.schedules', {})).schedules.map(({ nextDay }) => nextDay)
  expect(next).toEqual(['2027-01-01', '2027-01-01', '2027-01-28'])
})

describePostgres('of a team', (programs) => {
  test('one desk makes the drafts of a month, also where a colleague takes the schedule over', async () => {
    const owner = await (await testDatabase(programs, 'nothing')).connect()
    const { url, password } = accessOf(owner)
    const ann = await openReportDesk({ names: ['Aurora Fittings'], keywords: 5, background: true })
    await ann.call('team.init', { url, password, name: 'Ann Lee', deskName: 'office' })
    await untilTrue(ann, async () => (await ann.call('team.status', {})).team?.connection === 'connected')
    const login = `bob_${Date.now().toString(36)}_${programs.version.replace('.', '_')}`
    const person = { login, name: 'Bob Ray', role: 'sender', brandIds: 'all', password: 'word-of-bob' } as const
    await ann.call('team.addPerson', person)
    const bob = await openTestDesk({ isBackgroundSyncWanted: true })
    await bob.call('team.join', { url: url.replace('postgres@', `${login}@`), password: 'word-of-bob' })

    const { id } = await ann.call('reports.saveSchedule', { ...SCHEDULE, name: 'Monthly' })
    await untilTrue(ann, async () => (await monthsOf(ann)).length === 1)
    const [[, made] = []] = await lastMonths(ann)
    await untilTrue(bob, async () => (await lastMonths(bob))[0]?.[1] === made)
    expect((await bob.call('reports.schedules', {})).schedules).toMatchObject([{ isOnThisDesk: false }])

    // Bob's desk looks at it at once, and then at the one that is new.
    await bob.call('reports.saveSchedule', { ...SCHEDULE, id, name: 'Monthly of Bob' })
    await bob.call('reports.saveSchedule', { ...SCHEDULE, name: 'Of Bob' })
    await untilTrue(bob, async () => (await monthsOf(bob)).length > 0)
    const drafted = (await bob.call('reports.runs', {})).rows.map(({ scheduleId }) => scheduleId)
    expect(drafted).toHaveLength(1)
    expect(drafted).not.toContain(id)
    // The schedule comes first, and once its drafts are made their month.
    await untilTrue(ann, async () => (await lastMonths(ann)).filter(([, month]) => month === made).length === 2)
    expect(await monthsOf(ann)).toEqual([made])
    expect((await ann.call('reports.schedules', {})).schedules).toMatchObject([
      { name: 'Monthly of Bob', isOnThisDesk: false, lastMonth: made },
      { name: 'Of Bob', isOnThisDesk: false, lastMonth: made },
    ])
  })
})
