import { describe, expect, test } from 'vitest'
import { NOTHING_STAGED, type Permission } from '../../../../src-renderer/state/connector-staging.ts'
import { gridCommandOf, type KeyPress, type Place } from '../../../../src-renderer/table/keys.ts'
import { cellLabel } from '../../../../src-renderer/views/connectors/cell-labels.ts'
import {
  cellsOf,
  nextValue,
  presetWishes,
  targetOf,
  wishesFor,
} from '../../../../src-renderer/views/connectors/matrix-actions.ts'
import { areaBetween, MATRIX_KEYS } from '../../../../src-renderer/views/connectors/matrix-keys.ts'
import {
  cellOf,
  columnOf,
  differs,
  rowsOf,
  tallyLabel,
  tallyOf,
  triOf,
} from '../../../../src-renderer/views/connectors/matrix-model.ts'
import type { MatrixBrand, MatrixTool } from '../../../../src-shared/desk/connectors.ts'

const tool = (name: string, group: MatrixTool['group']): MatrixTool => ({
  name,
  label: `The ${name}`,
  description: `does ${name}`,
  group,
  default: group === 'read' ? 'allow' : 'deny',
  sendsEmail: name === 'send',
  spends: false,
})
const tools = [tool('look', 'read'), tool('list', 'read'), tool('send', 'write')]

const column = (brandId: string, effective: Record<string, Permission>, change: Partial<MatrixBrand> = {}) =>
  columnOf(
    {
      brandId,
      fetchedAt: null,
      canManage: true,
      readOnlyReason: null,
      syncEnabled: false,
      effective,
      set: [],
      drift: [],
      error: null,
      ...change,
    },
    { name: brandId.toUpperCase(), colour: '#000000' },
  )
const a = column('a', { look: 'allow', list: 'allow', send: 'deny' })
const b = column('b', { look: 'deny', list: 'allow', send: 'deny' }, { set: ['look'] })
const locked = column('locked', { look: 'allow', list: 'allow', send: 'allow' }, { canManage: false })
/** Its catalog does not name the writing tool. */
const short = column('short', { look: 'allow', list: 'allow' })
const ALL = { text: '', isDifferentOnly: false, collapsed: new Set<MatrixTool['group']>() }

describe('parents', () => {
  test('show a partial state, and leave out tools that a brand does not have', () => {
    const tally = tallyOf([a, b, locked, short], [tools[2] ?? tool('', 'write')], NOTHING_STAGED)
    expect(tally).toEqual({ allowed: 1, total: 3 })
    expect([triOf(tally), tallyLabel(tally)]).toEqual(['some', 'allowed for 1 of 3'])
    expect(tallyLabel({ allowed: 0, total: 40 })).toBe('denied for all 40')
    expect(tallyLabel({ allowed: 0, total: 0 })).toBe('not available to any brand')
  })

  test('count staged changes, but never of a read-only brand', () => {
    const staged = new Map<string, Map<string, Permission>>([
      ['a', new Map([['send', 'allow']])],
      ['locked', new Map([['send', 'deny']])],
    ])
    expect(tallyOf([a, locked], tools.slice(2), staged)).toEqual({ allowed: 2, total: 2 })
  })
})

describe('cells', () => {
  test('have a text label for their shape', () => {
    const drifted = column(
      'd',
      { send: 'allow' },
      { set: ['send'], drift: [{ tool: 'send', from: 'deny', to: 'allow' }] },
    )
    const staged = new Map([['d', new Map([['send', 'deny' as const]])]])
    expect(cellLabel(cellOf(drifted, 'send', staged))).toBe(
      'allowed, set; not applied yet: denied; denied when last checked',
    )
    expect(cellLabel(cellOf(locked, 'look', NOTHING_STAGED))).toBe('allowed, default; read-only')
    expect(cellLabel(cellOf(short, 'send', NOTHING_STAGED))).toBe('Not available to this brand')
  })
})

describe('rows', () => {
  const kinds = (rows: ReturnType<typeof rowsOf>) =>
    rows.map((row) => (row.kind === 'tool' ? row.tool.name : row.kind === 'group' ? row.group : row.kind))

  test('list writing tools first; a collapsed group keeps its own row', () => {
    expect(kinds(rowsOf(tools, [a, b], { staged: NOTHING_STAGED, query: ALL }))).toEqual([
      ...['sync', 'write', 'send', 'read', 'look', 'list'],
    ])
    const query = { ...ALL, collapsed: new Set(['read'] as const) }
    expect(kinds(rowsOf(tools, [a, b], { staged: NOTHING_STAGED, query }))).toEqual(['sync', 'write', 'send', 'read'])
  })

  test('show only differences between brands, from defaults, or staged', () => {
    const query = { ...ALL, isDifferentOnly: true }
    expect(kinds(rowsOf(tools, [a, b], { staged: NOTHING_STAGED, query }))).toEqual(['read', 'look'])
    expect(differs([b], 'look', NOTHING_STAGED)).toBe(true)
    expect(differs([b], 'list', NOTHING_STAGED)).toBe(false)
    const staged = new Map([['a', new Map([['send', 'allow' as const]])]])
    expect(kinds(rowsOf(tools, [a], { staged, query }))).toEqual(['write', 'send'])
  })

  test('are searched by label, name and description', () => {
    expect(kinds(rowsOf(tools, [a], { staged: NOTHING_STAGED, query: { ...ALL, text: 'DOES se' } }))).toEqual([
      ...['write', 'send'],
    ])
  })
})

