import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gridCommandOf, type KeyPress, LIST_KEYS, type Where } from '../../../src-renderer/table/keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})
const list = (active: number, rows: number, rowsPerPage = 20): Where => ({
  at: { row: active, col: 0 },
  rows,
  cols: 1,
  rowsPerPage,
})
const where = list(10, 100)
const commandOf = (key: KeyPress, at: Where) => gridCommandOf(key, LIST_KEYS, at)

describe('keys of a table', () => {
  test.each([
    ['j', 11],
    ['ArrowDown', 11],
    ['k', 9],
    ['ArrowUp', 9],
    ['PageDown', 30],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 99],
  ])('%s goes to row %d', (key, to) => {
    expect(commandOf(press(key), where)).toEqual({ do: 'move', to: { row: to, col: 0 }, isExtending: false })
  })

  test('with Shift a move extends the selection, also when it makes the letter large', () => {
    const to = { row: 11, col: 0 }
    expect(commandOf(press('J', { shiftKey: true }), where)).toEqual({ do: 'move', to, isExtending: true })
  })

  test('letters with Ctrl, Cmd or Alt are ignored, except select all', () => {
    expect(commandOf(press('j', { ctrlKey: true }), where)).toBeNull()
    expect(commandOf(press('x', { altKey: true }), where)).toBeNull()
    expect(commandOf(press('k', { metaKey: true }), where)).toBeNull()
    expect(commandOf(press('a', { ctrlKey: true }), where)).toEqual({ do: 'all' })
  })

  test('an empty table handles only Escape', () => {
    const empty = list(0, 0)
    expect(commandOf(press('Enter'), empty)).toBeNull()
    expect(commandOf(press('Escape'), empty)).toEqual({ do: 'close' })
  })

  test('arrows to the side are the browser’s, and Shift with the space bar too', () => {
    expect(commandOf(press('ArrowRight'), where)).toBeNull()
    expect(commandOf(press(' ', { shiftKey: true }), where)).toBeNull()
    expect(commandOf(press(' '), where)).toEqual({ do: 'toggle' })
    expect(commandOf(press('Home', { ctrlKey: true }), where)).toBeNull()
  })

  test('no move leaves the table', () => {
    const keys = fc.constantFrom('j', 'k', 'PageUp', 'PageDown', 'Home', 'End')
    fc.assert(
      fc.property(
        keys,
        fc.integer({ min: 1, max: 300 }),
        fc.nat(),
        fc.integer({ min: 1, max: 60 }),
        (key, total, at, rowsPerPage) => {
          const command = commandOf(press(key), list(at % total, total, rowsPerPage))
          expect(command?.do).toBe('move')
          if (command?.do !== 'move') return
          expect(command.to.row).toBeGreaterThanOrEqual(0)
          expect(command.to.row).toBeLessThan(total)
        },
      ),
    )
  })
})
