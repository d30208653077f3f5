// Bands of positions. A position is an average over days and devices (3.4, say), so a band reaches half a place beyond
// its whole numbers: 3.4 is in the top 3, 3.5 is not.
import type { RankFilter } from '../../src-shared/desk/rankings.ts'

export type BandId = 'any' | 'top3' | '4-10' | '11-20' | '21-50' | '51+' | 'none' | 'custom'
type BandFilter = Pick<RankFilter, 'positionMin' | 'positionMax' | 'notRanking'>
type Band = { readonly id: BandId; readonly label: string; readonly filter: BandFilter }

/** Just under half a place: the desk's bounds are inclusive, and positions have at most three decimals. */
const BELOW_HALF = 0.4999

export const BANDS: readonly Band[] = [
  { id: 'any', label: 'Any position', filter: {} },
  { id: 'top3', label: 'Top 3', filter: { positionMax: 3 + BELOW_HALF } },
  { id: '4-10', label: '4–10', filter: { positionMin: 3.5, positionMax: 10 + BELOW_HALF } },
  { id: '11-20', label: '11–20', filter: { positionMin: 10.5, positionMax: 20 + BELOW_HALF } },
  { id: '21-50', label: '21–50', filter: { positionMin: 20.5, positionMax: 50 + BELOW_HALF } },
  { id: '51+', label: '51+', filter: { positionMin: 50.5 } },
  { id: 'none', label: 'Not ranking', filter: { notRanking: true } },
  { id: 'custom', label: 'From … to …', filter: {} },
]

type CustomBand = { readonly min: number | null; readonly max: number | null }

/** Whole bounds mean the places they name: 5 to 8 holds 4.5 up to 8.4. Other bounds are taken as they are. */
export const bandFilter = (id: BandId, { min, max }: CustomBand): BandFilter => {
  if (id !== 'custom') return BANDS.find((band) => band.id === id)?.filter ?? {}
  const low = min === null ? null : Number.isInteger(min) ? Math.max(0, min - 0.5) : min
  const high = max === null ? null : Number.isInteger(max) ? max + BELOW_HALF : max
  return { ...(low === null ? {} : { positionMin: low }), ...(high === null ? {} : { positionMax: high }) }
}

export const bandLabel = (id: BandId, { min, max }: CustomBand): string => {
  if (id !== 'custom') return BANDS.find((band) => band.id === id)?.label ?? id
  if (min === null && max === null) return 'any position'
  if (max === null) return `${min} or lower`
  return min === null ? `${max} or better` : `${min} to ${max}`
}
