import { useCallback, useRef, useState } from 'react'

/** Inner width of an element, followed as it changes; 0 before it is known. */
export const useWidth = (): [widthPx: number, ref: (element: HTMLElement | null) => void] => {
  const [widthPx, setWidthPx] = useState(0)
  const observer = useRef<ResizeObserver | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    if (element === null) return
    setWidthPx(element.clientWidth)
    observer.current = new ResizeObserver(() => setWidthPx(element.clientWidth))
    observer.current.observe(element)
  }, [])
  return [widthPx, ref]
}
