// Which addresses are offered for suppression.
import { expect, test } from 'vitest'
import { tempLists } from '../../support/desk-lists.ts'
import { jsonBody } from '../../support/json-body.ts'

const contact = (id: string, email?: string) => ({ id, prospectId: `site-${id}`, ...(email && { email }) })
const pitch = (conversationId: string, prospectEmailId: string, status: string, day: number) => {
  return { conversationId, prospectEmailId, status, sentAt: `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z` }
}

test('an address is offered while its last pitch bounced and nothing suppresses it', async () => {
  const { store, ingest, ids } = await tempLists('One', 'Two')
  const [one = '', two = ''] = ids
  const names = ['ann', 'bob', 'cat', 'dan', 'eve']
  await ingest('contacts', one, { items: [...names.map((id) => contact(id, `${id}@${id}.com`)), contact('nobody')] })
  await ingest('contacts', two, { items: [contact('ann2', 'Ann@ann.com'), contact('fay', 'fay@fay.com')] })
  const sent = [
    pitch('c1', 'ann', 'bounced', 1),
    pitch('c2', 'bob', 'hard_bounce', 2),
    ...[pitch('c3', 'cat', 'bounced', 3), pitch('c4', 'cat', 'delivered', 4)],
    pitch('c5', 'dan', 'bounced', 5),
    pitch('c6', 'eve', 'delivered', 6),
    pitch('c7', 'nobody', 'bounced', 7),
  ]
  const outbox = (brandId: string, batch: number, items: object[]) =>
    store.write('outbox.ingest', { brandId, batch, body: jsonBody({ items }), fetchedAtMs: 1 })
  await outbox(one, 1, sent)
  await outbox(two, 2, [pitch('c8', 'ann2', 'bounced', 8), pitch('c9', 'fay', 'bounced', 1)])
  await store.write('suppressions.add', { entries: [{ kind: 'domain', value: 'dan.com', reason: '' }], atMs: 1 })
  const all = await store.read('outbox.bounced', { brandIds: 'all' })
  expect(all.addresses).toEqual([
    { email: 'ann@ann.com', at: '2026-03-08T10:00:00.000Z' },
    { email: 'bob@bob.com', at: '2026-03-02T10:00:00.000Z' },
    { email: 'fay@fay.com', at: '2026-03-01T10:00:00.000Z' },
  ])
  const ofOne = await store.read('outbox.bounced', { brandIds: [one] })
  expect(ofOne.addresses.map(({ email }) => email)).toEqual(['bob@bob.com', 'ann@ann.com'])
})
