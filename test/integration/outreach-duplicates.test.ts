// Pitches queued on the desk, which no outbox shows yet: every way to a second e-mail is a warning, and in a team it is
// refused while the first is open.
import { expect, test } from 'vitest'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { isTeamEngine, testAlone } from '../support/team-engine.ts'

const HOUR = 3600
const AGAIN = { accept: ['already-queued', 'contacted-before'] }
const template = { subject: 'A second idea', body: 'Hello again' }

const open = async () => {
  const opened = await openOutreachDesk()
  const { call, brand, free } = opened
  const [contactId = '', other = ''] = await free(2)
  const findingsOf = async (brandId: string, id: string) => {
    const { rows } = await call('outreach.preview', { template, recipients: [{ brandId, contactId: id }] })
    return rows.flatMap(({ blockers, warnings }) => [...blockers, ...warnings])
  }
  const freeze = async (...ids: string[]) => {
    const recipients = ids.map((id) => ({ brandId: brand.id, contactId: id }))
    return (await call('outreach.freeze', { template, recipients })).previewId
  }
  const counts = async (id: string) => (await opened.report()).contacts.find((row) => row.contactId === id)
  return { ...opened, contactId, other, findingsOf, freeze, counts }
}

test('a held pitch is reported with its time until it is in the outbox, or cancelled', async () => {
  const { call, brand, queue, contactId, other, findingsOf, linked } = await open()
  const id = await queue([pitchTo(contactId, 'A first idea')], { holdSeconds: HOUR })
  const held = isTeamEngine
    ? {
        code: 'open-pitch',
        message: /^ann queued a pitch to this contact \(.+@.+\) at (\d{4}-\d\d-\d\d )?\d\d:\d\d: held\.$/,
      }
    : {
        code: 'already-queued',
        message:
          /^A pitch of .* for this person \("A first idea"\) is on this desk since (\d{4}-\d\d-\d\d )?\d\d:\d\d, held\./,
      }
  expect(await findingsOf(brand.id, contactId)).toEqual([{ ...held, message: expect.stringMatching(held.message) }])
  expect(await findingsOf(brand.id, other)).toEqual([])

  await call('intents.releaseNow', { id })
  await linked(id)
  expect(await findingsOf(brand.id, contactId)).toEqual([
    { code: 'already-queued', message: expect.stringContaining('this message replaces it') },
  ])
  const calledOff = await queue([pitchTo(other)], { holdSeconds: HOUR })
  expect(await findingsOf(brand.id, other)).toHaveLength(1)
  await call('intents.cancel', { id: calledOff })
  expect(await findingsOf(brand.id, other)).toEqual([])
})

test('a pitch with an unknown outcome is reported as well', async () => {
  const { brand, sandbox, queue, ended, contactId, findingsOf } = await open()
  await sandbox.fault({ operation: 'outreach.queue', kind: 'cut' })
  const { state } = await ended(await queue([pitchTo(contactId)]))
  expect(state).toBe('unknown')
  expect((await findingsOf(brand.id, contactId))[0]?.message).toContain('outcome unknown')
})

test('a held pitch to another person at the same site is reported', async () => {
  const { call, brand, queue, findingsOf } = await open()
  const { rows } = await call('contacts.page', { brandIds: [brand.id], filter: { hasEmail: true }, limit: 500 })
  const calm: typeof rows = []
  for (const row of rows) if ((await findingsOf(brand.id, row.id)).length === 0) calm.push(row)
  const bySite = Map.groupBy(calm, ({ email }) => email?.split('@')[1])
  const [one, two] = [...bySite.values()].find((people) => people.length > 1) ?? []
  if (one === undefined || two === undefined) throw new Error('No site has two people.')
  await queue([pitchTo(one.id)], { holdSeconds: HOUR })
  expect(await findingsOf(brand.id, two.id)).toEqual([
    { code: 'contacted-before', message: expect.stringMatching(/has a pitch queued for somebody at /) },
  ])
  const contacts = [one, two].map(({ id }) => ({ brandId: brand.id, contactId: id }))
  const { contactHistory } = await call('outreach.contactHistory', { contacts })
  const waiting = { byBrandId: brand.id, isWaiting: true, subject: 'An idea' }
  expect(contactHistory).toContainEqual(expect.objectContaining({ ...waiting, contactId: one.id, match: 'person' }))
  expect(contactHistory).toContainEqual(expect.objectContaining({ ...waiting, contactId: two.id, match: 'domain' }))
})

test('send now is refused while another pitch for the contact is queued on the desk', async () => {
  const { queue, desk, call, freeze, contactId } = await open()
  const previewId = await freeze(contactId)
  const first = await queue([pitchTo(contactId)], { holdSeconds: HOUR })
  const waits = /already has a pitch waiting on this desk|^ann queued a pitch to this contact .* still open/
  const refusal = { kind: 'conflict', message: expect.stringMatching(waits) }
  await expect(queue([pitchTo(contactId)], { sendNow: true })).rejects.toMatchObject(refusal)
  const accept = ['already-queued', 'queued-meanwhile', 'contacted-before']
  const frozen = await desk.call('outreach.queue', { previewId, accept, sendNow: true })
  expect(frozen).toMatchObject({ error: refusal })
  expect((await call('intents.list', {})).total).toBe(1)
  await call('intents.cancel', { id: first })
  await call('outreach.queue', { previewId, accept, sendNow: true, holdSeconds: HOUR })
})

