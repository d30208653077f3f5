// What is said of rejected webhooks: how many since the sender last worked, and why the last one was.
import { expect, test } from 'vitest'
import { newBrand, tempStore } from '../../support/temp-store.ts'

type Status = 'accepted' | 'rejected' | 'sample'

const openInbox = async () => {
  const { store } = await tempStore()
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const deliver = (receivedAtMs: number, status: Status, reason: string | null = null) =>
    store.write('deliveries.insert', {
      deliveries: [
        {
          ...{ brandId, receivedAtMs, status, reason, event: 'article.published', slug: null, title: null, bytes: 2 },
          ...{ secretUsed: 'current', path: '/', headers: [], body: '{}' },
        },
      ],
    })
  const refuse = (atMs: number) =>
    store.write('webhooks.saveRefusals', {
      counts: { unauthorized: 1 },
      refusals: [{ atMs, reason: 'unauthorized', brandId, remote: '127.0.0.1' }],
    })
  const found = () => store.read('webhooks.rejected', { brandIds: [brandId], isAll: true, sinceMs: 0 })
  return { deliver, refuse, found }
}

test('webhooks stay rejected when the desk itself sent a sample, until the sender’s own is accepted', async () => {
  const { deliver, found } = await openInbox()
  await deliver(1, 'rejected', 'Too large.')
  await deliver(2, 'sample')
  expect(await found()).toMatchObject([{ count: 1, lastAtMs: 1 }])
  await deliver(3, 'accepted')
  expect(await found()).toEqual([])
})

test('the reason is that of the last rejected webhook, in whatever order they came', async () => {
  const { deliver, refuse, found } = await openInbox()
  await deliver(1, 'rejected', 'Too large.')
  await refuse(2)
  expect(await found()).toMatchObject([{ count: 2, firstAtMs: 1, lastAtMs: 2, reason: null, isRefused: 0 }])
  await deliver(3, 'rejected', 'No JSON.')
  expect(await found()).toMatchObject([{ count: 3, firstAtMs: 1, lastAtMs: 3, reason: 'No JSON.', isRefused: 0 }])
  await refuse(4)
  expect(await found()).toMatchObject([{ count: 4, reason: null }])
})
