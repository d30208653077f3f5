import { expect, test } from 'vitest'
import type { LoggedRequest } from '../../src-sandbox/state/request-log.ts'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { IntentWithItems } from '../../src-shared/desk/intents.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { interceptRequests } from '../support/intercept-requests.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { whenIntent } from '../support/publishing-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { testClock } from '../support/test-clock.ts'

const PER_CALL = 200

const tally = ({ items }: IntentWithItems): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { state, result } of items) {
    const word = typeof result.as === 'string' ? result.as : state
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

test('pitches are sent in one intent; each is traced to its conversation', async () => {
  const { free, queue, ended, linked, call, brand, report } = await openOutreachDesk()
  const contacts = await free(3)
  const id = await queue(contacts.map((contact) => pitchTo(contact)))
  const intent = await ended(id)
  expect(intent).toMatchObject({ state: 'confirmed', kind: 'queue', brandId: brand.id })
  expect(intent.counts).toEqual({ total: 3, confirmed: 3, failed: 0, skipped: 0, unknown: 0 })
  const noted = await linked(id)
  const { rows, waiting, freshAsOf } = await call('outreach.outbox', { brandIds: [brand.id], limit: 500 })
  for (const [place, { result, label }] of noted.items.entries()) {
    const row = rows.find(({ prospectEmailId }) => prospectEmailId === contacts[place])
    expect(result).toEqual({ as: 'queued', conversationId: row?.conversationId })
    expect(label).toBe(row?.email)
    expect(row).toMatchObject({ isWaiting: true, subject: 'An idea', estimatedAt: null })
  }
  expect(freshAsOf).not.toBeNull()
  expect(waiting).toBe((await report()).outbox.waiting)
  expect((await report()).contacts.map(({ queued, updated }) => [queued, updated])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ])
})

