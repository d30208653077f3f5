// Which brands a place without a table of pages narrows its rows to, so that its export can be narrowed in the same way.
import { useEffect } from 'react'
import { create } from 'zustand'
import type { ExportSource } from '../data/block-cache.ts'

type Narrowed = {
  /** The brands of the filtered rows, in their order; null: nothing is filtered. */
  readonly matching: readonly string[] | null
  /** The brands of the selected rows. */
  readonly picked: readonly string[]
  /** The keys (`rowKey`) of these brands' rows on show; absent: all rows of a brand are. */
  readonly keysOf?: (brandIds: readonly string[]) => readonly string[]
  /** The rows on show, for a place that narrows them in another way than by brand. */
  readonly shown?: { readonly label: string; readonly source: ExportSource } | null
}

const ALL: Narrowed = { matching: null, picked: [] }
export const usePlaceRows = create<Narrowed>()(() => ALL)

/** As long as the place is shown. */
export const useNarrowedExport = ({ matching, picked, keysOf, shown = null }: Narrowed): void => {
  useEffect(() => {
    usePlaceRows.setState({ matching, picked, shown, ...(keysOf && { keysOf }) }, true)
    return () => usePlaceRows.setState(ALL, true)
  }, [matching, picked, keysOf, shown])
}
