import { expect, test } from 'vitest'
import { createDataVersion } from '../../../src-main/query/data-version.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const query = { sql: 'SELECT 1', brandIds: 'all' as const, atMs: 1, tookMs: 1, returned: 1, total: 1, error: null }

test('what is loaded is out of date after each write, but those that note what was asked', async () => {
  const { store } = await tempStore()
  const { version, counting, bump } = createDataVersion()
  const counted = counting(store)
  await counted.read('query.history', { limit: 1 })
  await counted.write('query.save', query)
  await counted.write('query.clear', {})
  expect(version()).toBe(0)
  await counted.write('brands.insert', newBrand('Acme'))
  expect(version()).toBe(1)
  await expect(counted.write('playbooks.remove', { id: 'none' })).rejects.toThrow()
  expect(version()).toBe(2)
  bump()
  expect(version()).toBe(3)
})
