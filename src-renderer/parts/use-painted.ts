import { useEffect, useState } from 'react'

/**
 * True once the page was painted with this key; at once for the first key. Requests that are less urgent than the rows are
 * sent then, so that a switch of the brand needs one layout and not three.
 */
export const usePainted = (key: string): boolean => {
  const [painted, setPainted] = useState(key)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(key))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [key])
  return painted === key
}
