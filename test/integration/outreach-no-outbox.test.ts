// A service whose outbox listing cannot be read (the interface does not show its path): what a queue reply alone makes
// certain is reported, and nothing more.
import { expect, test } from 'vitest'
import type { IntentWithItems } from '../../src-shared/desk/intents.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'

const open = async () => {
  const desk = await openOutreachDesk()
  await desk.call('service.setProfile', { operations: { 'outreach.outbox': { path: '/v3/outreach/not-here' } } })
  const outboxReads = async () =>
    (await desk.sandbox.requests()).filter(({ path }) => path.startsWith('/v3/outreach/not-here')).length
  /** The next queue call is answered with these counts, whatever the service did. */
  const answerWith = (counts: { queued: number; queuedConversationIds: string[]; updated: number; skipped: number }) =>
    desk.sandbox.fault({
      operation: 'outreach.queue',
      kind: 'malformed',
      body: JSON.stringify({ ...counts, sendNow: false, spacingMs: 0 }),
    })
  return { ...desk, outboxReads, answerWith }
}

const outcomesOf = ({ items }: IntentWithItems) => items.map(({ state, result }) => [state, result.as ?? null])

test('the skip rules confirm a pitch and its conversation when the other one has no subject', async () => {
  const { free, queue, ended, pitches } = await open()
  const [first = '', second = ''] = await free(2)
  const intent = await ended(await queue([pitchTo(first), { prospectEmailId: second, body: 'A body' }]))
  expect(outcomesOf(intent)).toEqual([
    ['confirmed', 'queued'],
    ['skipped', null],
  ])
  expect(intent.items[1]?.reason).toBe('It has no subject.')
  const ours = (await pitches()).find(({ contactId }) => contactId === first)
  expect(intent.items[0]?.result).toMatchObject({ as: 'queued', conversationId: ours?.conversationId })
})

test('a pitch confirmed only by its reply is still a warning for a second pitch', async () => {
  const { free, queue, ended } = await open()
  const [contact = ''] = await free(1)
  expect(outcomesOf(await ended(await queue([pitchTo(contact)])))).toEqual([['confirmed', 'queued']])
  await expect(queue([pitchTo(contact)])).rejects.toMatchObject({
    kind: 'conflict',
    detail: { issues: [{ code: 'already-queued', message: expect.stringContaining('queued just now') }] },
  })
})

test('a contact that the service no longer lists is the skipped one', async () => {
  const { free, queue, ended } = await open()
  const [first = ''] = await free(1)
  const intent = await ended(await queue([pitchTo('contact_nobody_knows'), pitchTo(first)]))
  expect(outcomesOf(intent)).toEqual([
    ['skipped', null],
    ['confirmed', 'queued'],
  ])
  expect(intent.items[0]?.reason).toBe('This brand has no such contact.')
})

test('a contact listed since the last sync is not counted as the skipped one', async () => {
  const { free, queue, ended, sandbox, sync, answerWith } = await open()
  const [first = '', second = ''] = await free(2)
  const listed = JSON.stringify({ items: [{ id: first, prospectId: 'p1', email: 'one@site.test' }] })
  await sandbox.fault({ operation: 'outreach.contacts', kind: 'malformed', body: listed })
  await sync({ datasets: ['contacts'] })
  await answerWith({ queued: 1, queuedConversationIds: ['c1'], updated: 0, skipped: 1 })
  const intent = await ended(await queue([pitchTo(first), pitchTo(second)]))
  expect(outcomesOf(intent)).toEqual([
    ['unknown', null],
    ['unknown', null],
  ])
})

test('of one queued and one skipped only what the rules prove is certain; the rest stays unknown and says why', async () => {
  const { free, queue, ended, answerWith } = await open()
  const [first = '', second = '', third = ''] = await free(3)
  await answerWith({ queued: 1, queuedConversationIds: ['c1'], updated: 0, skipped: 2 })
  const items = [pitchTo(first), { prospectEmailId: second, subject: 'No body' }, pitchTo(third)]
  const intent = await ended(await queue(items))
  expect(outcomesOf(intent)).toEqual([
    ['unknown', null],
    ['skipped', null],
    ['unknown', null],
  ])
  expect(intent.items[0]?.reason).toContain('1 queued, 0 updated, 2 skipped of 3')
  expect(intent.items[0]?.reason).toContain('outbox')
})

test('contacts that contradict the reply are ignored', async () => {
  const { free, queue, ended, sandbox, answerWith } = await open()
  const [first = '', second = '', third = ''] = await free(3)
  await sandbox.fault({ operation: 'outreach.contacts', kind: 'malformed', body: JSON.stringify({ items: [] }) })
  await answerWith({ queued: 1, queuedConversationIds: ['c1'], updated: 0, skipped: 2 })
  const items = [pitchTo(first), { prospectEmailId: second, subject: 'No body' }, pitchTo(third)]
  expect(outcomesOf(await ended(await queue(items)))).toEqual([
    ['unknown', null],
    ['skipped', null],
    ['unknown', null],
  ])
})

test('a reply with queued and updated but none skipped confirms all pitches', async () => {
  const { free, queue, ended, outboxReads } = await open()
  const [first = '', second = ''] = await free(2)
  await ended(await queue([pitchTo(first)]))
  const accept = { accept: ['already-queued', 'contacted-before'] }
  const updated = await ended(await queue([pitchTo(first, 'Another idea')], accept))
  expect(outcomesOf(updated)).toEqual([['confirmed', 'updated']])
  const both = await ended(await queue([pitchTo(first, 'A third idea'), pitchTo(second)], accept))
  expect(outcomesOf(both)).toEqual([
    ['confirmed', null],
    ['confirmed', null],
  ])
  expect(await outboxReads()).toBeGreaterThan(0)
})

test('a reply that contradicts itself confirms nothing and says so', async () => {
  const { free, queue, ended, answerWith } = await open()
  const [first = '', second = ''] = await free(2)
  await answerWith({ queued: 2, queuedConversationIds: ['c1'], updated: 0, skipped: 0 })
  const intent = await ended(await queue([pitchTo(first), pitchTo(second)]))
  expect(intent).toMatchObject({ state: 'unknown', reason: expect.stringContaining('names 1 conversation') })
  expect(outcomesOf(intent)).toEqual([
    ['unknown', null],
    ['unknown', null],
  ])
})
