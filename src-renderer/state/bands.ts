// Bands of positions, as filters.
import { BAND_ENDS } from '../../src-shared/desk/position-bands.ts'
import type { RankFilter } from '../../src-shared/desk/rankings.ts'

export type BandId = 'any' | 'top3' | '4-10' | '11-20' | '21-50' | '51+' | 'none' | 'custom'
type BandFilter = Pick<RankFilter, 'positionMin' | 'positionMax' | 'notRanking'>
type Band = { readonly id: BandId; readonly label: string; readonly filter: BandFilter }

/** The desk's bounds are inclusive, and positions have at most three decimals. */
const UNDER = 0.0001
/** From the end of the band before up to its own. */
const between = (start: keyof typeof BAND_ENDS, end: keyof typeof BAND_ENDS): BandFilter => ({
  positionMin: BAND_ENDS[start],
  positionMax: BAND_ENDS[end] - UNDER,
})

export const BANDS: readonly Band[] = [
  { id: 'any', label: 'Any position', filter: {} },
  { id: 'top3', label: 'Top 3', filter: { positionMax: BAND_ENDS.top3 - UNDER } },
  { id: '4-10', label: '4–10', filter: between('top3', '4-10') },
  { id: '11-20', label: '11–20', filter: between('4-10', '11-20') },
  { id: '21-50', label: '21–50', filter: between('11-20', '21-50') },
  { id: '51+', label: '51+', filter: { positionMin: BAND_ENDS['21-50'] } },
  { id: 'none', label: 'Not ranking', filter: { notRanking: true } },
  { id: 'custom', label: 'From … to …', filter: {} },
]

type CustomBand = { readonly min: number | null; readonly max: number | null }

/** Whole bounds mean the places they name: 5 to 8 holds 4.5 up to 8.4. Other bounds are taken as they are. */
export const bandFilter = (id: BandId, { min, max }: CustomBand): BandFilter => {
  if (id !== 'custom') return BANDS.find((band) => band.id === id)?.filter ?? {}
  const low = min === null ? null : Number.isInteger(min) ? Math.max(0, min - 0.5) : min
  const high = max === null ? null : Number.isInteger(max) ? max + 0.5 - UNDER : max
  return { ...(low === null ? {} : { positionMin: low }), ...(high === null ? {} : { positionMax: high }) }
}

export const bandLabel = (id: BandId, { min, max }: CustomBand): string => {
  if (id !== 'custom') return BANDS.find((band) => band.id === id)?.label ?? id
  if (min === null && max === null) return 'any position'
  if (max === null) return `${min} or lower`
  return min === null ? `${max} or better` : `${min} to ${max}`
}
