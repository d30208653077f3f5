import { expect, test } from 'vitest'
import { exportChoices, listChoices } from '../../../src-renderer/table/export-choices.ts'

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

test('every row of a short table is named, so that a list that is cut gives no others', async () => {
  const rows = async () => [
    { brandId: 'a', keyword: 'tea' },
    { brandId: 'b', keyword: 'pots' },
  ]
  const [selected] = exportChoices({ ...options, total: 2, selection: [[0, 1]], rows })
  expect(await selected?.source()).toMatchObject({ keys: ['a\ntea', 'b\npots'] })
})

test('a list that the window holds exports what is selected, on show, or all, with its input and answer', async () => {
  const [one, two, three] = [1, 2, 3].map((item) => ({ brandId: 'a', item }))
  const held = { all: [one, two, three], rows: [one, two], picked: [two], input: { id: 'x' }, answer: { items: [] } }
  const choices = listChoices('intent-items', ['item', 'items'], held as Parameters<typeof listChoices>[2]) // of 3 numbers
  expect(choices.map(({ label }) => label)).toEqual(['1 selected item', '2 items on show', 'All items'])
  const sources = await Promise.all(choices.map(({ source: read }) => read()))
  const base = { list: 'intent-items', input: { id: 'x' }, answer: { items: [] } }
  expect(sources).toEqual([['a\n2'], ['a\n1', 'a\n2'], ['a\n1', 'a\n2', 'a\n3']].map((keys) => ({ ...base, keys })))
})
