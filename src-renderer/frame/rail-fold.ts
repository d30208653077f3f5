import { useMediaQuery } from '@mantine/hooks'
import { setPreference, usePreference } from '../state/settings.ts'

const KEY = 'rail.isFolded'
const NARROW = '(max-width: 1180px)'

/** Whether the rail shows badges only: in a narrow window always, else as the person left it. */
export const useRailFold = () => {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) === true
  const isLeftFolded = usePreference(KEY) === true
  return { isNarrow, isFolded: isNarrow || isLeftFolded, fold: (isFolded: boolean) => setPreference(KEY, isFolded) }
}