testAlone('send now beside a pitch on the desk is refused although the service cannot be asked', async () => {
  const { queue, call, contactId, sandbox } = await open()
  await queue([pitchTo(contactId)], { holdSeconds: HOUR })
  await sandbox.close()
  await expect(queue([pitchTo(contactId)], { sendNow: true, ...AGAIN })).rejects.toMatchObject({
    kind: 'conflict',
    message: 'This contact already has a pitch waiting on this desk. Nothing was sent.',
  })
  expect((await call('intents.list', {})).total).toBe(1)
})

test('of two send-now calls at the same moment one is written', async () => {
  const { queue, call, contactId } = await open()
  // Without the accepted warnings they would refuse the second one.
  const now = { sendNow: true, holdSeconds: HOUR, ...AGAIN }
  const both = await Promise.allSettled([queue([pitchTo(contactId)], now), queue([pitchTo(contactId)], now)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await call('intents.list', {})).total).toBe(1)
})

test('of two previews frozen before either was queued the second is refused for the first, also when that was sent', async () => {
  const { call, desk, contactId, other, freeze, ended, control, counts } = await open()
  const [first, second, third] = [await freeze(contactId), await freeze(contactId, other), await freeze(contactId)]
  const { intentId } = await call('outreach.queue', { previewId: first, holdSeconds: HOUR })
  const refused = { kind: 'conflict', message: expect.stringContaining('queued-meanwhile: 1 person was queued') }
  // Nothing that the previews themselves warned of covers it.
  const accept = ['already-queued', 'contacted-before']
  const whileOpen = isTeamEngine ? { message: expect.stringContaining('is still open') } : refused
  expect(await desk.call('outreach.queue', { previewId: second, accept })).toMatchObject({ error: whileOpen })
  await call('intents.releaseNow', { id: intentId })
  await ended(intentId)
  await control('clock', { method: 'POST', body: JSON.stringify({ advanceMs: 400 * 86_400_000 }) })
  expect(await desk.call('outreach.queue', { previewId: second, accept })).toMatchObject({ error: refused })
  expect((await call('intents.list', {})).total).toBe(1)
  expect(await counts(contactId)).toMatchObject({ queued: 1, sent: 1 })

  // A person who accepts the warning may go on.
  const both = await call('outreach.queue', {
    previewId: second,
    accept: [...accept, 'queued-meanwhile'],
    holdSeconds: 0,
  })
  expect((await ended(both.intentId)).counts).toMatchObject({ total: 2, confirmed: 2 })
  expect(await desk.call('outreach.queue', { previewId: third, accept })).toMatchObject({ error: refused })
})

test('of two previews queued at the same moment one succeeds, the other is refused', async () => {
  const { call, desk, contactId, freeze } = await open()
  const previews = [await freeze(contactId), await freeze(contactId)]
  const replies = await Promise.all(
    previews.map((previewId) => desk.call('outreach.queue', { previewId, holdSeconds: HOUR })),
  )
  expect(replies.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(replies.find(({ ok }) => !ok)).toMatchObject({
    error: { kind: 'conflict', message: expect.stringMatching(/queued-meanwhile|is still open/) },
  })
  expect((await call('intents.list', {})).total).toBe(1)
})

testAlone(
  'an accepted second pitch replaces the first while that is unsent; afterwards it is another e-mail',
  async () => {
    const { call, sync, brand, queue, ended, counts, contactId, control, linked, findingsOf } = await open()
    const first = await queue([pitchTo(contactId, 'First')], { holdSeconds: HOUR })
    const second = await queue([pitchTo(contactId, 'Second')], AGAIN)
    await linked(second)
    expect((await ended(second)).items[0]?.result).toMatchObject({ as: 'queued' })
    const third = await queue([pitchTo(contactId, 'Third')], AGAIN)
    expect((await ended(third)).items[0]?.result).toMatchObject({ as: 'updated' })
    await control('clock', { method: 'POST', body: JSON.stringify({ advanceMs: 400 * 86_400_000 }) })
    expect(await counts(contactId)).toMatchObject({ queued: 1, updated: 1, sent: 1 })

    await sync({ datasets: ['outbox'] })
    const codes = (await findingsOf(brand.id, contactId)).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['already-queued', 'contacted-before'])
    await call('intents.releaseNow', { id: first })
    expect((await ended(first)).items[0]?.result).toMatchObject({ as: 'queued' })
    expect(await counts(contactId)).toMatchObject({ queued: 2, updated: 1, sent: 1 })
  },
)

const refusal = (code: string, index: number, words: string) => ({
  kind: 'conflict',
  message: expect.stringContaining(`Not accepted yet: ${code} (1)`),
  detail: {
    issues: [{ path: `items.${index}.prospectEmailId`, code, message: expect.stringMatching(`@.*: .*${words}`) }],
  },
})

