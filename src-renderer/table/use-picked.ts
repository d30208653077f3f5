// A selection is of rows, not of row numbers: each row is held when it is selected, so that an action never reaches a row
// that arrived in its place.
import { useLayoutEffect, useRef } from 'react'
import { NAMED_MAX } from '../../src-shared/desk/values/export-lists.ts'
import type { BlockCache } from '../data/block-cache.ts'
import type { BlockQuery } from '../data/block-query.ts'
import { fetchRows, type HeldRows, holdRows, newestOf, rowNumbers } from './picked-rows.ts'
import { type Selection, selectedCount } from './selection.ts'

type Options<Row> = {
  readonly cache: BlockCache<Row>
  readonly query: BlockQuery<Row>
  readonly selection: Selection
  readonly active: number
}

/** Reads the selected rows, or the active one; null where some could not be read. */
export const usePicked = <Row>({ cache, query, selection, active }: Options<Row>) => {
  const held = useRef<HeldRows<Row>>(new Map())
  const reading = useRef<Promise<void>>(Promise.resolve())
  // A selection without end is read when it is used.
  const isTooLong = selectedCount(selection) > NAMED_MAX

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are held when they are selected, not when they change
  useLayoutEffect(() => {
    const next = holdRows(cache, isTooLong ? [] : selection, held.current)
    held.current = next.held
    if (next.missing.length === 0) return
    reading.current = fetchRows(query, next.missing).then((rows) => {
      if (rows === null) return
      const found = rowNumbers(next.missing).flatMap((index, at): [number, Row][] => {
        const row = rows[at]
        return row === undefined ? [] : [[index, row]]
      })
      if (held.current === next.held) held.current = new Map([...next.held, ...found])
    })
  }, [selection])

  return async (): Promise<readonly Row[] | null> => {
    if (selection.length === 0) {
      const row = cache.row(active)
      return row === undefined ? fetchRows(query, [[active, active]]) : [row]
    }
    if (isTooLong) return fetchRows(query, selection)
    await reading.current
    const { held: all, missing } = holdRows(cache, selection, held.current)
    const rest = missing.length === 0 ? [] : await fetchRows(query, missing)
    return rest === null ? null : [...newestOf(cache, all), ...rest]
  }
}
