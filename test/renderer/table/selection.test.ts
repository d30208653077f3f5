import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addRange,
  isSelected,
  NO_SELECTION,
  removeRange,
  type Selection,
  selectedCount,
  toggleRow,
} from '../../../src-renderer/table/selection.ts'

const row = fc.integer({ min: 0, max: 60 })
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), from: row, to: row }),
  fc.record({ do: fc.constant('remove' as const), from: row, to: row }),
  fc.record({ do: fc.constant('toggle' as const), from: row, to: row }),
)

const apply = (selection: Selection, { do: what, from, to }: { do: string; from: number; to: number }): Selection =>
  what === 'add'
    ? addRange(selection, from, to)
    : what === 'remove'
      ? removeRange(selection, from, to)
      : toggleRow(selection, from)

const applyToSet = (set: Set<number>, { do: what, from, to }: { do: string; from: number; to: number }): void => {
  if (what === 'toggle') {
    if (!set.delete(from)) set.add(from)
    return
  }
  for (let each = Math.min(from, to); each <= Math.max(from, to); each += 1)
    if (what === 'add') set.add(each)
    else set.delete(each)
}

describe('selection', () => {
  test('has the same rows as a set, in sorted ranges that never touch', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const set = new Set<number>()
        let selection = NO_SELECTION
        for (const each of steps) {
          selection = apply(selection, each)
          applyToSet(set, each)
        }
        const rows = Array.from({ length: 61 }, (_, index) => index)
        expect(rows.filter((index) => isSelected(selection, index))).toEqual(rows.filter((index) => set.has(index)))
        expect(selectedCount(selection)).toBe(set.size)
        for (const [index, [first, last]] of selection.entries()) {
          expect(first).toBeLessThanOrEqual(last)
          const next = selection[index + 1]
          if (next !== undefined) expect(next[0]).toBeGreaterThan(last + 1)
        }
      }),
    )
  })

  test('is one range for a hundred thousand rows', () => {
    expect(addRange(NO_SELECTION, 99_999, 0)).toEqual([[0, 99_999]])
  })
})