test('the outbox lists what is sent next first, then what was sent, the newest first, over pages too', async () => {
  const { free, queue, linked, call, brand } = await openOutreachDesk()
  // Their rows come with a read of the outbox after the request.
  await linked(await queue((await free(3)).map((contact) => pitchTo(contact))))
  const asked = { brandIds: [brand.id], sort: { by: 'next' as const, direction: 'asc' as const } }
  const { rows } = await call('outreach.outbox', { ...asked, limit: 500 })
  const waiting = rows.filter(({ isWaiting }) => isWaiting)
  const sent = rows.filter(({ isWaiting }) => !isWaiting)
  expect(waiting.length).toBeGreaterThan(2)
  expect(sent.length).toBeGreaterThan(1)
  expect(rows).toEqual([...waiting, ...sent])
  const planned = waiting.flatMap(({ scheduledAt }) => scheduledAt ?? [])
  expect(planned).toEqual(planned.toSorted())
  const times = sent.flatMap(({ sentAt }) => sentAt ?? [])
  expect(times).toEqual(times.toSorted().toReversed())
  const paged: string[] = []
  let cursor: string | null = null
  do {
    const page: CallOutput<'outreach.outbox'> = await call('outreach.outbox', { ...asked, limit: 2, cursor })
    paged.push(...page.rows.map(({ conversationId }) => conversationId))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(paged).toEqual(rows.map(({ conversationId }) => conversationId))
})

test('each item of a request says whether it was queued, updated or skipped, and why', async () => {
  const { free, queue, ended, linked, call, brand, pitches } = await openOutreachDesk()
  const [first = '', second = '', third = '', fourth = ''] = await free(4)
  await linked(await queue([pitchTo(first, 'The old subject', 'The old body')]))
  const intent = await ended(
    await queue(
      [
        pitchTo(first, 'The new subject', 'The new body'),
        pitchTo(second),
        { prospectEmailId: third, body: 'no subject' },
        { prospectEmailId: fourth, subject: 'no body' },
        { subject: 'no contact', body: 'no contact' },
        pitchTo('contact_nobody_knows'),
      ],
      { accept: ['already-queued'] },
    ),
  )
  expect(intent).toMatchObject({ state: 'partly_done', counts: { total: 6, confirmed: 2, skipped: 4 } })
  expect(intent.items.map(({ state, result, reason }) => [state, result.as ?? null, reason])).toEqual([
    ['confirmed', 'updated', null],
    ['confirmed', 'queued', null],
    ['skipped', null, 'It has no subject.'],
    ['skipped', null, 'It has no body.'],
    ['skipped', null, 'The pitch has no contact.'],
    ['skipped', null, 'This brand has no such contact.'],
  ])
  expect(await call('outreach.pitch', { intentId: intent.id, item: 0 })).toMatchObject({
    brandId: brand.id,
    prospectEmailId: first,
    subject: 'The new subject',
    body: 'The new body',
    previous: { subject: 'The old subject', body: 'The old body' },
  })
  expect((await call('outreach.pitch', { intentId: intent.id, item: 1 })).previous).toBeNull()
  const ours = (await pitches()).filter(({ contactId }) => contactId === first)
  expect(ours.map(({ subject, body }) => [subject, body])).toEqual([['The new subject', 'The new body']])
})

test('pitches of an intent are read at once, in the requested order', async () => {
  const { free, queue, ended, call, desk } = await openOutreachDesk()
  const [first = '', second = ''] = await free(2)
  const { id } = await ended(
    await queue([pitchTo(first, 'One'), { prospectEmailId: second, body: 'Two' }, { body: 'x' }]),
  )
  const { pitches } = await call('outreach.pitches', { intentId: id, items: [2, 0, 1] })
  expect(pitches).toEqual([
    expect.objectContaining({ item: 2, prospectEmailId: null, name: null, subject: null, body: 'x' }),
    expect.objectContaining({ item: 0, prospectEmailId: first, email: expect.stringContaining('@'), subject: 'One' }),
    expect.objectContaining({ item: 1, prospectEmailId: second, subject: null, body: 'Two' }),
  ])
  const none = await desk.call('outreach.pitches', { intentId: id, items: [0, 7] })
  expect(none).toMatchObject({ error: { kind: 'invalid', detail: { issues: [{ path: 'items' }] } } })
})

test('a person without a known address is reported by name', async () => {
  const { call, brand, queue } = await openOutreachDesk()
  const { rows } = await call('contacts.page', { brandIds: [brand.id], limit: 500 })
  const bare = rows.find(({ email, name }) => email === null && name !== null)
  const id = await queue([pitchTo(bare?.id ?? '')], { holdSeconds: 3600 })
  expect((await call('intents.get', { id })).items[0]?.label).toBe(bare?.name)
})

test('a skipped pitch is resent corrected, once', async () => {
  const { free, queue, ended, call, report } = await openOutreachDesk()
  const [first = '', second = ''] = await free(2)
  const old = await ended(await queue([pitchTo(first), { prospectEmailId: second, body: 'A body' }]))
  expect(old.items.map(({ state }) => state)).toEqual(['confirmed', 'skipped'])
  const items = [{ item: 1, subject: 'Now with a subject' }]
  const { intentId } = await call('outreach.resend', { intentId: old.id, items, holdSeconds: 0 })
  expect(await ended(intentId)).toMatchObject({ state: 'confirmed', counts: { total: 1 } })
  expect(await call('outreach.pitch', { intentId, item: 0 })).toMatchObject({
    prospectEmailId: second,
    subject: 'Now with a subject',
    body: 'A body',
  })
  for (const item of [0, 1])
    await expect(call('outreach.resend', { intentId: old.id, items: [{ item }] })).rejects.toMatchObject({
      kind: 'conflict',
    })
  await expect(call('outreach.resend', { intentId: old.id, items: [{ item: 7 }] })).rejects.toMatchObject({
    kind: 'invalid',
  })
  expect((await report()).contacts.map(({ queued }) => queued)).toEqual([1, 1])
})

test.each([
  ['before', 0],
  ['after', 1],
  ['mid-reply', 1],
] as const)('a line cut %s the service did it is settled by the outbox, and nothing goes twice', async (at, queued) => {
  const clock = createManualClock(testClock.now())
  const { free, queue, ended, call, next, sandbox, report } = await openOutreachDesk({ desk: { clock } })
  const contacts = await free(3)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'cut', at })
  const looked = next(
    'intents.changed',
    ({ state }) => state !== 'unknown' && state !== 'in_flight' && state !== 'ready',
  )
  const id = await queue(contacts.map((contact) => pitchTo(contact)))
  const first = await ended(id)
  if (queued === 1) {
    await looked
    expect(tally(await call('intents.get', { id }))).toEqual({ queued: 3 })
  } else {
    expect(tally(first)).toEqual({ unknown: 3 })
    await clock.whenSleeping((ms) => ms > 50_000 && ms <= 60_000)
    expect(await call('outreach.recheck', { intentId: id })).toEqual({ confirmed: 0, absent: 0, stillUnknown: 3 })
    await expect(call('intents.resolve', { id, as: 'retry' })).rejects.toMatchObject({
      kind: 'conflict',
      detail: { issues: expect.arrayContaining([expect.objectContaining({ path: 'items.0' })]) },
    })
    const settled = whenIntent({ call, next }, id, ['failed'])
    await clock.advance(60_000)
    const { items } = await settled
    expect(items.map(({ state, reason }) => [state, reason?.includes('not in the outbox')])).toEqual(
      contacts.map(() => ['failed', true]),
    )
    const again = await call('intents.resolve', { id, as: 'retry' })
    await call('intents.releaseNow', { id: again.newIntentId ?? '' })
    expect(tally(await ended(again.newIntentId ?? ''))).toEqual({ queued: 3 })
  }
  const sent = new Map((await report()).contacts.map((row) => [row.contactId, row.queued + row.updated]))
  expect(contacts.map((contact) => sent.get(contact))).toEqual([1, 1, 1])
})

