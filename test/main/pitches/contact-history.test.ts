import { expect, test } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createContactHistory } from '../../../src-main/pitches/contact-history.ts'
import { createOutboxState } from '../../../src-main/pitches/outbox-state.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { cpuMs } from '../../support/cpu-time.ts'
import { tempLists } from '../../support/desk-lists.ts'
import { jsonBody } from '../../support/json-body.ts'

const prospect = (id: string, domain: string) => ({ id, status: 'new', domain })
const contact = (id: string, prospectId: string, email?: string) => ({ id, prospectId, ...(email && { email }) })
const pitch = (conversationId: string, prospectEmailId: string, more: object = {}) => {
  return { conversationId, prospectEmailId, status: 'sent', subject: `about ${conversationId}`, ...more }
}
const sent = (day: number) => ({ sentAt: `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z` })

const historyOf = (store: Store) =>
  // Only the brand's presence is asked of the book.
  createContactHistory({ store, clock: systemClock, book: { get: (brandId) => ({ id: brandId }) as never } })

const openTwo = async () => {
  const lists = await tempLists('One', 'Two')
  const [one = '', two = ''] = lists.ids
  let batch = 0
  const outbox = (brandId: string, items: object[]) =>
    lists.store.write('outbox.ingest', { brandId, batch: ++batch, body: jsonBody({ items }), fetchedAtMs: 1 })
  return { ...lists, one, two, outbox, contactHistory: historyOf(lists.store) }
}

test('contact history lists the person at other brands and others at the same site, newest first', async () => {
  const { ingest, outbox, contactHistory, one, two } = await openTwo()
  await ingest('prospects', one, { items: [prospect('p', 'www.journal.co.uk'), prospect('q', 'else.test')] })
  await ingest('contacts', one, {
    items: [contact('ann', 'p', 'Ann@Journal.co.uk'), contact('bob', 'q', 'bob@else.test')],
  })
  await ingest('prospects', two, { items: [prospect('x', 'blog.journal.co.uk'), prospect('y', 'other.co.uk')] })
  await ingest('contacts', two, {
    items: [
      contact('ann2', 'x', 'ann@journal.CO.UK'),
      contact('eve', 'x', 'eve@journal.co.uk'),
      contact('z', 'y', 'z@y.test'),
    ],
  })
  const queued = { status: 'queued', scheduledAt: '2026-03-20T10:00:00.000Z' }
  await outbox(two, [
    pitch('c1', 'ann2', sent(3)),
    pitch('c2', 'ann2', sent(9)),
    pitch('c3', 'eve', queued),
    pitch('c4', 'z', sent(1)),
  ])
  await outbox(one, [pitch('c5', 'ann', sent(1))])
  expect(await contactHistory.of(one, ['ann', 'bob'])).toEqual([
    {
      brandId: one,
      contactId: 'ann',
      byBrandId: two,
      match: 'domain',
      isWaiting: true,
      subject: 'about c3',
      at: queued.scheduledAt,
    },
    {
      brandId: one,
      contactId: 'ann',
      byBrandId: two,
      match: 'person',
      isWaiting: false,
      subject: 'about c2',
      at: sent(9).sentAt,
    },
    {
      brandId: one,
      contactId: 'ann',
      byBrandId: one,
      match: 'person',
      isWaiting: false,
      subject: 'about c5',
      at: sent(1).sentAt,
    },
  ])
  expect(await contactHistory.of(one, ['bob', 'nobody'])).toEqual([])
  await expect(contactHistory.of('brand_none', ['ann'])).rejects.toMatchObject({ kind: 'not-found' })
})

test('a pitch that waits, also without a time, stands before one that was sent, and does not hide it', async () => {
  const { ingest, outbox, contactHistory, one, two } = await openTwo()
  await ingest('prospects', one, { items: [prospect('p', 'a.test')] })
  await ingest('contacts', one, { items: [contact('ann', 'p', 'ann@a.test'), contact('bob', 'p', 'bob@a.test')] })
  await ingest('prospects', two, { items: [prospect('p', 'a.test')] })
  await ingest('contacts', two, { items: [contact('ann', 'p', 'ann@a.test')] })
  const queued = { status: 'queued' }
  await outbox(one, [pitch('c1', 'ann', queued), pitch('c2', 'ann', sent(9))])
  await outbox(two, [pitch('c3', 'ann', sent(9)), pitch('c4', 'ann', { ...queued, scheduledAt: sent(3).sentAt })])
  const shown = (await contactHistory.of(one, ['ann'])).map(({ at, isWaiting, subject }) => [at, isWaiting, subject])
  expect(shown).toEqual([
    [sent(3).sentAt, true, 'about c4'],
    [null, true, 'about c1'],
    [sent(9).sentAt, false, 'about c2'],
    [sent(9).sentAt, false, 'about c3'],
  ])
})

test('contact history is empty without an address or a domain', async () => {
  const { ingest, outbox, contactHistory, one, two } = await openTwo()
  await ingest('prospects', one, { items: [{ id: 'p', status: 'new' }] })
  await ingest('contacts', one, { items: [contact('a', 'p')] })
  await ingest('prospects', two, { items: [{ id: 'p', status: 'new' }] })
  await ingest('contacts', two, { items: [contact('b', 'p')] })
  await outbox(two, [pitch('c', 'b', sent(1))])
  expect(await contactHistory.of(one, ['a'])).toEqual([])
})