test('a second pitch to a contact is refused by name: held, in the outbox, or sent', async () => {
  const { call, sync, queue, ended, linked, contactId, other, control, desk, brand } = await open()
  const both = [pitchTo(other), pitchTo(contactId, 'Second')]
  const held = await queue([pitchTo(contactId)], { holdSeconds: HOUR })
  await expect(queue(both)).rejects.toMatchObject(
    refusal('already-queued', 1, '(is on this desk since|was queued by ann at) .*, held'),
  )
  const now = { sendNow: true, ...AGAIN }
  await expect(queue([pitchTo(contactId)], now)).rejects.toMatchObject({ kind: 'conflict' })

  await call('intents.releaseNow', { id: held })
  await linked(held)
  await expect(queue(both)).rejects.toMatchObject(refusal('already-queued', 1, 'this message replaces it'))

  await control('clock', { method: 'POST', body: JSON.stringify({ advanceMs: 400 * 86_400_000 }) })
  await sync({ datasets: ['outbox'] })
  await expect(queue(both)).rejects.toMatchObject(refusal('contacted-before', 1, 'this is another e-mail'))
  expect((await call('intents.list', {})).total).toBe(1)
  // One that is accepted covers no other.
  const input = { brandId: brand.id, items: both, accept: ['already-queued'], holdSeconds: 0 }
  expect(await desk.call('outreach.queue', input)).toMatchObject({ error: { kind: 'conflict' } })
  expect((await ended(await queue(both, { accept: ['contacted-before'] }))).counts).toMatchObject({ confirmed: 2 })
})

test('cancelled and unsent pitches do not count', async () => {
  const { call, brand, sync, queue, linked, ended, contactId } = await open()
  await call('intents.cancel', { id: await queue([pitchTo(contactId)], { holdSeconds: HOUR }) })
  const { items } = await linked(await queue([pitchTo(contactId)]))
  const conversationIds = [String(items[0]?.result.conversationId)]
  const taken = await call('outreach.unqueue', { brandId: brand.id, conversationIds })
  expect((await ended(taken.intentId)).state).toBe('confirmed')
  await sync({ datasets: ['outbox'] })
  expect((await ended(await queue([pitchTo(contactId)]))).items[0]?.result).toMatchObject({ as: 'queued' })
})

test('of two pitches to one contact at the same moment one is written', async () => {
  const { queue, call, contactId } = await open()
  const later = { holdSeconds: HOUR }
  const both = await Promise.allSettled([queue([pitchTo(contactId)], later), queue([pitchTo(contactId)], later)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await call('intents.list', {})).total).toBe(1)
})

test('of two pitches to one contact at the same moment one is written, also if a second one is accepted', async () => {
  const { queue, call, contactId } = await open()
  const later = { holdSeconds: HOUR, accept: ['already-queued', 'contacted-before'] }
  const both = await Promise.allSettled([queue([pitchTo(contactId)], later), queue([pitchTo(contactId)], later)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      kind: 'conflict',
      message: expect.stringMatching(/pitch to this contact .* is still open\. Nothing was sent/),
    },
  })
  expect((await call('intents.list', {})).total).toBe(1)
})

test('retry of a failed pitch, corrected or unchanged, is refused while another is queued', async () => {
  const { call, sandbox, queue, ended, contactId } = await open()
  await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 400 })
  const failed = await queue([pitchTo(contactId)])
  await ended(failed)
  const held = await queue([pitchTo(contactId)], { holdSeconds: HOUR })
  const corrected = { intentId: failed, items: [{ item: 0, subject: 'Corrected' }], holdSeconds: HOUR }
  await expect(call('outreach.resend', corrected)).rejects.toMatchObject(refusal('already-queued', 0, 'held'))
  await expect(call('intents.resolve', { id: failed, as: 'retry' })).rejects.toMatchObject({
    kind: 'conflict',
    detail: { issues: [{ path: 'items.0', message: expect.stringContaining('held') }] },
  })
  await call('intents.cancel', { id: held })
  expect((await call('intents.resolve', { id: failed, as: 'retry' })).newIntentId).not.toBeNull()
})

test('of two failed pitches for one person only one is retried, though two windows ask at once', async () => {
  const { call, sandbox, queue, ended, contactId } = await open()
  const failed: string[] = []
  for (const subject of ['One', 'Two']) {
    await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 400 })
    const id = await queue([pitchTo(contactId, subject)])
    await ended(id)
    failed.push(id)
  }
  const both = await Promise.allSettled(failed.map((id) => call('intents.resolve', { id, as: 'retry' })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('of a retry and a new pitch for one person at the same moment one is written', async () => {
  const { call, brand, sandbox, queue, ended, contactId } = await open()
  await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 400 })
  const failed = await queue([pitchTo(contactId, 'One')])
  await ended(failed)
  const fresh = { brandId: brand.id, items: [pitchTo(contactId, 'Two')], holdSeconds: HOUR }
  const both = await Promise.allSettled([
    call('intents.resolve', { id: failed, as: 'retry' }),
    ...Array.from({ length: 8 }, () => call('outreach.queue', fresh)),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
