// Selected rows as ranges of row numbers: sorted, disjoint, never adjacent, so that selecting a hundred thousand rows
// costs one pair. Row numbers belong to one query; a change of the query clears the selection.

export type RowRange = readonly [first: number, last: number]
export type Selection = readonly RowRange[]

export const NO_SELECTION: Selection = []

export const isSelected = (selection: Selection, row: number): boolean => {
  let low = 0
  let high = selection.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = selection[middle]
    if (range === undefined) return false
    if (row < range[0]) high = middle - 1
    else if (row > range[1]) low = middle + 1
    else return true
  }
  return false
}

export const selectedCount = (selection: Selection): number =>
  selection.reduce((sum, [first, last]) => sum + last - first + 1, 0)

export const addRange = (selection: Selection, from: number, to: number): Selection => {
  let first = Math.min(from, to)
  let last = Math.max(from, to)
  const before: RowRange[] = []
  const after: RowRange[] = []
  for (const range of selection) {
    if (range[1] < first - 1) before.push(range)
    else if (range[0] > last + 1) after.push(range)
    else {
      first = Math.min(first, range[0])
      last = Math.max(last, range[1])
    }
  }
  return [...before, [first, last], ...after]
}

export const removeRange = (selection: Selection, from: number, to: number): Selection => {
  const first = Math.min(from, to)
  const last = Math.max(from, to)
  return selection.flatMap((range): RowRange[] => {
    if (range[1] < first || range[0] > last) return [range]
    const kept: RowRange[] = []
    if (range[0] < first) kept.push([range[0], first - 1])
    if (range[1] > last) kept.push([last + 1, range[1]])
    return kept
  })
}

export const toggleRow = (selection: Selection, row: number): Selection =>
  isSelected(selection, row) ? removeRange(selection, row, row) : addRange(selection, row, row)
