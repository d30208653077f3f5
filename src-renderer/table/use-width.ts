import { useCallback, useRef, useState } from 'react'

/**
 * Inner width of an element, or of the one around it that `around` selects, followed as it changes; 0 before it is known.
 */
export const useWidth = (around?: string): [widthPx: number, ref: (element: HTMLElement | null) => void] => {
  const [widthPx, setWidthPx] = useState(0)
  const observer = useRef<ResizeObserver | null>(null)
  const ref = useCallback(
    (inner: HTMLElement | null) => {
      observer.current?.disconnect()
      if (inner === null) return
      const element = (around === undefined ? null : inner.closest(around)) ?? inner
      setWidthPx(element.clientWidth)
      observer.current = new ResizeObserver(() => setWidthPx(element.clientWidth))
      observer.current.observe(element)
    },
    [around],
  )
  return [widthPx, ref]
}
