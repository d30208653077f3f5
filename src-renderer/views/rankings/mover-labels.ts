import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { absentDayOf, absentText } from '../../../src-shared/desk/values/absent-move.ts'
import { FIGURES, LOST_VS } from '../../../src-shared/desk/values/figures.ts'
import type { DeltaEvent } from '../../charts/delta-text.ts'
import { formatDecimal, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { formatShortDay } from '../../format/time.ts'

type Real = NonNullable<Mover['real']>

export const moveEvent = ({ kind }: Pick<Mover, 'kind'>): DeltaEvent | undefined =>
  kind === 'new' || kind === 'lost' ? kind : undefined

/** That it did not rank on the newest day; undefined: it did, or is lost. */
export const absentLabel = (move: Mover): string | undefined => {
  const day = absentDayOf(move)
  return day === null ? undefined : absentText(formatShortDay(day), move.fromPosition)
}

export const usualText = ({ usual }: Pick<Real, 'usual'>): string =>
  usual === null ? 'not ranking' : `${formatDecimal(usual.low)} – ${formatDecimal(usual.high)}`

export const CLICKS_CHANGE = 'Δ clicks a day'

/** What the change of clicks is against; `vs` of all but lost keywords. */
export const clicksVersus = (
  { kind, real }: Pick<Mover, 'kind' | 'real'>,
  vs: string = FIGURES.realMoves.vs,
): string => (real !== undefined && kind === 'lost' ? LOST_VS : vs)

/** Clicks a day, now minus before. */
export const clicksChangeOf = ({ real }: Pick<Mover, 'real'>): number | null =>
  real === undefined ? null : real.clicksNow - real.clicksBefore

/** `12 → 0`: what it had on the first day, and on the second. */
export const clicksText = ({ clicks, dayClicks }: Pick<Mover, 'clicks' | 'dayClicks'>): string =>
  dayClicks === undefined ? formatWhole(clicks) : `${formatWhole(dayClicks.from)} → ${formatWhole(dayClicks.to)}`

/** Those of a lost keyword are of the first day, as far as it has no row on the second. */
export const impressionsText = ({ kind, impressions }: Pick<Mover, 'kind' | 'impressions'>): string =>
  kind === 'lost' ? NO_VALUE : formatWhole(impressions)
