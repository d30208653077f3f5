import { expect, test } from 'vitest'
import { exportChoices } from '../../../src-renderer/table/export-choices.ts'

const source = { list: 'rankings', input: { brandIds: 'all', search: 'tea' } } as const
const options = { source, nouns: ['keyword', 'keywords'], total: 30_000 } as const

test('a selection names its rows by their keys, and beyond 10,000 rows by their numbers', async () => {
  const row = { brandId: 'a', keyword: 'tea' }
  const [few] = exportChoices({ ...options, selection: [[4, 4]], rows: async () => [row] })
  expect(await few?.source()).toEqual({ list: 'rankings', input: { brandIds: ['a'], search: 'tea' }, keys: ['a\ntea'] })
  const selection = [
    [0, 9_999],
    [20_000, 20_000],
  ] as const
  const never = () => Promise.reject(new Error('read'))
  const [many, matching] = exportChoices({ ...options, selection, rows: never })
  expect(many?.label).toBe('10,001 selected keywords')
  expect(await many?.source()).toEqual({ ...source, numbers: { ranges: selection, total: 30_000 } })
  expect(await matching?.source()).toEqual(source)
})

test('a selection of every row is the list itself', async () => {
  const rows = () => Promise.reject(new Error('read'))
  const [all] = exportChoices({ ...options, selection: [[0, 29_999]], rows })
  expect(await all?.source()).toEqual(source)
})
