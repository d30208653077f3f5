import type { ImpactRow } from '../../../src-shared/desk/impact.ts'
import { formatEffect } from '../../format/impact-labels.ts'
import css from './impact.module.css'

/** Left is a third of the clicks, right is three times as many: equal steps are equal ratios, no effect is in the middle. */
const END = Math.log(3)
const percentOf = (share: number): number => {
  const ratio = Math.log(Math.max(0.01, 1 + share)) / END
  return 50 + 50 * Math.min(1, Math.max(-1, ratio))
}

export const effectText = ({ effect, interval }: Pick<ImpactRow, 'effect' | 'interval'>): string =>
  effect === null || interval === null
    ? '—'
    : `${formatEffect(effect)} (${formatEffect(interval.low)} to ${formatEffect(interval.high)})`

/** The effect as a point on its interval; an interval across the line in the middle is no visible change. */
export const EffectLine = ({ row }: { readonly row: ImpactRow }) => {
  const { effect, interval, verdict } = row
  if (effect === null || interval === null) return <span className="soft">—</span>
  const [left, right] = [percentOf(interval.low), percentOf(interval.high)]
  const label = `${effectText(row)} vs expected clicks`
  return (
    <span className={css.effect} role="img" aria-label={label} title={label}>
      <span className={css.scale}>
        <span style={{ left: `${left}%`, width: `${Math.max(2, right - left)}%` }} />
        <i data-verdict={verdict} style={{ left: `${percentOf(effect)}%` }} />
      </span>
      <span className="figures">{formatEffect(effect)}</span>
    </span>
  )
}
