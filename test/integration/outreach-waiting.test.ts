// Pitches that wait on the desk, which no outbox shows yet: every way that could lead to a second e-mail is told.
import { expect, test } from 'vitest'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'

const HOUR = 3600
const template = { subject: 'A second idea', body: 'Hello again' }

const open = async () => {
  const opened = await openOutreachDesk()
  const { call, brand, free } = opened
  const [contactId = '', other = ''] = await free(2)
  const warningsOf = async (brandId: string, id: string) => {
    const { rows } = await call('outreach.preview', { template, recipients: [{ brandId, contactId: id }] })
    return rows.flatMap(({ warnings }) => warnings)
  }
  const freeze = async (...ids: string[]) => {
    const recipients = ids.map((id) => ({ brandId: brand.id, contactId: id }))
    return (await call('outreach.freeze', { template, recipients })).previewId
  }
  const counts = async (id: string) => (await opened.report()).contacts.find((row) => row.contactId === id)
  return { ...opened, contactId, other, warningsOf, freeze, counts }
}

test('a pitch on hold is told of with its time, until it shows in the outbox; called off, it is forgotten', async () => {
  const { call, brand, queue, contactId, other, warningsOf, linked } = await open()
  const id = await queue([pitchTo(contactId, 'A first idea')], { holdSeconds: HOUR })
  const held = expect.stringMatching(
    /^A pitch of .* for this person \("A first idea"\) waits here since (\d{4}-\d\d-\d\d )?\d\d:\d\d, held\./,
  )
  expect(await warningsOf(brand.id, contactId)).toEqual([{ code: 'already-queued', message: held }])
  expect(await warningsOf(brand.id, other)).toEqual([])

  await call('intents.releaseNow', { id })
  await linked(id)
  expect(await warningsOf(brand.id, contactId)).toEqual([
    { code: 'already-queued', message: expect.stringContaining('this text takes its place') },
  ])
  const calledOff = await queue([pitchTo(other)], { holdSeconds: HOUR })
  expect(await warningsOf(brand.id, other)).toHaveLength(1)
  await call('intents.cancel', { id: calledOff })
  expect(await warningsOf(brand.id, other)).toEqual([])
})

test('one whose outcome nobody knows counts as well', async () => {
  const { brand, sandbox, queue, ended, contactId, warningsOf } = await open()
  await sandbox.fault({ operation: 'outreach.queue', kind: 'cut' })
  const { state } = await ended(await queue([pitchTo(contactId)]))
  expect(state).toBe('unknown')
  expect((await warningsOf(brand.id, contactId))[0]?.message).toContain('its outcome not known')
})

test('somebody else at the same site is told of, before anything left the desk', async () => {
  const { call, brand, queue, warningsOf } = await open()
  const { rows } = await call('contacts.page', { brandIds: [brand.id], filter: { hasEmail: true }, limit: 500 })
  const calm: typeof rows = []
  for (const row of rows) if ((await warningsOf(brand.id, row.id)).length === 0) calm.push(row)
  const bySite = Map.groupBy(calm, ({ email }) => email?.split('@')[1])
  const [one, two] = [...bySite.values()].find((people) => people.length > 1) ?? []
  if (one === undefined || two === undefined) throw new Error('No site has two people.')
  await queue([pitchTo(one.id)], { holdSeconds: HOUR })
  expect(await warningsOf(brand.id, two.id)).toEqual([
    { code: 'contacted-before', message: expect.stringMatching(/has one waiting for somebody at /) },
  ])
  const { pressure } = await call('outreach.pressure', { brandId: brand.id, contactIds: [one.id, two.id] })
  const waiting = { byBrandId: brand.id, isWaiting: true, subject: 'An idea' }
  expect(pressure).toContainEqual(expect.objectContaining({ ...waiting, contactId: one.id, match: 'person' }))
  expect(pressure).toContainEqual(expect.objectContaining({ ...waiting, contactId: two.id, match: 'domain' }))
})

