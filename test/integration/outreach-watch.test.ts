import { expect, test } from 'vitest'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { openCreditsDesk } from '../support/credits-desk.ts'
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'

const ROUNDS_MAX = 3_000

/** Passes time second by second, with a real round trip in between, until it is so. */
const passUntil = async (clock: ManualClock, { call }: TestDesk, isSo: () => Promise<boolean>): Promise<void> => {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (await isSo()) return
    await clock.advance(1_000)
    await call('sync.status', {})
  }
  throw new Error('It did not come to that in time.')
}

test('a discovery is followed to its end: its sites are listed without anybody asking', async () => {
  const clock = createManualClock()
  const opened = await openCreditsDesk({ sandbox: { now: clock.now }, desk: { clock, isBackgroundSyncWanted: true } })
  const { calmDown, prospects, discover, next, brandId, call, sandbox } = opened
  await calmDown()
  await clock.advance(1_000)
  const before = (await prospects()).length
  const told = next('outreach.changed', ({ what }) => what === 'credits')
  expect((await discover()).state).toBe('confirmed')
  expect(await told).toEqual({ brandId, what: 'credits' })
  await passUntil(clock, opened, async () => (await prospects()).length > before)
  const isQuiet = async () => {
    const { statuses } = await call('prospects.page', { brandIds: [brandId] })
    return statuses.every((words) => !Object.values(words).includes('running'))
  }
  await passUntil(clock, opened, isQuiet)
  const count = async () =>
    (await sandbox.requests()).filter(({ operation }) => operation === 'outreach.prospects').length
  expect(await count()).toBeLessThan(20)
})

test('people are searched over a restart: the next start goes on looking, and reads who was found', async () => {
  const clock = createManualClock()
  const first = await openCreditsDesk({ sandbox: { now: clock.now }, desk: { clock } })
  const { brandId, key, home } = first
  await first.calmDown()
  await clock.advance(1_000)
  const contactsOf = async ({ call }: Pick<TestDesk, 'call'>) =>
    (await call('contacts.page', { brandIds: [brandId], limit: 1 })).total
  const before = await contactsOf(first)
  expect((await first.findPeople(await first.searchable(2))).state).toBe('confirmed')
  await clock.advance(1_000)
  await first.syncSites()
  await first.close()

  const second = await openTestDesk({ home, clock, isBackgroundSyncWanted: true })
  await second.call('brands.replaceKey', { brandId, key, sessionOnly: true })
  const ledger = async () => (await second.call('outreach.ledger', {})).rows[0]
  expect(await ledger()).toMatchObject({ charged: 10, mayComeBack: 10 })
  await passUntil(clock, second, async () => (await ledger())?.mayComeBack === 0)
  expect(await contactsOf(second)).toBeGreaterThan(before)
  const { credits } = await first.control.report()
  expect((await ledger())?.expectedBack).toBe(credits.refunded)
})
