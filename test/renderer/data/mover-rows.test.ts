// Which moves the list of movers holds where the desk has more than it shows.
import { afterEach, expect, test, vi } from 'vitest'
import { bridge } from '../../../src-renderer/bridge.ts'
import { invalidate, invalidateAll } from '../../../src-renderer/data/invalidate.ts'
import { MOVERS_MAX, type MoverSides, moverQuery } from '../../../src-renderer/data/mover-rows.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'

afterEach(() => {
  vi.restoreAllMocks()
  invalidateAll()
})

const movesOf = (kind: Mover['kind'], count: number): Mover[] =>
  Array.from({ length: count }, (_, at) => ({ brandId: 'acme', keyword: `${kind} ${at}`, kind }) as Mover) // what is read of it

const FIRST = { offset: 0, limit: MOVERS_MAX, cursor: null, isDetailed: false }

/** A desk with so many moves, losses first. What the list then shows, and what it says of the rest. */
const listOf = async (fell: number, climbed: number, kind: 'any' | 'up' | 'down' = 'any') => {
  const asked: unknown[] = []
  const reply = (name: string, given: unknown) => {
    if (name !== 'rankings.movers') return { ok: true, value: { lines: [] } }
    const input = given as { readonly kind?: string; readonly limit?: number } // of this call
    asked.push(input.kind)
    const losses = input.kind === 'up' ? [] : movesOf('down', fell)
    const rows = [...losses, ...(input.kind === 'down' ? [] : movesOf('up', climbed))]
    return { ok: true, value: { rows: rows.slice(0, input.limit), total: rows.length, freshAsOf: null } }
  }
  vi.spyOn(bridge, 'call').mockImplementation((async (name, input) => reply(name, input)) as typeof bridge.call) // of two calls
  let sides: MoverSides | undefined
  const input = { brandIds: 'all', moves: 'real', kind } as const
  const onSides = (_: string, of: MoverSides) => {
    sides = of
  }
  const query = moverQuery({ input, order: '', arrange: (rows) => rows, onSides })
  const found = await query.fetch(FIRST)
  if (!found.ok) throw new Error('The desk replied.')
  const { rows, total } = found.value
  return { total, losses: rows.filter((row) => row.kind === 'down').length, last: rows.at(-1)?.keyword, sides, asked }
}

test('gains are in the list of all kinds however many keywords fell', async () => {
  expect(await listOf(532, 47)).toEqual({
    ...{ total: 500, losses: 453, last: 'up 46', sides: { losses: 532, gains: 47 } },
    asked: ['any', 'up'],
  })
  invalidateAll()
  expect(await listOf(30, 600)).toMatchObject({ total: 500, losses: 30, last: 'up 469' })
})

test('moves that fit, and those of one kind, are asked for once', async () => {
  expect(await listOf(12, 3)).toMatchObject({ total: 15, losses: 12, sides: { losses: 12, gains: 3 }, asked: ['any'] })
  invalidateAll()
  expect(await listOf(600, 47, 'down')).toMatchObject({ total: 500, sides: { losses: 600, gains: 0 }, asked: ['down'] })
  expect(await listOf(532, 700, 'up')).toMatchObject({ total: 500, sides: { losses: 0, gains: 700 }, asked: ['up'] })
})

test('a list that is opened again has its moves and causes without a call, until a change of one of them', async () => {
  const asked: string[] = []
  const texts = ['a new page ranks', 'the title changed']
  const drop = movesOf('down', 1)
  vi.spyOn(bridge, 'call').mockImplementation((async (name: string) => {
    asked.push(name)
    if (name === 'rankings.movers') return { ok: true, value: { rows: drop, total: 1, freshAsOf: null } }
    return { ok: true, value: { lines: [{ brandId: 'acme', keyword: 'down 0', text: texts.shift() }] } }
  }) as typeof bridge.call) // of two calls
  const open = async (isAgain = false) => {
    const query = moverQuery({ input: { brandIds: 'all', moves: 'real' }, order: '', arrange: (rows) => rows })
    const found = await query.fetch({ ...FIRST, isAgain })
    return found.ok && found.value.rows.map(({ cause }) => cause)
  }
  expect(await open()).toEqual(['a new page ranks'])
  expect(await open()).toEqual(['a new page ranks'])
  expect(asked).toEqual(['rankings.movers', 'causes.lines'])
  invalidate({ name: 'changed', payload: { brandIds: ['acme'], datasets: ['causes'] } })
  expect(await open()).toEqual(['the title changed'])
  expect(asked).toEqual(['rankings.movers', 'causes.lines', 'causes.lines'])
  await open(true)
  expect(asked).toHaveLength(5)
})

test('a change between the two calls leaves neither of their replies kept', async () => {
  const asked: (string | undefined)[] = []
  const call = async (_name: string, given: unknown) => {
    const { kind } = given as { readonly kind?: string } // of rankings.movers
    asked.push(kind)
    if (asked.length === 2) invalidate({ name: 'changed', payload: { brandIds: ['acme'], datasets: ['rankings'] } })
    const rows = movesOf(kind === 'up' ? 'up' : 'lost', MOVERS_MAX)
    return { ok: true, value: { rows, total: 600, freshAsOf: null } }
  }
  vi.spyOn(bridge, 'call').mockImplementation(call as typeof bridge.call) // of one call
  const input = { brandIds: 'all', moves: 'real', kind: 'any', asOfDay: '2026-11-01' } as const
  const open = () => moverQuery({ input, order: '', arrange: (rows) => rows }).fetch(FIRST)
  await open()
  await open()
  expect(asked).toEqual(['any', 'up', 'any', 'up'])
  await open()
  expect(asked).toHaveLength(4)
})
