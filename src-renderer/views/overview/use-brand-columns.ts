// Which columns all brands show: what the person chose, else what the window has room for.
import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { setPreference, usePreference } from '../../state/preferences.ts'
import { BRAND_COLUMNS, type BrandColumn } from './brand-columns.tsx'

const KEY = 'overview.columns'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

export const useBrandColumns = () => {
  const chosen = usePreference(KEY)
  const isMedium = useMediaQuery('(min-width: 1400px)', undefined, { getInitialValueInEffect: false })
  const isWide = useMediaQuery('(min-width: 1600px)', undefined, { getInitialValueInEffect: false })
  const roomPx = isWide ? 1600 : isMedium ? 1400 : 0
  const columns = useMemo(() => {
    const isShown = ({ title, fromPx = 0 }: BrandColumn) =>
      isTexts(chosen) ? chosen.includes(title) : fromPx <= roomPx
    return BRAND_COLUMNS.filter((column, index) => index === 0 || isShown(column))
  }, [chosen, roomPx])
  const choose = (titles: readonly string[] | null) => setPreference(KEY, titles === null ? null : [...titles])
  return { columns, choose }
}
