import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import { COMPARED_DAYS } from '../../../src-shared/desk/values/figures.ts'
import type { DeltaEvent } from '../../charts/delta-text.ts'
import { formatDecimal, plural } from '../../format/numbers.ts'
import { useRankFilters } from '../../state/filters/rankings.ts'

type Moved = Pick<RankRow, 'position' | 'positionChange' | 'clicksChange' | 'impressionsChange'>
type Trend = Pick<RankRow, 'position' | 'spark'>

/** By the desk's own rule: new ranks, was compared and had no position; lost does not rank and was seen less. */
export const rankEvent = ({
  position,
  positionChange,
  clicksChange,
  impressionsChange,
}: Moved): DeltaEvent | undefined => {
  if (position === null) return (impressionsChange ?? 0) < 0 || (clicksChange ?? 0) < 0 ? 'lost' : undefined
  return positionChange === null && (impressionsChange ?? clicksChange) !== null ? 'new' : undefined
}

/** A keyword that ranked on fewer of its days comes and goes: a few days without a position say nothing of it. */
const STEADY_SHARE = 0.9
/** Alerts take as many by default; of a keyword that comes and goes, as many as Movers compares. */
const GONE_DAYS = { steady: 2, other: COMPARED_DAYS } as const

/**
 * The average of a period is of its days with a position: without these words, a keyword that ranks no more seems to hold it.
 * They stand beside the position. Its change stays that of the average, by which the desk filters and sorts.
 */
export const goneText = ({ position, spark = [] }: Trend): string | undefined => {
  const isRanked = (one: number | null) => one !== null
  const last = spark.findLastIndex(isRanked)
  if (position === null || last < 0) return undefined
  const ranking = spark.slice(spark.findIndex(isRanked), last + 1)
  const isSteady = ranking.filter(isRanked).length >= STEADY_SHARE * ranking.length
  const days = spark.length - 1 - last
  return days < (isSteady ? GONE_DAYS.steady : GONE_DAYS.other)
    ? undefined
    : `Not ranking for the last ${plural(days, 'day')}. Average of the days before: ${formatDecimal(position)}`
}

/** The same for the list that is shown: its trend ends with the newest day, and a chosen period need not. */
export const shownGone = (row: Trend): string | undefined =>
  useRankFilters.getState().period === 'custom' ? undefined : goneText(row)
