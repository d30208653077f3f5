import { expect, test } from 'vitest'
import { calls } from '../../../src-shared/desk/contract.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('actions and suppressions are found by words in any script, letter case aside', async () => {
  const { store } = await tempStore()
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const items = [{ batch: 0, label: 'Örjan ÜNAL', payload: {} }]
  const intent = { id: 'i', kind: 'queue' as const, brandId, details: {}, holdMs: 0, items }
  await store.write('intents.insert', { intents: [intent], atMs: 1 })
  const entry = { kind: 'domain' as const, value: 'a.test', reason: 'ÜBER uns geärgert' }
  await store.write('suppressions.add', { entries: [entry], atMs: 1 })
  const found = async (search: string) => [
    (await store.read('intents.list', calls['intents.list'].input.parse({ search }))).total,
    (await store.read('suppressions.page', calls['outreach.suppressions'].input.parse({ search }))).total,
  ]
  expect(await found('ünal')).toEqual([1, 0])
  expect(await found('örjan')).toEqual([1, 0])
  expect(await found('über')).toEqual([0, 1])
  expect(await found('GEÄRGERT')).toEqual([0, 1])
  expect(await found('nobody')).toEqual([0, 0])
})
