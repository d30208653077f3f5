import { expect, test } from 'vitest'
import { createSuppressions } from '../../../src-main/suppressions/suppressions.ts'
import { callHandler } from '../../support/call-handler.ts'
import { tempLists } from '../../support/desk-lists.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const prospect = (id: string, more: object = {}) => ({ id, status: 'new', ...more })
const noMark = { triage: null, tags: [], note: '' }
const contact = (id: string, prospectId: string, more: object = {}) => ({ id, prospectId, ...more })

test('prospects keep further fields, count their contacts, and list the values that occur', async () => {
  const { ids, ingest, handlers } = await tempLists('One', 'Two')
  const [one = '', two = ''] = ids
  const items = [
    prospect('p1', { domain: 'b.test', score: 7, title: 'B' }),
    prospect('p2', { status: 'finding_people' }),
  ]
  await ingest('contacts', one, { items: [contact('c1', 'p1', { name: 'Ann' }), contact('c2', 'p1')] })
  await ingest('prospects', one, { items, discoveryStatus: 'running', page: 1 })
  await ingest('prospects', two, { items: [prospect('p1', { domain: 'A.test' })] })
  const page = await callHandler(handlers, 'prospects.page', {})
  expect(page.rows).toEqual([
    {
      brandId: two,
      id: 'p1',
      status: 'new',
      domain: 'A.test',
      title: null,
      url: null,
      contacts: 0,
      ...noMark,
      more: {},
    },
    {
      brandId: one,
      id: 'p1',
      status: 'new',
      domain: 'b.test',
      title: 'B',
      url: null,
      contacts: 2,
      ...noMark,
      more: { score: 7 },
    },
    {
      brandId: one,
      id: 'p2',
      status: 'finding_people',
      domain: null,
      title: null,
      url: null,
      contacts: 0,
      ...noMark,
      more: {},
    },
  ])
  expect(page.total).toBe(3)
  const noWords = { mentionCheckStatus: null, relationshipSweepStatus: null }
  expect(page.statuses).toEqual([
    { brandId: one, discoveryStatus: 'running', ...noWords },
    { brandId: two, discoveryStatus: null, ...noWords },
  ])
  expect(page.statusCounts).toEqual([
    { status: 'finding_people', count: 1 },
    { status: 'new', count: 2 },
  ])
})

test('each of the three words of a brand is listed under its own name', async () => {
  const { ids, ingest, handlers } = await tempLists('One')
  const [one = ''] = ids
  const words = { discoveryStatus: 'completed', mentionCheckStatus: 'running', relationshipSweepStatus: 'idle' }
  await ingest('prospects', one, { items: [], ...words })
  const { statuses } = await callHandler(handlers, 'prospects.page', {})
  expect(statuses).toEqual([{ brandId: one, ...words }])
})

test('prospects are filtered, and statusCounts ignore the status filter', async () => {
  const { ids, ingest, handlers } = await tempLists('One')
  const [one = ''] = ids
  const items = [
    prospect('a', { domain: 'x.test' }),
    prospect('b', { status: 'won' }),
    prospect('c', { status: 'lost' }),
  ]
  await ingest('prospects', one, { items })
  await ingest('contacts', one, { items: [contact('c1', 'b')] })
  const ask = async (input: Parameters<typeof callHandler<'prospects.page'>>[2]) => {
    const { rows, total } = await callHandler(handlers, 'prospects.page', input)
    expect(total).toBe(rows.length)
    return rows.map(({ id }) => id)
  }
  expect(await ask({ filter: { status: ['won', 'lost'] }, sort: { by: 'status' } })).toEqual(['c', 'b'])
  expect(await ask({ filter: { hasContacts: true } })).toEqual(['b'])
  expect(await ask({ filter: { hasContacts: false }, search: 'X.TEST' })).toEqual(['a'])
  expect(await ask({ sort: { by: 'contacts', direction: 'desc' } })).toEqual(['b', 'c', 'a'])
  const { statusCounts } = await callHandler(handlers, 'prospects.page', { filter: { status: ['won'] } })
  expect(statusCounts).toHaveLength(3)
})

