import { expect, it } from 'vitest'
import { pitchTo, startOutreach } from './outreach-client.ts'
import { NOW_MS } from './sandbox-client.ts'

const DAY_MS = 86_400_000

it('queues pitches, and skips those without a subject, body or valid contact', async () => {
  const client = await startOutreach()
  const [one = '', two = ''] = await client.free(2)
  const unbought = (await client.contacts()).find(({ email }) => email === null)?.id ?? ''
  expect(unbought).not.toBe('')
  const { status, json } = await client.queue([
    pitchTo(one),
    { prospectEmailId: two, body: 'No subject' },
    { prospectEmailId: two, subject: 'Only spaces', body: ' \n' },
    { subject: 'To whom?', body: 'Nobody' },
    { prospectEmailId: '', subject: 'To whom?', body: 'Nobody' },
    pitchTo(unbought),
    pitchTo('contact_of_nobody'),
    pitchTo(two),
  ])
  expect(status).toBe(200)
  expect(json).toMatchObject({ queued: 2, updated: 0, skipped: 6, sendNow: false })
  const queued = (await client.outbox()).filter(({ conversationId }) =>
    json.queuedConversationIds.includes(conversationId),
  )
  expect(queued.map(({ prospectEmailId, status: word, sentAt }) => [prospectEmailId, word, sentAt])).toEqual([
    [one, 'queued', null],
    [two, 'queued', null],
  ])
})

it('refuses a request when no pitch of it can be queued', async () => {
  const client = await startOutreach()
  const before = await client.outbox()
  const { status, json } = await client.queue([{ subject: 'a', body: 'b' }, pitchTo('contact_of_nobody')])
  expect([status, json.success]).toEqual([400, false])
  expect(await client.outbox()).toEqual(before)
})

it('refuses the whole call where one address belongs to another team', async () => {
  const client = await startOutreach()
  const [own = ''] = await client.free(1)
  const [foreign = ''] = await client.free(1, 1)
  const before = await client.outbox()
  const { status, json } = await client.queue([pitchTo(own), { prospectEmailId: foreign }])
  expect(status).toBe(403)
  expect(json.error).toContain(foreign)
  expect(await client.outbox()).toEqual(before)
})

it('replaces the unsent copy of a contact that is queued again, and sends one', async () => {
  const client = await startOutreach()
  const [one = ''] = await client.free(1)
  const first = await client.queue([pitchTo(one, 'first'), pitchTo(one, 'second')])
  expect(first.json).toMatchObject({ queued: 1, updated: 1, skipped: 0 })
  const again = await client.queue([{ prospectEmailId: one, subject: 'Better', body: 'third' }])
  expect(again.json).toMatchObject({ queued: 0, queuedConversationIds: [], updated: 1, skipped: 0 })
  const [conversationId] = first.json.queuedConversationIds
  expect((await client.pitches()).find((pitch) => pitch.conversationId === conversationId)).toMatchObject({
    subject: 'Better',
    body: 'third',
  })
  await client.advance(30 * DAY_MS)
  const { contacts } = await client.report()
  expect(contacts.find(({ contactId }) => contactId === one)).toEqual({
    contactId: one,
    queued: 1,
    updated: 2,
    sent: 1,
  })
})

it('writes a new pitch to a contact whose first was sent', async () => {
  const client = await startOutreach()
  const [one = ''] = await client.free(1)
  await client.queue([pitchTo(one)])
  await client.advance(DAY_MS)
  expect((await client.queue([pitchTo(one)])).json).toMatchObject({ queued: 1, updated: 0 })
})

it('cuts a subject at 500 and a body at 50,000 characters', async () => {
  const client = await startOutreach()
  const [one = ''] = await client.free(1)
  const { json } = await client.queue([{ prospectEmailId: one, subject: '🙂'.repeat(501), body: 'x'.repeat(50_001) }])
  const pitch = (await client.pitches()).find(({ conversationId }) => conversationId === json.queuedConversationIds[0])
  expect(pitch).toMatchObject({ subject: '🙂'.repeat(500), body: 'x'.repeat(50_000) })
})

