// The suppression list holds until a request leaves, however long the limiter or the service makes its call wait.
import { expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { testClock } from '../support/test-clock.ts'

type Desk = Awaited<ReturnType<typeof openOutreachDesk>>
const SUPPRESSED = /is on the suppression list: asked us not to \(since .+\)\. It was not sent\.$/

const openDesk = async (clock: ManualClock) => {
  const desk = await openOutreachDesk({ desk: { clock } })
  const { rows } = await desk.call('contacts.page', { brandIds: [desk.brand.id], limit: 500 })
  const addressOf = (contact: string): string => rows.find(({ id }) => id === contact)?.email ?? ''
  const suppress = (value: string) =>
    desk.call('outreach.suppress', { entries: [{ value, reason: 'asked us not to' }] })
  const contacts = await desk.free(12)
  const siteOf = (contact: string): string => addressOf(contact).split('@')[1] ?? ''
  return { ...desk, contacts, addressOf, siteOf, suppress }
}

/** The brand's call of this minute is used up: the next one waits for the limiter. */
const useUpTheMinute = async (desk: Desk, contact: string): Promise<void> => {
  await desk.call('service.setProfile', { limits: { perOperation: { 'outreach.queue': 1 } } })
  await desk.ended(await desk.queue([pitchTo(contact)]))
}

const waitsAtLimiter = (desk: Desk) => desk.next('limiter.waiting', ({ operation }) => operation === 'outreach.queue')
const queueCalls = async (desk: Desk) =>
  (await desk.sandbox.requests()).filter(({ operation }) => operation === 'outreach.queue').length
const sentTo = async (desk: Desk) => (await desk.report()).contacts.map(({ contactId }) => contactId)

test('a person suppressed while the request waits for the limiter is left out, and the others keep their slot', async () => {
  const clock = createManualClock(testClock.now())
  const desk = await openDesk(clock)
  const [first = '', second = '', third = ''] = desk.contacts
  await useUpTheMinute(desk, first)
  const waiting = waitsAtLimiter(desk)
  const id = await desk.queue([pitchTo(second), pitchTo(third)])
  await waiting
  await desk.suppress(desk.addressOf(second))
  await clock.advance(60_200)
  const { items } = await desk.ended(id)
  expect(items.map(({ state }) => state)).toEqual(['skipped', 'confirmed'])
  expect(items[0]?.reason).toMatch(SUPPRESSED)
  expect(await sentTo(desk)).toEqual([first, third])
  expect(await queueCalls(desk)).toBe(2)
})

test('a person suppressed while a 429 delays a request in flight is left out', async () => {
  const clock = createManualClock(testClock.now())
  const desk = await openDesk(clock)
  const [first = ''] = desk.contacts
  const other = desk.contacts.find((contact) => desk.siteOf(contact) !== desk.siteOf(first)) ?? ''
  await desk.sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 429, retryAfterSeconds: 30 })
  const waiting = waitsAtLimiter(desk)
  const id = await desk.queue([pitchTo(first), pitchTo(other)])
  await waiting
  await desk.suppress(desk.siteOf(first))
  await clock.advance(30_200)
  const { items } = await desk.ended(id)
  expect(items.map(({ state }) => state)).toEqual(['skipped', 'confirmed'])
  expect(items[0]?.reason).toMatch(SUPPRESSED)
  expect(await sentTo(desk)).toEqual([other])
})

test('a request with no recipient left is never sent', async () => {
  const clock = createManualClock(testClock.now())
  const desk = await openDesk(clock)
  const [first = '', second = ''] = desk.contacts
  await useUpTheMinute(desk, first)
  const waiting = waitsAtLimiter(desk)
  const id = await desk.queue([pitchTo(second)])
  await waiting
  await desk.suppress(desk.addressOf(second))
  await clock.advance(60_200)
  expect(await desk.ended(id)).toMatchObject({ state: 'failed', sentAt: null, items: [{ state: 'skipped' }] })
  expect(await sentTo(desk)).toEqual([first])
  expect(await queueCalls(desk)).toBe(1)
})

test('a person unsuppressed before the request is sent gets the pitch', async () => {
  const clock = createManualClock(testClock.now())
  const desk = await openDesk(clock)
  const [first = '', second = ''] = desk.contacts
  await useUpTheMinute(desk, first)
  const waiting = waitsAtLimiter(desk)
  const id = await desk.queue([pitchTo(second)])
  await waiting
  await desk.suppress(desk.addressOf(second))
  await desk.call('outreach.unsuppress', { values: [desk.addressOf(second)] })
  await clock.advance(60_200)
  expect((await desk.ended(id)).state).toBe('confirmed')
  expect(await sentTo(desk)).toEqual([first, second])
})