test('contacts show the domain of their prospect, in any order of syncs, and lose it with the prospect', async () => {
  const { ids, ingest, handlers } = await tempLists('One')
  const [one = ''] = ids
  const domains = async () => {
    const { rows } = await callHandler(handlers, 'contacts.page', { sort: { by: 'domain' } })
    return rows.map(({ id, domain }) => [id, domain])
  }
  await ingest('contacts', one, { items: [contact('c1', 'p1'), contact('c2', 'p2'), contact('c3', 'p9')] })
  await ingest('prospects', one, {
    items: [prospect('p1', { domain: 'z.test' }), prospect('p2', { domain: 'a.test' })],
  })
  expect(await domains()).toEqual([
    ['c2', 'a.test'],
    ['c1', 'z.test'],
    ['c3', null],
  ])
  await ingest('contacts', one, { items: [contact('c1', 'p2'), contact('c4', 'p2')] })
  expect(await domains()).toEqual([
    ['c1', 'a.test'],
    ['c4', 'a.test'],
  ])
  await ingest('prospects', one, { items: [prospect('p1')] })
  expect(await domains()).toEqual([
    ['c1', null],
    ['c4', null],
  ])
})

test('contacts are filtered, searched and paged', async () => {
  const { ids, ingest, handlers } = await tempLists('One', 'Two')
  const [one = '', two = ''] = ids
  await ingest('prospects', one, { items: [prospect('p1', { domain: 'Müller.test' })] })
  await ingest('contacts', one, {
    items: [
      contact('c1', 'p1', { name: 'Zoë', email: 'z@x.test', role: 'Editor', phone: '1' }),
      contact('c2', 'p1', { name: 'ann', email: '' }),
      contact('c3', 'p2', { name: null, role: 'owner' }),
    ],
  })
  await ingest('contacts', two, { items: [contact('c1', 'p1', { name: 'Bob' })] })
  const ask = async (input: Parameters<typeof callHandler<'contacts.page'>>[2]) =>
    (await callHandler(handlers, 'contacts.page', input)).rows.map(({ id, name }) => name ?? id)
  expect(await ask({})).toEqual(['ann', 'Bob', 'Zoë', 'c3'])
  expect(await ask({ sort: { by: 'name', direction: 'desc' } })).toEqual(['Zoë', 'Bob', 'ann', 'c3'])
  expect(await ask({ filter: { hasEmail: true } })).toEqual(['Zoë'])
  expect(await ask({ filter: { hasEmail: false }, brandIds: [one] })).toEqual(['ann', 'c3'])
  expect(await ask({ filter: { prospectId: 'p1' }, brandIds: [one] })).toEqual(['ann', 'Zoë'])
  expect(await ask({ search: 'MÜLLER' })).toEqual(['ann', 'Zoë'])
  expect(await ask({ search: 'zoË' })).toEqual(['Zoë'])
  const first = await callHandler(handlers, 'contacts.page', { limit: 3 })
  const { rows, nextCursor } = await callHandler(handlers, 'contacts.page', { limit: 3, cursor: first.nextCursor })
  expect([first.total, rows.map(({ id }) => id), nextCursor]).toEqual([4, ['c3'], null])
  const more = (await callHandler(handlers, 'contacts.page', { search: 'zoë' })).rows[0]?.more
  expect(more).toEqual({ phone: '1' })
})

test('tracked keywords are read as items or keywords', async () => {
  const { ids, ingest, store, sync } = await tempLists('One')
  const [one = ''] = ids
  await ingest('tracked', one, { items: ['b', { keyword: 'a', volume: 3 }] })
  await sync(one, 'tracked', 5000)
  expect(await store.read('tracked.list', { brandId: one })).toEqual({
    keywords: ['a', 'b'],
    freshAsOf: '1970-01-01T00:00:05.000Z',
  })
  expect(await ingest('tracked', one, { keywords: ['c'] })).toEqual({ rows: 1, nextCursor: null })
  expect((await store.read('tracked.list', { brandId: one })).keywords).toEqual(['c'])
})

test('contact rows carry the suppression of an internationalised domain, however it is written', async () => {
  const { ids, ingest, handlers, store } = await tempLists('One')
  const [one = ''] = ids
  const emails = { c1: 'ann@münchen.de', c2: 'bob@news.XN--MNCHEN-3YA.de', c3: 'eve@berlin.de' }
  await ingest('contacts', one, {
    items: Object.entries(emails).map(([id, email]) => contact(id, 'p1', { name: id, email })),
  })
  const suppressing = createSuppressions({ store, clock: createManualClock(), emit: () => undefined }).handlers
  await callHandler(suppressing, 'outreach.suppress', { entries: [{ value: 'münchen.de', reason: 'partner' }] })
  const { rows } = await callHandler(handlers, 'contacts.page', {})
  const entry = { kind: 'domain', value: 'xn--mnchen-3ya.de', reason: 'partner' }
  expect(rows).toMatchObject([
    { id: 'c1', suppression: entry },
    { id: 'c2', suppression: entry },
    { id: 'c3', suppression: null },
  ])
})
