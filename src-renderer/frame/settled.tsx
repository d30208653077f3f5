import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useSettings } from '../state/settings.ts'
import { remember, schemeOf } from '../theme/colour-scheme.ts'

/** Puts the settings that look like something onto the page. */
export const Settled = () => {
  const theme = useSettings((state) => state.settings?.theme)
  const density = useSettings((state) => state.settings?.density)
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (theme === undefined) return
    remember(theme)
    setColorScheme(schemeOf(theme))
  }, [theme, setColorScheme])
  useEffect(() => {
    document.documentElement.setAttribute('data-density', density ?? 'comfortable')
  }, [density])
  return null
}
