import { expect, test } from 'vitest'
import type { ItemOutcome } from '../../../src-main/journal/rules/model.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('what failed is named by its own label and reason, what is unknown by its own reason', async () => {
  const { store } = await tempStore()
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const labels = ['ann', 'bob', 'cyd', 'dan']
  const items = labels.map((label) => ({ batch: 0, label, payload: {} }))
  const intent = { id: 'i', kind: 'queue' as const, brandId, details: {}, holdMs: 0, items }
  await store.write('intents.insert', { intents: [intent], atMs: 1 })
  await store.write('intents.apply', { id: 'i', event: { type: 'begin', batch: 0 }, atMs: 2 })
  const unknown = (item: number, reason: string): ItemOutcome => ({ item, state: 'unknown', reason, result: {} })
  const outcomes = [
    unknown(0, 'The counts disagree.'),
    { ...unknown(1, 'The mailbox is full.'), state: 'failed' as const },
    unknown(2, 'The counts disagree.'),
    unknown(3, 'The answer was lost.'),
  ]
  await store.write('intents.apply', { id: 'i', event: { type: 'settle', batch: 0, outcomes }, atMs: 3 })
  expect(await store.read('intents.toCheck', { brandIds: [brandId], sinceMs: 0 })).toMatchObject([
    {
      ...{ unknown: 3, failed: 1, label: 'bob', reason: 'The mailbox is full.' },
      unknownReason: 'The counts disagree.',
    },
  ])
})