test('a pitch answered 503 and not in the outbox has failed, and can be retried', async () => {
  const { free, queue, call, next, sandbox, ended } = await openOutreachDesk()
  const contacts = await free(2)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 503 })
  const id = await queue(contacts.map((contact) => pitchTo(contact)))
  const intent = await whenIntent({ call, next }, id, ['failed'])
  expect(intent.items.map(({ state }) => state)).toEqual(['failed', 'failed'])
  const { newIntentId } = await call('intents.resolve', { id, as: 'retry' })
  await call('intents.releaseNow', { id: newIntentId ?? '' })
  expect(tally(await ended(newIntentId ?? ''))).toEqual({ queued: 2 })
})

test.each([
  ['a sentence', { message: 'Service Unavailable' }],
  ['an error', { error: 'upstream connect error', statusCode: 503 }],
])('a pitch answered by a gateway’s 503 with %s as JSON stays unknown until time has passed', async (_, body) => {
  const { free, queue, ended, call, sandbox } = await openOutreachDesk()
  const [contact = ''] = await free(1)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 503, body: JSON.stringify(body) })
  const id = await queue([pitchTo(contact)])
  expect((await ended(id)).state).toBe('unknown')
  expect(await call('outreach.recheck', { intentId: id })).toEqual({ confirmed: 0, absent: 0, stillUnknown: 1 })
})

test('a 429 in mid-intent waits and continues', async () => {
  const { free, queue, ended, sandbox, report } = await openOutreachDesk({ sandbox: { contacts: 600 } })
  const contacts = await free(PER_CALL + 20)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'delay', delayMs: 1 })
  await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 429, retryAfterSeconds: 1 })
  const intent = await ended(await queue(contacts.map((contact) => pitchTo(contact))))
  expect(tally(intent)).toEqual({ queued: PER_CALL + 20 })
  expect(new Set((await report()).contacts.map(({ queued }) => queued))).toEqual(new Set([1]))
})

test('a key refused in mid-intent makes the rest wait for a key that works', async () => {
  const { free, queue, ended, waits, sandbox, brand, call, report } = await openOutreachDesk({
    sandbox: { contacts: 600 },
  })
  const contacts = await free(PER_CALL + 20)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'delay', delayMs: 1 })
  await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 401 })
  const id = await queue(contacts.map((contact) => pitchTo(contact)))
  const waiting = await waits(id)
  expect(waiting).toMatchObject({ counts: { total: PER_CALL + 20, confirmed: PER_CALL }, endedAt: null })
  expect(waiting.reason).toContain('key')
  expect(waiting.items[PER_CALL]?.state).toBe('waiting')
  await call('brands.replaceKey', { brandId: brand.id, key: sandbox.keyOf(0), sessionOnly: true })
  expect(tally(await ended(id))).toEqual({ queued: PER_CALL + 20 })
  expect(new Set((await report()).contacts.map(({ queued }) => queued))).toEqual(new Set([1]))
})

test('paused sending sends nothing, also after a restart, until it is resumed', async () => {
  const first = await openOutreachDesk()
  const [contact = ''] = await first.free(1)
  await first.call('desk.setSettings', { isSendingHeld: true })
  const id = await first.queue([pitchTo(contact)])
  expect((await first.waits(id)).reason).toContain('paused')
  // What takes something back is no send.
  const back = await first.call('outreach.unqueue', { brandId: first.brand.id, conversationIds: ['conversation_x'] })
  expect((await first.ended(back.intentId)).items.map(({ state }) => state)).toEqual(['skipped'])
  await first.close()

  const { call, next } = await openTestDesk({ home: first.home })
  expect(await call('intents.get', { id })).toMatchObject({ state: 'ready', items: [{ state: 'waiting' }] })
  expect((await first.report()).contacts).toEqual([])
  await call('brands.replaceKey', { brandId: first.brand.id, key: first.sandbox.keyOf(0), sessionOnly: true })
  expect(await call('intents.get', { id })).toMatchObject({ state: 'ready', items: [{ state: 'waiting' }] })
  await call('desk.setSettings', { isSendingHeld: false })
  expect(tally(await whenIntent({ call, next }, id))).toEqual({ queued: 1 })
})

