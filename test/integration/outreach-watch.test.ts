import { expect, test } from 'vitest'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { openCreditsDesk } from '../support/credits-desk.ts'
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'
import type { OpenSandbox } from '../support/sandbox.ts'

const ROUNDS_MAX = 3_000

type Passing = { readonly clock: ManualClock; readonly sandbox: Pick<OpenSandbox, 'requests'> }

/** Passes time second by second until it is so; a round trip to the service in between is as long as those under way. */
const passUntil = async ({ clock, sandbox }: Passing, isSo: () => Promise<boolean>): Promise<void> => {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (await isSo()) return
    await clock.advance(1_000)
    await sandbox.requests()
  }
  throw new Error('It did not come to that in time.')
}

test('a discovery is followed to its end, and its sites are listed without a sync', async () => {
  const clock = createManualClock()
  const opened = await openCreditsDesk({ sandbox: { now: clock.now }, desk: { clock, isBackgroundSyncWanted: true } })
  const { calmDown, prospects, discover, next, brandId, call, sandbox } = opened
  await calmDown()
  await clock.advance(1_000)
  const before = (await prospects()).length
  const changed = next('changed', ({ datasets }) => datasets.join() === 'credits')
  expect((await discover()).state).toBe('confirmed')
  expect(await changed).toEqual({ brandIds: [brandId], datasets: ['credits'] })
  await passUntil({ clock, sandbox }, async () => (await prospects()).length > before)
  const isQuiet = async () => {
    const { statuses } = await call('prospects.page', { brandIds: [brandId] })
    return statuses.every((words) => !Object.values(words).includes('running'))
  }
  await passUntil({ clock, sandbox }, isQuiet)
  const count = async () =>
    (await sandbox.requests()).filter(({ operation }) => operation === 'outreach.prospects').length
  expect(await count()).toBeLessThan(20)
})

test('a people search is followed over a restart, and reads the people found', async () => {
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
  await passUntil({ clock, sandbox: first.sandbox }, async () => (await ledger())?.mayComeBack === 0)
  expect(await contactsOf(second)).toBeGreaterThan(before)
  const { credits } = await first.control.report()
  expect((await ledger())?.expectedBack).toBe(credits.refunded)
})
