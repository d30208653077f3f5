import type { RefObject } from 'react'
import { rowKey } from '../../src-shared/desk/values/export-lists.ts'
import type { BlockCache } from '../data/block-cache.ts'
import type { BlockQuery } from '../data/block-query.ts'
import { notify } from '../state/notices.ts'
import { addRange, NO_SELECTION, type Selection } from './selection.ts'

const FETCH_SIZE = 500

/** The row numbers of a selection. */
export const rowNumbers = (selection: Selection): number[] =>
  selection.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** Rows of a selection over pages, asked of the desk; null where some could not be read. */
export const fetchRows = async <Row>(query: BlockQuery<Row>, selection: Selection): Promise<Row[] | null> => {
  const rows: Row[] = []
  for (const [first, last] of selection) {
    for (let offset = first; offset <= last; offset += FETCH_SIZE) {
      const limit = Math.min(FETCH_SIZE, last - offset + 1)
      const reply = await query.fetch({ offset, limit, cursor: null, isDetailed: false })
      if (!reply.ok) return null
      rows.push(...reply.value.rows)
    }
  }
  return rows
}

const keyOf = (row: unknown): string => rowKey(row as object) // every row of a table is an object

/** Rows by their number as they were when they were selected. */
export type HeldRows<Row> = ReadonlyMap<number, Row>

/** Holds the rows of a selection that are at hand; `missing` are the others. */
export const holdRows = <Row>(cache: BlockCache<Row>, selection: Selection, before: HeldRows<Row>) => {
  const held = new Map<number, Row>()
  let missing: Selection = NO_SELECTION
  for (const index of rowNumbers(selection)) {
    const row = before.get(index) ?? cache.row(index)
    if (row === undefined) missing = addRange(missing, index, index)
    else held.set(index, row)
  }
  return { held, missing }
}

/** The held rows, each once, with the values they have now. */
export const newestOf = <Row>(cache: BlockCache<Row>, held: HeldRows<Row>): Row[] => {
  const rows = new Map<string, Row>()
  for (const [index, row] of [...held].sort(([a], [b]) => a - b)) {
    const now = cache.row(index)
    const key = keyOf(row)
    if (!rows.has(key)) rows.set(key, now !== undefined && keyOf(now) === key ? now : row)
  }
  return [...rows.values()]
}

/** What the views' own actions are about: the selected rows, or the active one where none is selected. */
export type TablePicks<Row> = {
  readonly count: () => number
  /** Without the active row. */
  readonly selected: () => number
  /** The rows that were selected, also if others moved to their places since; null where some could not be read. */
  readonly rows: () => Promise<readonly Row[] | null>
  /** Clears the selection. */
  readonly clear: () => void
  /** Moves the active row. */
  readonly step: (by: 1 | -1) => void
}

/** The picked rows of a table; none, with a notice that `failed` did not happen, where some could not be read. */
export const readPicked = async <Row>(
  picks: RefObject<TablePicks<Row> | null>,
  failed: string,
): Promise<readonly Row[]> => {
  const rows = (await picks.current?.rows()) ?? null
  if (rows === null) notify({ title: failed, message: 'Some rows could not be read.', tone: 'warning' })
  return rows ?? []
}
