import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'

/** Up to so many rows are all drawn: the page can be searched and read from end to end. */
const ALL_MAX = 100
/** The sticky head of the board. */
const HEAD_PX = 36

export type RowsInSight = {
  readonly isAll: boolean
  readonly indexes: readonly number[]
  readonly beforePx: number
  readonly afterPx: number
  /** Ref of each row, which has its index as `data-index`. */
  readonly measure: (row: Element | null) => void
  readonly scrollTo: (index: number) => void
}

/** Of many rows of any height, those that are in sight. */
export const useRowsInSight = (scroller: RefObject<HTMLElement | null>, count: number, rowPx: number): RowsInSight => {
  const isAll = count <= ALL_MAX
  const rows = useVirtualizer<HTMLElement, Element>({
    count,
    enabled: !isAll,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollPaddingStart: HEAD_PX,
    scrollMargin: HEAD_PX,
    initialRect: { width: 1000, height: 600 },
  })
  const shown = rows.getVirtualItems()
  return {
    isAll,
    indexes: isAll ? Array.from({ length: count }, (_, index) => index) : shown.map(({ index }) => index),
    beforePx: Math.max(0, (shown[0]?.start ?? HEAD_PX) - HEAD_PX),
    afterPx: isAll ? 0 : rows.getTotalSize() - Math.max(0, (shown.at(-1)?.end ?? HEAD_PX) - HEAD_PX),
    measure: rows.measureElement,
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'start' }),
  }
}
