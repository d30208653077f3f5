import { describe, expect, test } from 'vitest'
import { localQuery, sortRows, windowOf } from '../../../src-renderer/data/block-query.ts'

test('continues by cursor if there is one, else by offset', () => {
  expect(windowOf({ offset: 60, limit: 60, cursor: 'next', isDetailed: false })).toEqual({ limit: 60, cursor: 'next' })
  expect(windowOf({ offset: 60, limit: 60, cursor: null, isDetailed: false })).toEqual({ limit: 60, offset: 60 })
})

describe('rows of one reply', () => {
  const rows = [
    { name: 'b', position: 4 },
    { name: 'a', position: null },
    { name: 'c', position: 2 },
  ]
  const field = (row: (typeof rows)[number], by: string) => (by === 'name' ? row.name : row.position)

  test('sort missing values last in either direction', () => {
    const names = (direction: 'asc' | 'desc') =>
      sortRows(rows, [{ by: 'position', direction }], field).map((row) => row.name)
    expect(names('asc')).toEqual(['c', 'b', 'a'])
    expect(names('desc')).toEqual(['b', 'c', 'a'])
  })

  test('are requested once and split into blocks', async () => {
    let loads = 0
    const query = localQuery({
      key: 'movers',
      scope: 'acme',
      calls: ['rankings.movers'],
      load: async () => {
        loads += 1
        return { ok: true, value: { rows, freshAsOf: null } }
      },
    })
    const first = await query.fetch({ offset: 0, limit: 2, cursor: null, isDetailed: false })
    const second = await query.fetch({ offset: 2, limit: 2, cursor: null, isDetailed: false })
    expect(first).toMatchObject({ ok: true, value: { total: 3, rows: [{ name: 'b' }, { name: 'a' }] } })
    expect(second).toMatchObject({ ok: true, value: { total: 3, rows: [{ name: 'c' }] } })
    expect(loads).toBe(1)
  })
})