test('sent at once is refused while another pitch for the contact waits here', async () => {
  const { queue, desk, call, freeze, contactId } = await open()
  const first = await queue([pitchTo(contactId)], { holdSeconds: HOUR })
  const refusal = { kind: 'conflict', message: expect.stringContaining('waiting on this desk already') }
  await expect(queue([pitchTo(contactId)], { sendNow: true })).rejects.toMatchObject(refusal)
  const previewId = await freeze(contactId)
  const accept = ['already-queued', 'queued-meanwhile', 'contacted-before']
  const frozen = await desk.call('outreach.queue', { previewId, accept, sendNow: true })
  expect(frozen).toMatchObject({ error: refusal })
  expect((await call('intents.list', {})).total).toBe(1)
  await call('intents.cancel', { id: first })
  await call('outreach.queue', { previewId, accept, sendNow: true, holdSeconds: HOUR })
})

test('two sent at once at the same moment: one is written', async () => {
  const { queue, call, contactId } = await open()
  const now = { sendNow: true, holdSeconds: HOUR }
  const both = await Promise.allSettled([queue([pitchTo(contactId)], now), queue([pitchTo(contactId)], now)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await call('intents.list', {})).total).toBe(1)
})

test('two previews frozen before either was queued: the second one is told of the first, also when that was sent', async () => {
  const { call, desk, contactId, other, freeze, ended, control, counts } = await open()
  const [first, second, third] = [await freeze(contactId), await freeze(contactId, other), await freeze(contactId)]
  const { intentId } = await call('outreach.queue', { previewId: first, holdSeconds: HOUR })
  const told = { kind: 'conflict', message: expect.stringContaining('queued-meanwhile: 1 person was queued') }
  // Nothing that the previews themselves warned of covers it.
  const accept = ['already-queued', 'contacted-before']
  expect(await desk.call('outreach.queue', { previewId: second, accept })).toMatchObject({ error: told })
  await call('intents.releaseNow', { id: intentId })
  await ended(intentId)
  await control('clock', { method: 'POST', body: JSON.stringify({ advanceMs: 400 * 86_400_000 }) })
  expect(await desk.call('outreach.queue', { previewId: second, accept })).toMatchObject({ error: told })
  expect((await call('intents.list', {})).total).toBe(1)
  expect(await counts(contactId)).toMatchObject({ queued: 1, sent: 1 })

  // A person who was told may go on.
  const both = await call('outreach.queue', {
    previewId: second,
    accept: [...accept, 'queued-meanwhile'],
    holdSeconds: 0,
  })
  expect((await ended(both.intentId)).counts).toMatchObject({ total: 2, confirmed: 2 })
  expect(await desk.call('outreach.queue', { previewId: third, accept })).toMatchObject({ error: told })
})

test('two previews at the same moment: one goes, the other is told', async () => {
  const { call, desk, contactId, freeze } = await open()
  const previews = [await freeze(contactId), await freeze(contactId)]
  const replies = await Promise.all(
    previews.map((previewId) => desk.call('outreach.queue', { previewId, holdSeconds: HOUR })),
  )
  expect(replies.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(replies.find(({ ok }) => !ok)).toMatchObject({
    error: { kind: 'conflict', message: expect.stringContaining('queued-meanwhile') },
  })
  expect((await call('intents.list', {})).total).toBe(1)
})

test('raw items have no such gate: while the first is unsent, the second takes its place, and the intent says so', async () => {
  const { call, sync, brand, queue, ended, counts, contactId, control, linked, warningsOf } = await open()
  const first = await queue([pitchTo(contactId, 'First')], { holdSeconds: HOUR })
  const second = await queue([pitchTo(contactId, 'Second')])
  await linked(second)
  expect((await ended(second)).items[0]?.result).toMatchObject({ as: 'queued' })
  const third = await queue([pitchTo(contactId, 'Third')])
  expect((await ended(third)).items[0]?.result).toMatchObject({ as: 'updated' })
  await control('clock', { method: 'POST', body: JSON.stringify({ advanceMs: 400 * 86_400_000 }) })
  expect(await counts(contactId)).toMatchObject({ queued: 1, updated: 1, sent: 1 })

  // Once it was sent, the one that still waits here is a second e-mail: raw items go as they are given. A preview says so.
  await sync({ datasets: ['outbox'] })
  const codes = (await warningsOf(brand.id, contactId)).map(({ code }) => code)
  expect(codes.toSorted()).toEqual(['already-queued', 'contacted-before'])
  await call('intents.releaseNow', { id: first })
  expect((await ended(first)).items[0]?.result).toMatchObject({ as: 'queued' })
  expect(await counts(contactId)).toMatchObject({ queued: 2, updated: 1, sent: 1 })
})
