// Rows never move under the cursor: a cache whose rows change while a person is in them.
import { describe, expect, test } from 'vitest'
import { createBlockCache, type Hold, moveOf } from '../../../src-renderer/data/block-cache.ts'
import type { BlockQuery } from '../../../src-renderer/data/block-query.ts'

type Row = { readonly id: string; readonly value: number }

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A cache over a list that the test changes; `value` counts the changes. */
const open = async (ids: string) => {
  const list = { ids, value: 0 }
  const query: BlockQuery<Row> = {
    key: 'all',
    scope: 'all',
    calls: [],
    hasDetails: false,
    fetch: async ({ offset, limit }) => {
      const all = [...list.ids].map((id) => ({ id, value: list.value }))
      const rows = all.slice(offset, offset + limit)
      return { ok: true, value: { rows, total: all.length, nextCursor: null, freshAsOf: null } }
    },
  }
  const cache = createBlockCache<Row>({ blockSize: 10, keyOf: ({ id }) => id, later: (work) => work() })
  cache.ask(query)
  await settled()
  cache.show(0, 4, true)
  const change = async (next: string) => {
    Object.assign(list, { ids: next, value: list.value + 1 })
    cache.follow()
    await settled()
  }
  const shown = () => Array.from({ length: cache.snapshot().total }, (_, index) => cache.row(index)?.id ?? '?').join('')
  return { cache, change, shown, waiting: () => cache.snapshot().waiting, value: () => cache.row(0)?.value }
}

test.each([
  ['abc', 'abc', 'none'],
  ['abc', 'abcd', 'none'],
  ['abc', 'xabc', 'arrival'],
  ['abc', 'axbc', 'arrival'],
  ['abc', 'bac', 'arrival'],
  ['abc', 'xyz', 'arrival'],
  ['abc', 'ac', 'departure'],
  ['abc', 'acd', 'departure'],
  ['abc', '', 'departure'],
])('from %s to %s is %s', (before, after, move) => {
  expect(moveOf([...before], [...after])).toBe(move)
})

describe('rows that arrive', () => {
  test('are shown at once where nobody is in the rows', async () => {
    const { change, shown, waiting } = await open('abc')
    await change('xyabc')
    expect([shown(), waiting()]).toEqual(['xyabc', null])
  })

  test.each<Hold>(['cursor', 'selection'])(
    'wait under a %s, are counted, and are shown when asked for',
    async (hold) => {
      const { cache, change, shown, waiting, value } = await open('abc')
      cache.hold(hold)
      await change('xyabc')
      expect([shown(), waiting(), value()]).toEqual(['abc', 2, 1])
      await change('xyzabc')
      expect([shown(), waiting(), value()]).toEqual(['abc', 3, 2])
      cache.release()
      expect([shown(), waiting()]).toEqual(['xyzabc', null])
      expect(cache.snapshot().state).toBe('ready')
    },
  )

  test('are shown when the cursor leaves the rows', async () => {
    const { cache, change, shown, waiting } = await open('abc')
    cache.hold('cursor')
    await change('xabc')
    cache.hold('none')
    expect([shown(), waiting()]).toEqual(['xabc', null])
  })
})

test('rows leave under a cursor, and stay under a selection until it is cleared', async () => {
  const { cache, change, shown, waiting } = await open('abcd')
  cache.hold('cursor')
  await change('abd')
  expect([shown(), waiting()]).toEqual(['abd', null])
  cache.hold('selection')
  await change('ad')
  expect([shown(), waiting()]).toEqual(['abd', 0])
  cache.hold('cursor')
  expect([shown(), waiting()]).toEqual(['ad', null])
})

test('a refresh that the person asked for is shown under a cursor, and waits under a selection', async () => {
  const { cache, change, shown, waiting } = await open('abc')
  cache.hold('cursor')
  await change('xabc')
  cache.refresh()
  await settled()
  expect([shown(), waiting()]).toEqual(['xabc', null])
  cache.hold('selection')
  await change('yxabc')
  cache.refresh()
  await settled()
  expect([shown(), waiting()]).toEqual(['xabc', 1])
})

test('values change in place, and nothing waits for it', async () => {
  const { cache, change, shown, waiting, value } = await open('abc')
  for (const hold of ['cursor', 'selection'] as const) {
    cache.hold(hold)
    const before = value() ?? 0
    await change('abc')
    expect([shown(), waiting(), value()]).toEqual(['abc', null, before + 1])
  }
})
