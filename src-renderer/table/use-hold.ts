// Rows never move under the cursor: while rows are selected, the pointer is over the rows or the keyboard moves in them,
// rows that arrive wait until they are asked for.
import { useEffect, useRef } from 'react'
import type { BlockCache } from '../data/block-cache.ts'

export const useHold = <Row>(cache: BlockCache<Row>, picked: number) => {
  const cursor = useRef({ isPointerIn: false, isKeyed: false })
  const isPicked = picked > 0
  const apply = () => {
    const { isPointerIn, isKeyed } = cursor.current
    cache.hold(isPicked ? 'selection' : isPointerIn || isKeyed ? 'cursor' : 'none')
  }
  useEffect(apply)
  const set = (change: Partial<typeof cursor.current>) => {
    cursor.current = { ...cursor.current, ...change }
    apply()
  }
  return {
    onPointerEnter: () => set({ isPointerIn: true }),
    onPointerLeave: () => set({ isPointerIn: false }),
    onBlur: () => set({ isKeyed: false }),
    onKeyUp: () => set({ isKeyed: true }),
  }
}