test('send now is allowed only for one recipient with nothing waiting', async () => {
  const { free, queue, ended, call, brand, report } = await openOutreachDesk()
  const [first = '', second = ''] = await free(2)
  await expect(queue([pitchTo(first), pitchTo(second)], { sendNow: true })).rejects.toMatchObject({
    kind: 'invalid',
    detail: { issues: [expect.objectContaining({ path: 'sendNow' })] },
  })
  expect(tally(await ended(await queue([pitchTo(first)], { sendNow: true })))).toEqual({ queued: 1 })
  expect((await report()).outbox.sent).toBeGreaterThan(0)
  expect((await report()).contacts).toEqual([{ contactId: first, queued: 1, updated: 0, sent: 1 }])
  await ended(await queue([pitchTo(second)]))
  await expect(queue([pitchTo(second)], { sendNow: true })).rejects.toMatchObject({ kind: 'conflict' })
  expect((await call('intents.list', { brandIds: [brand.id] })).total).toBe(2)
})

test('send now is refused for a contact whose pitch waits in the queue, whatever was accepted', async () => {
  const desk = await openOutreachDesk()
  const { free, queue, linked, call, brand, report, sandbox } = desk
  const [here = '', elsewhere = ''] = await free(2)
  await linked(await queue([pitchTo(here)]))
  // Queued by somebody else: this desk has not read it yet.
  const reply = await fetch(`${sandbox.baseUrl}/v3/outreach/outbox/queue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.keyOf(0)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items: [pitchTo(elsewhere)] }),
  })
  expect(reply.status).toBe(200)
  const now = { sendNow: true, accept: ['already-queued', 'contacted-before', 'queued-meanwhile'] }
  for (const contact of [here, elsewhere])
    await expect(queue([pitchTo(contact, 'Now')], now)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'This contact already has a pitch waiting in the queue. Nothing was sent.',
      detail: { issues: [{ path: 'items.0.prospectEmailId' }] },
    })
  expect((await call('intents.list', { brandIds: [brand.id] })).total).toBe(1)
  expect((await report()).contacts.map(({ queued, updated, sent }) => [queued, updated, sent])).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ])
})

test('send now is refused for a preview of two brands with one recipient each', async () => {
  const { free, call, desk, brands } = await openOutreachDesk({ brands: 2 })
  const recipients: { brandId: string; contactId: string }[] = []
  for (const { id: brandId } of brands) {
    const [contactId = ''] = await free(1, brandId)
    recipients.push({ brandId, contactId })
  }
  const { previewId } = await call('outreach.freeze', { template: { subject: 'An idea', body: 'Hello' }, recipients })
  expect(await desk.call('outreach.queue', { previewId, sendNow: true, holdSeconds: 0 })).toMatchObject({
    ok: false,
    error: { kind: 'invalid', detail: { issues: [{ path: 'sendNow' }] } },
  })
  expect((await call('intents.list', {})).total).toBe(0)
})

test('the spacing that the service reports gives the times of pitches that have none', async () => {
  const { free, queue, ended, call, brand, sandbox } = await openOutreachDesk()
  const contacts = await free(3)
  const ids = contacts.map((_, place) => `conversation_${place}`)
  const counts = { queued: 3, queuedConversationIds: ids, updated: 0, skipped: 0, sendNow: false }
  const spacingMs = 900_000
  const items = contacts.map((prospectEmailId, place) => {
    return { conversationId: ids[place], prospectEmailId, subject: 'An idea', status: 'queued' }
  })
  await sandbox.fault({
    operation: 'outreach.queue',
    kind: 'malformed',
    body: JSON.stringify({ ...counts, spacingMs }),
  })
  await sandbox.fault({ operation: 'outreach.outbox', kind: 'malformed', body: JSON.stringify({ items }), times: 1000 })
  await ended(await queue(contacts.map((contact) => pitchTo(contact))))
  const times = async () => {
    const { rows } = await call('outreach.outbox', { brandIds: [brand.id], filter: { isWaiting: true } })
    return rows
      .filter(({ prospectEmailId }) => contacts.includes(prospectEmailId))
      .flatMap(({ estimatedAt }) => (estimatedAt === null ? [] : [Date.parse(estimatedAt)]))
  }
  const gaps = async () => {
    const sorted = (await times()).toSorted((one, other) => one - other)
    return sorted.slice(1).map((ms, place) => ms - (sorted[place] ?? Number.NaN))
  }
  // The first one is due already, so that nothing is said of it.
  await expect.poll(gaps).toEqual([spacingMs])
})
test.each([
  [true, 'confirmed', null, { sentNow: true }],
  [false, 'confirmed', 'The service did not send the pitch now: it is queued and paced.', { sentNow: false }],
  [undefined, 'confirmed', null, {}],
])(
  'a reply with sendNow %j to a pitch that is to be sent now is shown as it says',
  async (sendNow, state, reason, then) => {
    const { free, queue, ended, sandbox } = await openOutreachDesk()
    const [first = ''] = await free(1)
    const body = { queued: 1, queuedConversationIds: ['c1'], updated: 0, skipped: 0, sendNow, spacingMs: 60_000 }
    await sandbox.fault({ operation: 'outreach.queue', kind: 'malformed', body: JSON.stringify(body) })
    const intent = await ended(await queue([pitchTo(first)], { sendNow: true }))
    expect(intent).toMatchObject({ state, reason })
    const { sentNow } = intent.items[0]?.result ?? {}
    expect({ sentNow }).toEqual({ sentNow: undefined, ...then })
  },
)

test('a contact or mailbox of another brand is refused by item and field, and nothing is written', async () => {
  const { free, queue, call, brand, brands } = await openOutreachDesk({ brands: 2 })
  const [first = '', second = ''] = await free(2)
  const { rows } = await call('contacts.page', { brandIds: [brand.id], limit: 500 })
  const email = rows.find(({ id }) => id === second)?.email ?? ''
  await call('outreach.suppress', { entries: [{ value: email, reason: 'asked us not to' }] })
  await expect(queue([pitchTo(first), pitchTo(second)])).rejects.toMatchObject({
    kind: 'invalid',
    detail: { issues: [{ path: 'items.1.prospectEmailId', message: expect.stringContaining('asked us not to') }] },
  })
  await expect(queue([pitchTo(first)], { sendingAccountId: 'mailbox_of_nobody' })).rejects.toMatchObject({
    kind: 'invalid',
    detail: { issues: [expect.objectContaining({ path: 'sendingAccountId' })] },
  })
  const other = brands[1]?.name ?? ''
  const wrong = [pitchTo(first, `What ${other} can do`, `We are ${other}.`)]
  await expect(queue(wrong)).rejects.toMatchObject({
    kind: 'conflict',
    detail: { issues: [{ path: 'items.0', code: 'wrong-brand' }] },
  })
  // Of two reasons the name of the other brand is said, and not the one that was found first.
  const alsoTooLong = [pitchTo(first, '😀'.repeat(501), `We are ${other}.`)]
  await expect(queue(alsoTooLong)).rejects.toMatchObject({ detail: { issues: [{ code: 'wrong-brand' }] } })
  await expect(queue(alsoTooLong, { accept: ['wrong-brand'] })).rejects.toMatchObject({
    detail: { issues: [{ code: 'truncated-subject' }] },
  })
  await expect(call('outreach.queue', { items: [pitchTo(first)] })).rejects.toMatchObject({ kind: 'invalid' })
  await expect(call('outreach.queue', { brandId: brand.id })).rejects.toMatchObject({ kind: 'invalid' })
  expect((await call('intents.list', {})).total).toBe(0)
  await queue(wrong, { accept: ['wrong-brand'] })
})

test('a text may name another brand if that is the site of its contact', async () => {
  const { free, queue, call, brand, brands } = await openOutreachDesk({ brands: 2 })
  const ids = new Set(await free(20))
  const { rows } = await call('contacts.page', { brandIds: [brand.id], limit: 500 })
  const people = rows.flatMap(({ id, domain }) => (ids.has(id) && domain !== null ? [{ id, domain }] : []))
  const [one, other] = [people[0], people.find(({ domain }) => domain !== people[0]?.domain)]
  if (one === undefined || other === undefined) throw new Error('The sandbox has contacts of two sites.')
  await call('brands.update', { brandId: brands[1]?.id ?? '', name: one.domain })
  const text = `We read ${one.domain}.`
  await expect(queue([pitchTo(one.id, 'An idea', text), pitchTo(other.id, 'An idea', text)])).rejects.toMatchObject({
    detail: { issues: [{ path: 'items.1', code: 'wrong-brand' }] },
  })
  await queue([pitchTo(` ${one.id} `, 'An idea', text)])
})

test('a text may not name a brand that got its name while the outbox was read for the first time', async () => {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  const getDispatcher = interceptRequests(async ({ url }) => {
    if (!isHeld || !url.pathname.includes('/outreach/outbox')) return undefined
    arrived.resolve()
    await released.promise
    return undefined
  })
  const { call, brand, sandbox, pitches } = await openOutreachDesk({ desk: { getDispatcher } })
  const { name = '', key = '' } = sandbox.brands[1] ?? {}
  const { id: brandId } = await call('brands.add', { name, key, sessionOnly: true })
  isHeld = true
  const items = [pitchTo('somebody', 'An idea', 'Quillon Harbour wrote this.')]
  const queued = call('outreach.queue', { brandId, items, holdSeconds: 0 })
  queued.catch(() => undefined) // awaited below
  await arrived.promise
  await call('brands.update', { brandId: brand.id, name: 'Quillon Harbour' })
  released.resolve()
  await expect(queued).rejects.toMatchObject({ detail: { issues: [{ code: 'wrong-brand' }] } })
  expect((await pitches()).filter(({ contactId }) => contactId === 'somebody')).toEqual([])
})

test('a pitch that waits for the first read of the outbox is refused where its contact got another one meanwhile', async () => {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  const getDispatcher = interceptRequests(async ({ url }) => {
    if (!isHeld || !url.pathname.includes('/outreach/outbox')) return undefined
    isHeld = false
    arrived.resolve()
    await released.promise
    return undefined
  })
  const { call, sandbox, sync, free, ended, pitches } = await openOutreachDesk({ desk: { getDispatcher } })
  const { name = '', key = '' } = sandbox.brands[1] ?? {}
  const { id: brandId } = await call('brands.add', { name, key, sessionOnly: true })
  await sync({ brandIds: [brandId], datasets: ['contacts'] })
  const sentTo = async (contact: string) => (await pitches()).filter(({ contactId }) => contactId === contact).length
  const [contact = ''] = await free(1, brandId)
  const before = await sentTo(contact)
  const accept = ['already-queued', 'contacted-before', 'duplicate-address']
  const queue = (subject: string) =>
    call('outreach.queue', { brandId, items: [pitchTo(contact, subject)], holdSeconds: 0, accept })
  isHeld = true
  const waiting = queue('From one window')
  waiting.catch(() => undefined) // awaited below
  await arrived.promise
  await sync({ brandIds: [brandId], datasets: ['outbox'] })
  await ended((await queue('From another window')).intentId)
  released.resolve()
  await expect(waiting).rejects.toMatchObject({ kind: 'conflict' })
  expect((await sentTo(contact)) - before).toBe(1)
})

test('a brand that is removed while its pitches are checked keeps none of them', async () => {
  const { free, call, brands, pitches } = await openOutreachDesk({ brands: 6, sandbox: { brands: 6 } })
  const before = (await pitches()).length
  const ends: string[] = []
  for (const [place, { id: brandId }] of brands.entries()) {
    const items = (await free(10, brandId)).map((contact) => pitchTo(contact))
    const queue = () =>
      call('outreach.queue', { brandId, items, holdSeconds: 30 }).then(
        () => 'stored',
        (error: unknown) => (error instanceof DeskError ? error.kind : String(error)),
      )
    // Both orders, and some time of the first one before the second one begins.
    const early = place % 2 === 0 ? queue() : null
    const removed = call('brands.remove', { brandId })
    for (let turn = 0; turn < 2 * place; turn += 1) await new Promise(setImmediate)
    ends.push(await (early ?? queue()))
    await removed
  }
  expect([...new Set(ends)].filter((end) => end !== 'stored' && end !== 'not-found')).toEqual([])
  expect((await call('intents.list', {})).total).toBe(0)
  expect(await pitches()).toHaveLength(before)
})

test('a text that the service would cut is a conflict that names its item, until its code is accepted', async () => {
  const { free, queue, ended, call, pitches } = await openOutreachDesk()
  const [first = '', second = '', third = ''] = await free(3)
  const [subject, body] = ['😀'.repeat(501), 'b'.repeat(50_001)]
  const items = [
    pitchTo(first, '😀'.repeat(500), 'b'.repeat(50_000)),
    pitchTo(second, subject),
    pitchTo(third, 'x', body),
  ]
  const issues = [
    { path: 'items.1.subject', code: 'truncated-subject', message: expect.stringMatching(/501.*500/) },
    { path: 'items.2.body', code: 'truncated-body', message: expect.stringMatching(/50001.*50000/) },
  ]
  await expect(queue(items)).rejects.toMatchObject({ kind: 'conflict', detail: { issues } })
  const accept = ['truncated-body']
  await expect(queue(items, { accept })).rejects.toMatchObject({ kind: 'conflict', detail: { issues: [issues[0]] } })
  expect((await call('intents.list', {})).total).toBe(0)
  await ended(await queue(items, { accept: ['truncated-subject', ...accept] }))
  const sent = new Map((await pitches()).map((pitch) => [pitch.contactId, pitch]))
  expect(sent.get(second)?.subject).toBe('😀'.repeat(500))
  expect(sent.get(third)?.body).toBe('b'.repeat(50_000))
})

test('a corrected pitch that the service would cut is sent again only where that is accepted', async () => {
  const { free, queue, ended, call } = await openOutreachDesk()
  const [first = '', second = ''] = await free(2)
  const old = await ended(await queue([pitchTo(first), { prospectEmailId: second, body: 'A body' }]))
  const again = { intentId: old.id, items: [{ item: 1, subject: 's'.repeat(501) }], holdSeconds: 0 }
  await expect(call('outreach.resend', again)).rejects.toMatchObject({
    kind: 'conflict',
    detail: { issues: [{ path: 'items.0.subject', code: 'truncated-subject' }] },
  })
  const { intentId } = await call('outreach.resend', { ...again, accept: ['truncated-subject'] })
  expect((await ended(intentId)).state).toBe('confirmed')
})

test('pitches are unsent while they are queued; sent ones say so', async () => {
  const { free, queue, linked, ended, call, brand, control, report } = await openOutreachDesk()
  const contacts = await free(3)
  const { items } = await linked(await queue(contacts.map((contact) => pitchTo(contact))))
  const [first = '', second = '', third = ''] = items.map(({ result }) => String(result.conversationId))
  const back = await call('outreach.unqueue', { brandId: brand.id, conversationIds: [first] })
  expect(await ended(back.intentId)).toMatchObject({ state: 'confirmed', items: [{ result: { as: 'removed' } }] })
  await control('clock', { method: 'POST', body: JSON.stringify({ advanceMs: 40 * 86_400_000 }) })
  const late = await call('outreach.unqueue', { brandId: brand.id, conversationIds: [second, third, 'conversation_x'] })
  expect((await ended(late.intentId)).items.map(({ state, reason }) => [state, reason])).toEqual([
    ['skipped', 'It was sent or left the queue: it cannot be unsent.'],
    ['skipped', 'It was sent or left the queue: it cannot be unsent.'],
    ['skipped', 'It is not in the outbox.'],
  ])
  const sent = new Map((await report()).contacts.map((row) => [row.contactId, row.sent]))
  expect(contacts.map((contact) => sent.get(contact))).toEqual([0, 1, 1])
})

test('a reply whose counts do not add up is an error on the intent', async () => {
  const { free, queue, next, sandbox, call } = await openOutreachDesk()
  const [first = '', second = ''] = await free(2)
  const body = { queued: 1, queuedConversationIds: ['c1'], updated: 0, skipped: 0, sendNow: false, spacingMs: 0 }
  await sandbox.fault({ operation: 'outreach.queue', kind: 'malformed', body: JSON.stringify(body) })
  const notice = next('desk.notice', ({ level }) => level !== 'info')
  const id = await queue([pitchTo(first), pitchTo(second)])
  await notice
  const intent = await call('intents.get', { id })
  expect(intent.state).toBe('unknown')
  expect(intent.reason).toContain('do not add up')
  expect(intent.items.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
})

test('mailboxes of the brand are listed with their queued pitches', async () => {
  const { call, brand, free, queue, linked } = await openOutreachDesk()
  const { mailboxes, freshAsOf } = await call('outreach.mailboxes', { brandIds: [brand.id] })
  expect(freshAsOf).not.toBeNull()
  expect(mailboxes.length).toBeGreaterThan(0)
  const [chosen] = mailboxes
  const contacts = await free(2)
  await linked(
    await queue(
      contacts.map((contact) => pitchTo(contact, 'From one mailbox')),
      { sendingAccountId: chosen?.id },
    ),
  )
  const after = await call('outreach.mailboxes', { brandIds: [brand.id] })
  expect(after.mailboxes.find(({ id }) => id === chosen?.id)?.waiting).toBe((chosen?.waiting ?? 0) + 2)
  const page = await call('outreach.outbox', {
    brandIds: [brand.id],
    filter: { isWaiting: true, mailboxEmail: [chosen?.email ?? ''] },
    search: 'FROM ONE mail',
  })
  expect(page.rows.map(({ prospectEmailId }) => prospectEmailId).toSorted()).toEqual(contacts.toSorted())
})

test('a contact listed twice in one intent is refused by name; white space around an id is ignored', async () => {
  const { free, queue, ended, call, report } = await openOutreachDesk()
  const [first = '', second = ''] = await free(2)
  await expect(queue([pitchTo(first), pitchTo(second), pitchTo(` ${first} `, 'Twice')])).rejects.toMatchObject({
    kind: 'invalid',
    detail: { issues: [{ path: 'items.2.prospectEmailId', message: expect.stringContaining('item 0') }] },
  })
  expect((await call('intents.list', {})).total).toBe(0)
  expect(tally(await ended(await queue([pitchTo(` ${first}\n`), pitchTo(second)])))).toEqual({ queued: 2 })
  expect((await report()).contacts.map(({ queued }) => queued)).toEqual([1, 1])
})

testAlone('a pitch that was never sent is not confirmed by an earlier one with its subject', async () => {
  const { free, queue, linked, call, next, sandbox } = await openOutreachDesk()
  const [contact = ''] = await free(1)
  const second = await queue([pitchTo(contact, 'An idea', 'The corrected body')], { holdSeconds: 30 })
  await linked(await queue([pitchTo(contact, 'An idea', 'The first body')], { accept: ['already-queued'] }))
  await sandbox.fault({ operation: 'outreach.queue', kind: 'cut', at: 'before' })
  const lost = whenIntent({ call, next }, second, ['unknown'])
  await call('intents.releaseNow', { id: second })
  await lost
  expect(await call('outreach.recheck', { intentId: second })).toEqual({ confirmed: 0, absent: 0, stillUnknown: 1 })
})

test('an outbox check returns the stored outcome, regardless of what a person decides meanwhile', async () => {
  const clock = createManualClock(testClock.now())
  const { free, queue, ended, call, sandbox } = await openOutreachDesk({ desk: { clock } })
  const contacts = await free(2)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'status', status: 504 })
  const id = await queue(contacts.map((contact) => pitchTo(contact)))
  await ended(id)
  await clock.whenSleeping((ms) => ms > 50_000 && ms <= 60_000)
  await sandbox.fault({ operation: 'outreach.outbox', kind: 'hold' })
  const looks = async () => (await sandbox.requests()).filter(({ operation }) => operation === 'outreach.outbox').length
  const before = await looks()
  const look = call('outreach.recheck', { intentId: id })
  await expect.poll(looks).toBe(before + 1)
  await call('intents.resolve', { id, items: [0], as: 'confirmed' })
  await sandbox.release()
  expect(await look).toEqual({ confirmed: 0, absent: 0, stillUnknown: 1 })
  expect((await call('intents.get', { id })).items[1]?.result).toMatchObject({ looks: 1 })
})

test('a clock set between two outbox checks proves nothing: only elapsed time does', async () => {
  const clock = createManualClock(testClock.now())
  const { free, queue, ended, call, next, sandbox } = await openOutreachDesk({ desk: { clock } })
  const [contact = ''] = await free(1)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'cut', at: 'before' })
  const id = await queue([pitchTo(contact)])
  await ended(id)
  await clock.whenSleeping((ms) => ms > 50_000 && ms <= 60_000)
  for (const jumpMs of [3_600_000, -7_200_000]) {
    clock.jump(jumpMs)
    expect(await call('outreach.recheck', { intentId: id })).toEqual({ confirmed: 0, absent: 0, stillUnknown: 1 })
  }
  const failed = whenIntent({ call, next }, id, ['failed'])
  await clock.advance(60_000)
  expect((await failed).items[0]?.reason).toContain('not in the outbox')
})

test('a lost reply is settled by the outbox, also if its first sync still ran as the pitch was queued', async () => {
  const desk = await openOutreachDesk({ sandbox: { brands: 2 } })
  const { sandbox, call } = desk
  const { name = '', key = '', teamId = '' } = sandbox.brands[1] ?? {}
  const { id: brandId } = await call('brands.add', { name, key, sessionOnly: true })
  await desk.sync({ brandIds: [brandId], datasets: ['contacts'] })
  const written = new Set((await desk.pitches()).map(({ contactId }) => contactId))
  const contact = (await desk.free(40, brandId)).find((id) => !written.has(id)) ?? ''

  await sandbox.fault({ operation: 'outreach.outbox', kind: 'hold', teamId })
  await call('sync.run', { brandIds: [brandId], datasets: ['outbox'] })
  const isRead = ({ operation, ...request }: LoggedRequest) =>
    operation === 'outreach.outbox' && request.teamId === teamId
  await expect.poll(async () => (await sandbox.requests()).filter(isRead).length).toBe(1)
  await sandbox.fault({ operation: 'outreach.queue', kind: 'truncated' })
  const intentId = await desk.queue([pitchTo(contact)], { brandId })
  await desk.ended(intentId)
  await call('outreach.recheck', { intentId })
  const { items } = await call('intents.get', { id: intentId })
  expect(items).toMatchObject([{ state: 'confirmed', reason: null, result: { as: 'queued' } }])
  await sandbox.release()
})
