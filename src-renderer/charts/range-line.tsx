import { formatDecimal } from '../format/numbers.ts'
import css from './charts.module.css'

type RangeLineProps = {
  /** Null: it did not rank before. */
  readonly usual: { readonly low: number; readonly high: number } | null
  /** Null: it does not rank now. */
  readonly now: number | null
}

const LN_END = Math.log(100)
/** Left is position 1, right is 100: equal steps are equal ratios, as a place means more at the top. */
const percentOf = (position: number): number => Math.min(100, (Math.log(Math.max(1, position)) / LN_END) * 100)

const labelOf = ({ usual, now }: RangeLineProps): string =>
  `${usual === null ? 'did not rank' : `usually ${formatDecimal(usual.low)} to ${formatDecimal(usual.high)}`}, ${
    now === null ? 'not ranking now' : `now ${formatDecimal(now)}`
  }`

/** The usual range of a keyword as a bar, and where it is now: a red diamond is worse, a green dot better. */
export const RangeLine = ({ usual, now }: RangeLineProps) => {
  const isWorse = usual !== null && now !== null && now > usual.high
  const [left, right] = usual === null ? [0, 0] : [percentOf(usual.low), percentOf(usual.high)]
  const label = labelOf({ usual, now })
  return (
    <span className={css.range} role="img" aria-label={label} title={label}>
      {usual === null ? null : <span style={{ left: `${left}%`, width: `${Math.max(2, right - left)}%` }} />}
      {now === null ? null : <i data-worse={isWorse || undefined} style={{ left: `${percentOf(now)}%` }} />}
    </span>
  )
}