it('sends a pitch once, at its time', async () => {
  const client = await startOutreach()
  const ids = await client.free(3)
  const { json } = await client.queue(ids.map((id) => pitchTo(id)))
  const own = async () =>
    (await client.outbox()).filter(({ conversationId }) => json.queuedConversationIds.includes(conversationId))
  const [first, second] = await own()
  const firstMs = Date.parse(first?.scheduledAt ?? '')
  expect(Date.parse(second?.scheduledAt ?? '') - firstMs).toBe(json.spacingMs)
  await client.advance(firstMs - NOW_MS - 1)
  expect((await own()).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued'])
  await client.advance(1)
  expect((await own()).map(({ status }) => status)).toEqual(['sent', 'queued', 'queued'])
  expect((await own())[0]?.sentAt).toBe(first?.scheduledAt)
  await client.advance(60 * DAY_MS)
  await client.advance(-90 * DAY_MS)
  expect((await own()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
  const { contacts } = await client.report()
  expect(contacts.filter(({ contactId }) => ids.includes(contactId)).map(({ sent }) => sent)).toEqual([1, 1, 1])
})

it('spreads pitches over all mailboxes and requests, within each daily limit', async () => {
  const client = await startOutreach({ brands: 12, contacts: 700 })
  const brand = await brandWithMailboxes(client, 3)
  const ids = await client.free(500, brand)
  for (const part of [ids.slice(0, 200), ids.slice(200, 400), ids.slice(400)]) {
    const items = part.map((id) => pitchTo(id))
    expect((await client.queue(items, { sendNow: true }, brand)).json).toMatchObject({ skipped: 0, sendNow: false })
  }
  const perDay = new Map<string, number>()
  for (const { sendingAccountId, scheduledAt } of await client.outbox(brand)) {
    const day = `${sendingAccountId} ${scheduledAt.slice(0, 10)}`
    perDay.set(day, (perDay.get(day) ?? 0) + 1)
  }
  const mailboxes = await client.mailboxes(brand)
  for (const { id, dailyLimit } of mailboxes) {
    const counts = [...perDay].filter(([day]) => day.startsWith(`${id} `)).map(([, count]) => count)
    expect(counts.length).toBeGreaterThan(2)
    expect(Math.max(...counts)).toBeLessThanOrEqual(dailyLimit)
  }
  const capacity = mailboxes.reduce((sum, { dailyLimit }) => sum + dailyLimit, 0)
  const last = Math.max(...(await client.outbox(brand)).map(({ scheduledAt }) => Date.parse(scheduledAt)))
  expect((last - NOW_MS) / DAY_MS).toBeLessThan(500 / capacity + 2)
})

it('sends from the named mailbox, and refuses a mailbox of another team', async () => {
  const client = await startOutreach({ brands: 12 })
  const brand = await brandWithMailboxes(client, 2)
  const [, second] = await client.mailboxes(brand)
  const ids = await client.free(4, brand)
  const items = ids.map((id) => pitchTo(id))
  const { json } = await client.queue(items, { sendingAccountId: second?.id }, brand)
  expect(json.spacingMs).toBe(Math.ceil(DAY_MS / (second?.dailyLimit ?? 0)))
  const rows = (await client.outbox(brand)).filter(({ prospectEmailId }) => ids.includes(prospectEmailId))
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(Array.from({ length: 4 }, () => second?.email))
  const refused = await client.queue(items, { sendingAccountId: 'mailbox_of_nobody' }, brand)
  expect([refused.status, refused.json.error]).toEqual([400, expect.stringMatching(/^sendingAccountId: /)])
})

it('sends now only to exactly one new recipient', async () => {
  const client = await startOutreach()
  const [one = '', two = '', three = ''] = await client.free(3)
  expect((await client.queue([pitchTo(one)], { sendNow: true })).json).toMatchObject({ queued: 1, sendNow: true })
  expect((await client.outbox()).at(-1)).toMatchObject({ status: 'sent', sentAt: new Date(NOW_MS).toISOString() })
  const both = await client.queue([pitchTo(two), pitchTo(three)], { sendNow: true })
  expect(both.json).toMatchObject({ queued: 2, sendNow: false })
  const known = await client.queue([pitchTo(two)], { sendNow: true })
  expect(known.json).toMatchObject({ queued: 0, updated: 1, sendNow: false })
  expect((await client.report()).contacts.map(({ sent }) => sent)).toEqual([1, 0, 0])
})

it('sends now to the one new recipient of a call, and keeps those who wait in the queue', async () => {
  const client = await startOutreach()
  const [waiting = '', one = '', two = ''] = await client.free(3)
  await client.queue([pitchTo(waiting)])
  const statusOf = async (id: string) =>
    (await client.outbox()).find(({ prospectEmailId }) => prospectEmailId === id)?.status
  const mixed = await client.queue([pitchTo(waiting, 'Better'), pitchTo(one), { prospectEmailId: two }], {
    sendNow: true,
  })
  expect(mixed.json).toMatchObject({ queued: 1, updated: 1, skipped: 1, sendNow: true })
  expect([await statusOf(waiting), await statusOf(one)]).toEqual(['queued', 'sent'])
  const twice = await client.queue([pitchTo(two, 'First'), pitchTo(two, 'Second')], { sendNow: true })
  expect(twice.json).toMatchObject({ queued: 1, updated: 1, sendNow: true })
  const { contacts } = await client.report()
  expect(new Map(contacts.map(({ contactId, sent }) => [contactId, sent]))).toEqual(
    new Map([
      [waiting, 0],
      [one, 1],
      [two, 1],
    ]),
  )
})

it('does not send now beyond the daily limit', async () => {
  const client = await startOutreach({ contacts: 200 })
  const capacity = (await client.mailboxes()).reduce((sum, { dailyLimit }) => sum + dailyLimit, 0)
  const ids = await client.free(capacity + 1)
  for (const id of ids.slice(0, capacity)) {
    expect((await client.queue([pitchTo(id)], { sendNow: true })).json.sendNow, id).toBe(true)
    await client.advance(1_001) // within the limiter's 60 a minute
  }
  expect((await client.queue([pitchTo(ids.at(-1) ?? '')], { sendNow: true })).json).toMatchObject({
    queued: 1,
    sendNow: false,
  })
})

it('unsends only queued pitches, and the contact can be queued again', async () => {
  const client = await startOutreach()
  const [one = '', two = ''] = await client.free(2)
  const sent = (await client.queue([pitchTo(one)], { sendNow: true })).json.queuedConversationIds[0]
  const waiting = (await client.queue([pitchTo(two)])).json.queuedConversationIds[0]
  const { json } = await client.unqueue([sent, waiting, waiting, 'conversation_of_nobody'])
  expect(json).toEqual({ removed: 1, skipped: 3 })
  const left = (await client.outbox()).map(({ conversationId }) => conversationId)
  expect(left).toContain(sent)
  expect(left).not.toContain(waiting)
  await client.advance(60 * DAY_MS)
  const counts = new Map((await client.report()).contacts.map(({ contactId, sent: times }) => [contactId, times]))
  expect([counts.get(one), counts.get(two)]).toEqual([1, 0])
  expect((await client.queue([pitchTo(two)])).json).toMatchObject({ queued: 1, updated: 0 })
})

it('gives the same conversations and times to the same calls', async () => {
  const run = async () => {
    const client = await startOutreach()
    await client.queue((await client.free(5)).map((id) => pitchTo(id)))
    return client.outbox()
  }
  expect(await run()).toEqual(await run())
})

const brandWithMailboxes = async (
  client: Awaited<ReturnType<typeof startOutreach>>,
  count: number,
): Promise<number> => {
  for (const [brand] of client.sandbox.brands.entries()) {
    if ((await client.mailboxes(brand)).length === count) return brand
  }
  throw new Error(`no brand has ${count} mailboxes`)
}
