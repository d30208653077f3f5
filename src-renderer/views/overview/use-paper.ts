import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/** Prints in light colours, whatever the theme. Set before the charts draw themselves for the paper. */
export const usePaper = (): void =>
  useEffect(() => {
    const root = document.documentElement
    let scheme: string | null = null
    const toLight = () => {
      scheme = root.getAttribute(SCHEME)
      root.setAttribute(SCHEME, 'light')
    }
    const toBefore = () => {
      if (scheme !== null) root.setAttribute(SCHEME, scheme)
    }
    window.addEventListener('beforeprint', toLight, { capture: true })
    window.addEventListener('afterprint', toBefore, { capture: true })
    return () => {
      window.removeEventListener('beforeprint', toLight, { capture: true })
      window.removeEventListener('afterprint', toBefore, { capture: true })
    }
  }, [])
