import { expect, test } from 'vitest'
import { composeTables, type RoomTables } from '../../../src-main/store/tables.ts'

const room = (more: Partial<RoomTables>): RoomTables => ({
  reads: {},
  writes: { core: {}, cache: {} },
  brandRows: { core: [], cache: [] },
  ...more,
})
const query = () => undefined

test('a name that two rooms declare is refused', () => {
  const rooms = [room({ reads: { 'articles.list': query } }), room({ reads: { 'articles.list': query } })]
  expect(() => composeTables(rooms)).toThrow('Two rooms declare the query "articles.list"')
})

test('a write that is both short and long is refused', () => {
  expect(() => composeTables([room({ writes: { core: { 'a.save': query }, cache: { 'a.save': query } } })])).toThrow(
    'Two rooms declare the query "a.save"',
  )
})

test('a restored file is updated by each room, in order', () => {
  const order: number[] = []
  const tables = composeTables([
    room({ afterRestore: () => order.push(1) }),
    room({}),
    room({ afterRestore: () => order.push(2) }),
  ])
  tables.afterRestore(undefined as never, { nowMs: 0, isAlone: true }) // no room looks at the file here
  expect(order).toEqual([1, 2])
})