test('contact history of 500 contacts and 40 brands takes less than two seconds', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `Brand ${at}`)
  const { store, ids, ingest } = await tempLists(...names)
  const sites = Array.from({ length: 250 }, (_, at) => prospect(`p${at}`, `site${at}.test`))
  const people = Array.from({ length: 500 }, (_, at) => contact(`c${at}`, `p${at % 250}`, `person${at}@site.test`))
  for (const brandId of ids) {
    await ingest('prospects', brandId, { items: sites })
    await ingest('contacts', brandId, { items: people })
    const items = people.map(({ id }, at) => pitch(`o${at}`, id, sent(1 + (at % 28))))
    await store.write('outbox.ingest', { brandId, batch: 1, body: jsonBody({ items }), fetchedAtMs: 1 })
  }
  const startedMs = cpuMs()
  const rows = await historyOf(store).of(
    ids[0] ?? '',
    people.map(({ id }) => id),
  )
  expect(cpuMs() - startedMs).toBeLessThan(2_000)
  expect(rows).toHaveLength(500 * 40 * 2)
})

/** A queue intent on hold, as the journal writes it. */
const hold = (
  store: Store,
  { brandId, contactIds }: { brandId: string; contactIds: readonly string[] },
  body = 'Hello',
) =>
  store.write('intents.insert', {
    atMs: Date.now(),
    intents: [
      {
        id: `intent_${brandId}_${contactIds[0]}`,
        kind: 'queue',
        brandId,
        details: {},
        holdMs: 3_600_000,
        items: contactIds.map((prospectEmailId, index) => ({
          batch: Math.floor(index / 200),
          label: prospectEmailId,
          refId: prospectEmailId,
          payload: { prospectEmailId, subject: `held for ${prospectEmailId}`, body, knownBefore: [] },
        })),
      },
    ],
  })

test('contact history includes pitches queued on the desk, by person and site, beside the one that was sent', async () => {
  const { store, ingest, outbox, contactHistory, one, two } = await openTwo()
  await ingest('prospects', one, { items: [prospect('p', 'www.journal.co.uk')] })
  await ingest('contacts', one, { items: [contact('ann', 'p', 'ann@journal.co.uk'), contact('nomail', 'p')] })
  await ingest('prospects', two, { items: [prospect('x', 'blog.journal.co.uk'), prospect('y', 'other.co.uk')] })
  const people = [contact('ann2', 'x', 'Ann@journal.co.uk'), contact('eve', 'x', 'eve@journal.co.uk')]
  await ingest('contacts', two, { items: [...people, contact('z', 'y', 'z@y.test')] })
  await outbox(two, [pitch('c1', 'ann2', sent(3))])
  await hold(store, { brandId: two, contactIds: ['ann2', 'eve', 'z'] })
  await hold(store, { brandId: one, contactIds: ['nomail'] })
  const historyOf = async (id: string) =>
    (await contactHistory.of(one, [id])).map(({ byBrandId, match, isWaiting, subject }) =>
      [byBrandId === one ? 'one' : 'two', match, isWaiting, subject].join(' '),
    )
  expect((await historyOf('ann')).toSorted()).toEqual([
    'one domain true held for nomail',
    'two domain true held for eve',
    'two person false about c1',
    'two person true held for ann2',
  ])
  expect((await historyOf('nomail')).toSorted()).toEqual([
    'one person true held for nomail',
    'two domain false about c1',
    'two domain true held for eve',
  ])
  await store.write('intents.apply', { id: `intent_${two}_ann2`, event: { type: 'cancel' }, atMs: Date.now() })
  expect((await historyOf('ann')).toSorted()).toEqual(['one domain true held for nomail', 'two person false about c1'])
})

test('contact history of one contact is read quickly while 10,000 pitches are queued', async () => {
  const { store, ingest, contactHistory, one, two } = await openTwo()
  const ids = Array.from({ length: 10_000 }, (_, at) => `c${at}`)
  for (const brandId of [one, two]) {
    await ingest('prospects', brandId, { items: ids.map((id) => prospect(`p${id}`, `${id}.test`)) })
    await ingest('contacts', brandId, { items: ids.map((id) => contact(`${id}${brandId}`, `p${id}`, `x@${id}.test`)) })
  }
  await hold(store, { brandId: two, contactIds: ids.map((id) => `${id}${two}`) }, 'text '.repeat(400))
  const state = createOutboxState({ store, clock: systemClock })
  expect(await contactHistory.of(one, [`c7${one}`])).toHaveLength(1)
  const startedMs = cpuMs()
  for (let at = 0; at < 20; at += 1) {
    expect(await contactHistory.of(one, [`c${at * 31}${one}`])).toMatchObject([{ match: 'person', byBrandId: two }])
    expect((await state.waitingContacts(two, [`c${at * 31}${two}`])).size).toBe(1)
  }
  const onceMs = (cpuMs() - startedMs) / 20
  expect(onceMs).toBeLessThan(50)
  const allStartedMs = cpuMs()
  const some = ids.slice(0, 500).map((id) => `${id}${one}`)
  expect(await contactHistory.of(one, some)).toHaveLength(500)
  expect(cpuMs() - allStartedMs).toBeLessThan(1_000)
})
