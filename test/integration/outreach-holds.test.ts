// What holds a pitch before it is sent: its countdown, the suppression list, a key, a service that asks for a pause.

import { expect, test } from 'vitest'
import { type Interception, interceptRequests, type LeavingRequest } from '../support/intercept-requests.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { testClock } from '../support/test-clock.ts'

testAlone('a hold paused in its last moment does not end', async () => {
  const clock = createManualClock(testClock.now())
  const desk = await openOutreachDesk({ desk: { clock } })
  const [contact = ''] = await desk.free(1)
  const id = await desk.queue([pitchTo(contact)], { holdSeconds: 30 })
  let isOver: Promise<void> | null = null
  const stop = desk.desk.subscribe((event) => {
    // The pause is stored; its timer still runs.
    if (event.name === 'intents.changed') isOver ??= clock.advance(30_000)
  })
  await desk.call('intents.pause', { id, paused: true })
  stop()
  await isOver
  // Written after whatever the timer may have written.
  await expect(desk.call('intents.pause', { id, paused: true })).resolves.toMatchObject({
    state: 'held',
    isPaused: true,
  })
  await desk.call('intents.pause', { id, paused: false })
  await clock.advance(30_000)
  expect((await desk.ended(id)).state).toBe('confirmed')
})

testAlone('when the service asks to wait an hour, the rest waits, says until when, and does not fail', async () => {
  const clock = createManualClock(testClock.now())
  const desk = await openOutreachDesk({ sandbox: { contacts: 900 }, desk: { clock } })
  const contacts = await desk.free(500)
  await desk.sandbox.fault({ operation: 'outreach.queue', kind: 'delay', delayMs: 1 })
  await desk.sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 429, retryAfterSeconds: 3600 })
  const id = await desk.queue(contacts.map((one) => pitchTo(one)))
  const waiting = await desk.waits(id)
  expect(waiting.reason).toContain(
    `sending continues at ${new Date(clock.now() + 3_600_000).toISOString().slice(0, 16)}`,
  )
  expect(waiting.counts).toMatchObject({ confirmed: 200, failed: 0, unknown: 0 })
  const asked = async () => (await desk.sandbox.requests()).filter(({ operation }) => operation === 'outreach.queue')
  expect(await asked()).toHaveLength(2)
})

test('two of five held pitches are cancelled: the other three are sent when the hold ends, and nobody else is asked', async () => {
  const desk = await openOutreachDesk()
  const contacts = await desk.free(5)
  const id = await desk.queue(
    contacts.map((one) => pitchTo(one)),
    { holdSeconds: 3600 },
  )
  await desk.call('intents.pause', { id, paused: true })
  const left = await desk.call('intents.cancel', { id, items: [1, 3] })
  expect(left).toMatchObject({ state: 'held', isPaused: true, counts: { total: 5 } })
  await expect(desk.call('intents.cancel', { id, items: [1, 9] })).rejects.toMatchObject({ kind: 'conflict' })
  await desk.call('intents.releaseNow', { id })
  const intent = await desk.ended(id)
  expect(intent.state).toBe('partly_done')
  expect(intent.items.map(({ state, reason }) => [state, reason])).toEqual([
    ['confirmed', null],
    ['cancelled', null],
    ['confirmed', null],
    ['cancelled', null],
    ['confirmed', null],
  ])
  const asked = new Set((await desk.pitches()).map(({ contactId }) => contactId))
  expect(contacts.map((one) => asked.has(one))).toEqual([true, false, true, false, true])
  await expect(desk.call('intents.cancel', { id, items: [0] })).rejects.toMatchObject({ kind: 'conflict' })
  // They are free again.
  const again = await desk.queue([pitchTo(contacts[1] ?? '')])
  expect((await desk.ended(again)).state).toBe('confirmed')
})

test('an action whose pitches are all cancelled one by one has ended, and nothing is sent', async () => {
  const desk = await openOutreachDesk()
  const contacts = await desk.free(2)
  const id = await desk.queue(
    contacts.map((one) => pitchTo(one)),
    { holdSeconds: 3600 },
  )
  for (const item of [0, 1]) await desk.call('intents.cancel', { id, items: [item] })
  expect(await desk.call('intents.get', { id })).toMatchObject({ state: 'cancelled', releaseAt: null })
  await expect(desk.call('intents.releaseNow', { id })).rejects.toMatchObject({ kind: 'conflict' })
})

const REVOKED = { status: 401, body: { success: false, error: 'revoked' } }
const NEW_KEY = 'sk_the_new_key_of_this_brand_1234567890'

/** The sandbox's first brand, whose key is replaced by another once that is said. */
const rotatingKey = () => {
  const wire = { old: '', isRotated: false, queuedWith: [] as string[] }
  const reach = ({ headers, url }: LeavingRequest): Interception | undefined => {
    if (wire.old === '') return undefined
    const isOld = headers.authorization === `Bearer ${wire.old}`
    if (url.pathname.endsWith('/outbox/queue')) wire.queuedWith.push(isOld ? 'old' : 'new')
    if (wire.isRotated && isOld) return { answer: REVOKED }
    return { headers: { authorization: `Bearer ${wire.old}` } }
  }
  return { wire, reach }
}

