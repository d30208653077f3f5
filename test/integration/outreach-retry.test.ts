// A pitch that arrived late through a gateway, or after a restored backup was made, is never sent twice.
import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { whenIntent } from '../support/publishing-desk.ts'
import { spoilPages } from '../support/store-file.ts'
import { homePaths } from '../support/temp-home.ts'

type Desk = Awaited<ReturnType<typeof openOutreachDesk>>

/** Requests that the gateway gave up on arrive late, and their pitches are sent. */
const commitLate = async ({ sandbox, control }: Desk, items: unknown) => {
  const reply = await fetch(`${sandbox.baseUrl}/v3/outreach/outbox/queue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.keyOf(0)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  })
  expect(reply.status).toBe(200)
  await control('clock', { method: 'POST', body: JSON.stringify({ advanceMs: 40 * 86_400_000 }) })
}

const failed = async (desk: Desk, count: number) => {
  const contacts = await desk.free(count)
  await desk.sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 503 })
  const id = await desk.queue(contacts.map((contact) => pitchTo(contact)))
  const { items } = await whenIntent(desk, id, ['failed'])
  expect(items.map(({ state }) => state)).toEqual(contacts.map(() => 'failed'))
  return { id, contacts }
}

const queuedTo = async (desk: Desk) => new Map((await desk.report()).contacts.map((row) => [row.contactId, row.queued]))

test('retry of a failed pitch that arrived late is refused by name, unchanged or corrected', async () => {
  const desk = await openOutreachDesk()
  const { id, contacts } = await failed(desk, 1)
  await commitLate(desk, [pitchTo(contacts[0] ?? '')])
  const refusal = {
    kind: 'conflict',
    detail: { issues: [{ path: 'items.0', message: expect.stringContaining('was sent') }] },
  }
  await expect(desk.call('intents.resolve', { id, as: 'retry' })).rejects.toMatchObject(refusal)
  await expect(desk.call('intents.resolve', { id, as: 'retry', items: [0] })).rejects.toMatchObject(refusal)
  const items = [{ item: 0, subject: 'A better subject' }]
  await expect(desk.call('outreach.resend', { intentId: id, items })).rejects.toMatchObject(refusal)
  expect((await queuedTo(desk)).get(contacts[0] ?? '')).toBe(1)
  expect((await desk.call('intents.list', { brandIds: [desk.brand.id] })).total).toBe(1)
})

test('retry of many pitches sends only those that did not arrive late, by the current outbox', async () => {
  const desk = await openOutreachDesk()
  const { id, contacts } = await failed(desk, 3)
  const [first = '', second = '', third = ''] = contacts
  await commitLate(desk, [pitchTo(second)])
  const named = desk.call('intents.resolve', { id, as: 'retry', items: [0, 1] })
  await expect(named).rejects.toMatchObject({ detail: { issues: [{ path: 'items.1' }] } })
  const { newIntentId } = await desk.call('intents.resolve', { id, as: 'retry' })
  await desk.call('intents.releaseNow', { id: newIntentId ?? '' })
  expect((await desk.linked(newIntentId ?? '')).counts).toMatchObject({ total: 2, confirmed: 2 })
  const queued = await queuedTo(desk)
  expect([first, second, third].map((contact) => queued.get(contact))).toEqual([1, 1, 1])
})

test('pitches sent after a restored backup was made are not sent again', async () => {
  const first = await openOutreachDesk()
  const [contact = ''] = await first.free(1)
  await first.sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 400 })
  const id = await first.queue([pitchTo(contact)])
  await first.ended(id)
  await first.call('desk.backup', {})
  const { newIntentId } = await first.call('intents.resolve', { id, as: 'retry' })
  await first.call('intents.releaseNow', { id: newIntentId ?? '' })
  await first.ended(newIntentId ?? '')
  await first.close()

  spoilPages(homePaths(first.home).coreFile, 0)
  const { call } = await openTestDesk({ home: first.home })
  await call('brands.replaceKey', { brandId: first.brand.id, key: first.sandbox.keyOf(0), sessionOnly: true })
  await expect(call('intents.resolve', { id, as: 'retry' })).rejects.toMatchObject({ kind: 'conflict' })
  expect((await queuedTo(first)).get(contact)).toBe(1)
})

test('a failed pitch that is corrected to another contact is refused where that one was pitched: queued, or sent', async () => {
  const desk = await openOutreachDesk()
  const { id } = await failed(desk, 1)
  const [, , pitched = ''] = await desk.free(3)
  await desk.linked(await desk.queue([pitchTo(pitched)]))
  const items = [{ item: 0, prospectEmailId: pitched }]
  const refused = (code: string) => ({
    kind: 'conflict',
    detail: { issues: [{ path: 'items.0.prospectEmailId', code }] },
  })
  await expect(desk.call('outreach.resend', { intentId: id, items })).rejects.toMatchObject(refused('already-queued'))
  await desk.control('clock', { method: 'POST', body: JSON.stringify({ advanceMs: 40 * 86_400_000 }) })
  await expect(desk.call('outreach.resend', { intentId: id, items })).rejects.toMatchObject(refused('contacted-before'))
  expect((await queuedTo(desk)).get(pitched)).toBe(1)
  const { intentId } = await desk.call('outreach.resend', {
    intentId: id,
    items,
    accept: ['contacted-before'],
    holdSeconds: 0,
  })
  expect((await desk.linked(intentId)).state).toBe('confirmed')
})
