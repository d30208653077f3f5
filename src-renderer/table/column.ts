import type { ReactNode } from 'react'

/** One column of a data table. `text` is what is copied and, without `cell`, what is painted; always inert text. */
export type DataColumn<Row> = {
  readonly id: string
  readonly header: string
  /** The header in a word, where it is a sign. */
  readonly name?: string
  /** What the column means, in one sentence, where the header alone does not say it. */
  readonly about?: string
  readonly widthPx: number
  /**
   * What its widest text takes: where there is room it gets that before another column grows. Where it is the one that grows,
   * columns of lesser use leave for it.
   */
  readonly fitPx?: number
  /** Takes the room that is left over; one column a table. */
  readonly grows?: boolean
  readonly align?: 'start' | 'end'
  /** The field the desk sorts by; absent: the column cannot be sorted. */
  readonly sortField?: string
  readonly isDescendingFirst?: boolean
  readonly isHiddenAtFirst?: boolean
  /** Left out first where not all columns fit. */
  readonly isLesser?: boolean
  /** Narrowed to this where it would be left out for want of room: the cell still says enough at this width. */
  readonly shortPx?: number
  /** Never left out for want of room: the rows are in order of it where no column is sorted, or are read for it. */
  readonly isKept?: boolean
  readonly text: (row: Row) => string
  readonly cell?: (row: Row) => ReactNode
}

export type SortKey = { readonly by: string; readonly direction: 'asc' | 'desc' }
