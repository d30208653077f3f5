// Which brands a place without a table of pages narrows its rows to, so that its export can be narrowed in the same way.
import { useEffect } from 'react'
import { create } from 'zustand'

type Narrowed = {
  /** The brands of the filtered rows, in their order; null: nothing is filtered. */
  readonly matching: readonly string[] | null
  /** The brands of the selected rows. */
  readonly picked: readonly string[]
  /** The keys (`rowKey`) of these brands' rows on show; absent: all rows of a brand are. */
  readonly keysOf?: (brandIds: readonly string[]) => readonly string[]
}

const ALL: Narrowed = { matching: null, picked: [] }
export const usePlaceRows = create<Narrowed>()(() => ALL)

/** As long as the place is shown. */
export const useNarrowedExport = ({ matching, picked, keysOf }: Narrowed): void => {
  useEffect(() => {
    usePlaceRows.setState({ matching, picked, ...(keysOf && { keysOf }) }, true)
    return () => usePlaceRows.setState(ALL, true)
  }, [matching, picked, keysOf])
}