describe('actions', () => {
  const rows = rowsOf(tools, [a, b, locked], { staged: NOTHING_STAGED, query: ALL })
  const columns = [a, b, locked]

  test('cover the cells of a rectangle, a whole row or a whole brand', () => {
    const area = areaBetween({ row: 2, col: 1 }, { row: 4, col: 0 })
    expect(cellsOf(targetOf(area, rows, columns)).length).toBe(6)
    const row = targetOf(areaBetween({ row: 2, col: -1 }, { row: 2, col: -1 }), rows, columns)
    expect(cellsOf(row)).toEqual(['a', 'b', 'locked'].map((brandId) => ({ brandId, tool: 'send' })))
    const brand = targetOf(areaBetween({ row: -1, col: 1 }, { row: -1, col: 1 }), rows, columns)
    expect(cellsOf(brand).map((cell) => cell.tool)).toEqual(['send', 'look', 'list'])
  })

  test('neither stage read-only brands nor use their next value', () => {
    const target = { columns: [a, locked], tools: tools.slice(2) }
    expect(wishesFor(target, 'allow')).toEqual([{ brandId: 'a', tool: 'send', value: 'allow' }])
    expect(nextValue({ columns: [locked, a], tools: tools.slice(0, 1) }, NOTHING_STAGED)).toBe('deny')
    expect(nextValue({ columns: [a, b], tools: tools.slice(0, 1) }, NOTHING_STAGED)).toBe('allow')
  })

  test('a preset covers the tools that a brand has, also of a read-only brand: the review shows why it is refused', () => {
    expect(presetWishes({ send: 'deny', gone: 'deny' }, [locked, short])).toEqual([
      { brandId: 'locked', tool: 'send', value: 'deny' },
    ])
  })
})

describe('keys', () => {
  const press = (key: string, change = {}) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...change,
  })
  const size = { rows: 10, cols: 5, rowsPerPage: 4 }
  const at = { row: 0, col: 0 }
  const matrixCommandOf = (key: KeyPress, place: Place, of: typeof size) =>
    gridCommandOf(key, MATRIX_KEYS, { at: place, ...of })

  test('arrows reach the head and the names, and stop at the edges', () => {
    expect(matrixCommandOf(press('ArrowUp'), at, size)).toMatchObject({ to: { row: -1, col: 0 } })
    expect(matrixCommandOf(press('ArrowLeft'), { row: 0, col: -1 }, size)).toMatchObject({ to: { row: 0, col: -1 } })
    expect(matrixCommandOf(press('End', { ctrlKey: true }), at, size)).toMatchObject({ to: { row: 9, col: 4 } })
    expect(matrixCommandOf(press('PageDown'), { row: 8, col: 2 }, size)).toMatchObject({ to: { row: 9, col: 2 } })
    expect(matrixCommandOf(press('ArrowRight', { shiftKey: true }), at, size)).toMatchObject({ isExtending: true })
  })

  test('Home and End go along a row, and Page up stops below the head', () => {
    expect(matrixCommandOf(press('Home'), { row: 3, col: 2 }, size)).toMatchObject({ to: { row: 3, col: -1 } })
    expect(matrixCommandOf(press('End'), { row: 3, col: 2 }, size)).toMatchObject({ to: { row: 3, col: 4 } })
    expect(matrixCommandOf(press('PageUp'), { row: 3, col: 2 }, size)).toMatchObject({ to: { row: 0, col: 2 } })
  })

  test('the names of the rows are reached with one brand, and the head without rows', () => {
    const one = { ...size, cols: 1 }
    expect(matrixCommandOf(press('ArrowLeft'), at, one)).toMatchObject({ to: { row: 0, col: -1 } })
    const none = { ...size, rows: 0 }
    expect(matrixCommandOf(press('ArrowRight'), { row: -1, col: 0 }, none)).toMatchObject({ to: { row: -1, col: 1 } })
  })

  test('actions have plain keys; keys with a modifier are not handled', () => {
    expect(matrixCommandOf(press(' '), at, size)).toEqual({ do: 'toggle' })
    expect(matrixCommandOf(press('X', { shiftKey: true }), at, size)).toEqual({ do: 'pick' })
    expect(matrixCommandOf(press('a', { ctrlKey: true }), at, size)).toBeNull()
    expect(matrixCommandOf(press('Enter', { altKey: true }), at, size)).toBeNull()
    expect(matrixCommandOf(press('q'), at, size)).toBeNull()
  })
})
