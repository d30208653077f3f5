// The figures above the outbox.
import { expect, test } from 'vitest'
import { isReplied } from '../../../src-shared/desk/values/reply-status.ts'
import { tempLists } from '../../support/desk-lists.ts'
import { jsonBody } from '../../support/json-body.ts'

const SENT = { sentAt: '2026-03-02T10:00:00.000Z', prospectEmailId: 'ann' }

test('a brand without a reply has 0 of them where another brand of the same service has one', async () => {
  const { store, ids } = await tempLists('One', 'Two')
  const [one = '', two = ''] = ids
  const outbox = (brandId: string, batch: number, status: string) => {
    const body = jsonBody({ items: [{ ...SENT, conversationId: `c${batch}`, status }] })
    return store.write('outbox.ingest', { brandId, batch, body, fetchedAtMs: 1 })
  }
  const replied = async (brandIds: 'all' | string[]) =>
    (await store.read('outbox.outcomes', { brandIds, fromMs: 0 })).replied
  await outbox(one, 1, 'delivered')
  expect(await Promise.all([replied('all'), replied([one]), replied([])])).toEqual([null, null, null])
  await outbox(two, 2, 'replied')
  expect(await Promise.all([replied('all'), replied([one]), replied([two])])).toEqual([1, 0, 1])
})

test('a status that says that there is no reply yet counts as none', async () => {
  const { store, ids } = await tempLists('One')
  const [brandId = ''] = ids
  const statuses = [
    'not_replied',
    'Not replied',
    'awaiting-replied',
    'replied',
    'Replied',
    'opened_replied',
    'notable replied',
  ]
  const items = statuses.map((status, at) => ({ ...SENT, conversationId: `c${at}`, status }))
  await store.write('outbox.ingest', { brandId, batch: 1, body: jsonBody({ items }), fetchedAtMs: 1 })
  const { replied } = await store.read('outbox.outcomes', { brandIds: 'all', fromMs: 0 })
  expect(replied).toBe(statuses.filter(isReplied).length)
  expect(replied).toBe(4)
})
