import type { RefObject } from 'react'
import type { BlockCache, BlockQuery } from '../data/block-cache.ts'
import { notify } from '../state/notices.ts'
import type { Selection } from './selection.ts'

const FETCH_SIZE = 500

/** Rows already at hand; null where one is missing. */
export const rowsAtHand = <Row>(cache: BlockCache<Row>, selection: Selection): Row[] | null => {
  const rows: Row[] = []
  for (const [first, last] of selection) {
    for (let index = first; index <= last; index += 1) {
      const row = cache.row(index)
      if (row === undefined) return null
      rows.push(row)
    }
  }
  return rows
}

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

/** What the views' own actions are about: the selected rows, or the active one where none is selected. */
export type TablePicks<Row> = {
  readonly count: () => number
  /** Without the active row. */
  readonly selected: () => number
  /** Null where some of them could not be read. */
  readonly rows: () => Promise<readonly Row[] | null>
  /** Lets the selection go. */
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
