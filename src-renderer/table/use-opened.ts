import { useState } from 'react'
import { setParams, useParams, useScope } from '../state/location.ts'

/** What is open beside a table. */
export type Opened<Row, Shown = Row> = {
  readonly shown: Shown | null
  readonly open: (row: Row) => void
  readonly close: () => void
  /** Whether this row is the one on show. */
  readonly isShown?: (row: Row) => boolean
}

/** A later reply brings the same row as another object. */
const isSame = <Row extends object>(one: Row, other: Row): boolean =>
  'id' in one && 'id' in other ? one.id === other.id : one === other

/** A row that is open until it is closed; one of another brand is never shown. */
export const useOpenedRow = <Row extends { readonly brandId: string }>(): Opened<Row> => {
  const scope = useScope()
  const [row, open] = useState<Row | null>(null)
  return {
    shown: row !== null && (scope === 'all' || row.brandId === scope) ? row : null,
    open,
    close: () => open(null),
    isShown: (one) => row !== null && isSame(one, row),
  }
}

const openId = ({ id }: { readonly id: string }): void => setParams({ open: id })
const closeId = (): void => setParams({ open: '' })

/** A row whose id is in the address. */
export const useOpenedId = (): Opened<{ readonly id: string }, string> => {
  const { open } = useParams()
  return { shown: open ?? null, open: openId, close: closeId, isShown: ({ id }) => id === open }
}
