// The theme is a setting of the desk, which answers only after the first paint; a copy beside the page saves a flash.
import type { MantineColorSchemeManager } from '@mantine/core'
import type { Settings } from '../../src-shared/desk/desk.ts'

const KEY = 'theme'

export const remembered = (): Settings['theme'] => {
  const value = window.localStorage.getItem(KEY)
  return value === 'light' || value === 'dark' ? value : 'system'
}

export const remember = (theme: Settings['theme']): void => window.localStorage.setItem(KEY, theme)

export const schemeOf = (theme: Settings['theme']): 'auto' | 'light' | 'dark' => (theme === 'system' ? 'auto' : theme)

/** Before anything is drawn. */
export const paintEarly = (): void => {
  const theme = remembered()
  const isDark = theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
}

/** Mantine asks for the first value here; every later one comes from the settings. */
export const schemeManager: MantineColorSchemeManager = {
  get: () => schemeOf(remembered()),
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}