test('a request that waits for the limiter is sent with the key that replaced the old one', async () => {
  const { wire, reach } = rotatingKey()
  const desk = await openOutreachDesk({ desk: { getDispatcher: interceptRequests(reach) } })
  wire.old = desk.sandbox.keyOf(0)
  const [contact = ''] = await desk.free(1)
  await desk.sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 429, retryAfterSeconds: 2 })
  const waiting = desk.next('limiter.waiting', ({ operation }) => operation === 'outreach.queue')
  const id = await desk.queue([pitchTo(contact)])
  await waiting
  wire.isRotated = true
  await desk.call('brands.replaceKey', { brandId: desk.brand.id, key: NEW_KEY, sessionOnly: true })
  expect(await desk.ended(id)).toMatchObject({ state: 'confirmed', reason: null })
  expect(wire.queuedWith).toEqual(['old', 'new'])
})

test('a request refused with a replaced key is sent again with the new key', async () => {
  const { wire, reach } = rotatingKey()
  const refused = Promise.withResolvers<void>()
  const desk: Awaited<ReturnType<typeof openOutreachDesk>> = await openOutreachDesk({
    desk: {
      getDispatcher: interceptRequests(async (request) => {
        const reached = reach(request)
        const isFirst = request.url.pathname.endsWith('/outbox/queue') && !wire.isRotated
        if (!isFirst) return reached
        // On its way while the key is replaced.
        wire.isRotated = true
        await desk.call('brands.replaceKey', { brandId: desk.brand.id, key: NEW_KEY, sessionOnly: true })
        refused.resolve()
        return { answer: REVOKED }
      }),
    },
  })
  wire.old = desk.sandbox.keyOf(0)
  const [contact = ''] = await desk.free(1)
  const id = await desk.queue([pitchTo(contact)])
  await refused.promise
  expect(await desk.ended(id)).toMatchObject({ state: 'confirmed', reason: null })
  expect(wire.queuedWith).toEqual(['old', 'new'])
})

const addressOf = async (desk: Awaited<ReturnType<typeof openOutreachDesk>>, contact: string): Promise<string> => {
  const { rows } = await desk.call('contacts.page', { brandIds: [desk.brand.id], limit: 500 })
  return rows.find(({ id }) => id === contact)?.email ?? ''
}

test('a person suppressed while a pitch waits gets nothing; the others get theirs', async () => {
  const desk = await openOutreachDesk()
  const [contact = '', other = ''] = await desk.free(2)
  const id = await desk.queue([pitchTo(contact), pitchTo(other)], { holdSeconds: 3600 })
  const value = await addressOf(desk, contact)
  await desk.call('outreach.suppress', { entries: [{ value, reason: 'asked us not to' }] })
  await desk.call('intents.releaseNow', { id })
  const { items } = await desk.ended(id)
  expect(items.map(({ state }) => state)).toEqual(['skipped', 'confirmed'])
  const today = new Date(testClock.now()).toISOString().slice(0, 10)
  expect(items[0]?.reason).toBe(
    `${value} is on the suppression list: asked us not to (since ${today}). It was not sent.`,
  )
  expect((await desk.report()).contacts.map(({ contactId }) => contactId)).toEqual([other])
})

test('an intent whose only contact was suppressed ends, and says so', async () => {
  const desk = await openOutreachDesk()
  const [contact = ''] = await desk.free(1)
  const id = await desk.queue([pitchTo(contact)], { holdSeconds: 3600 })
  const notice = desk.next('desk.notice', ({ opens }) => opens?.view === 'activity')
  await desk.call('outreach.suppress', { entries: [{ value: await addressOf(desk, contact), reason: '' }] })
  await desk.call('intents.releaseNow', { id })
  expect(await desk.ended(id)).toMatchObject({ state: 'failed', items: [{ state: 'skipped' }] })
  expect((await notice).message).toContain('is on the suppression list')
  expect((await desk.report()).contacts).toEqual([])
})

test('a pitch to a person suppressed meanwhile is not retried', async () => {
  const desk = await openOutreachDesk()
  const [contact = ''] = await desk.free(1)
  await desk.sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 400 })
  const id = await desk.queue([pitchTo(contact)])
  await desk.ended(id)
  await desk.call('outreach.suppress', { entries: [{ value: await addressOf(desk, contact), reason: 'asked us' }] })
  await expect(desk.call('intents.resolve', { id, as: 'retry' })).rejects.toMatchObject({
    kind: 'conflict',
    detail: { issues: [{ path: 'items.0', message: expect.stringContaining('on the suppression list') }] },
  })
  expect((await desk.report()).contacts).toEqual([])
})
