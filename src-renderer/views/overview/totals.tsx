import type { ReactNode } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { Delta } from '../../charts/delta.tsx'
import { PositionBar } from '../../charts/position-bar.tsx'
import { formatDecimal, formatShort, formatWhole, NO_VALUE, plural } from '../../format/numbers.ts'
import { MoveCount } from './move-count.tsx'
import classes from './overview.module.css'

const { visibility, clicks, realMoves, distribution } = FIGURES

type FigureProps = {
  readonly label: string
  /** What it is, in a sentence. */
  readonly about: string
  readonly value: string
  readonly children: ReactNode
}

/** A large figure with its name above, and its change or its parts below. */
export const Figure = ({ label, about, value, children }: FigureProps) => (
  <div className={classes.figure} title={about}>
    <dt>{label}</dt>
    <dd className={classes.value}>{value}</dd>
    <dd className={classes.note}>{children}</dd>
  </div>
)

const sumOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

type Whole = NonNullable<CallOutput<'brands.overview'>['whole']>
const NONE = {
  visibility: null,
  visibilityChange: null,
  clicks: 0,
  impressions: 0,
  keywords: 0,
  realUp: null,
  realDown: null,
}

type Props = {
  /** Undefined while they are asked for. */
  readonly whole: Whole | undefined
  /** Undefined while they are asked for. */
  readonly bands: CallOutput<'rankings.totals'>['bands'] | undefined
}

/** Totals of the brands shown below them; their keywords in the groups that each brand's page has. */
export const Totals = ({ whole, bands }: Props) => {
  const totals = whole ?? NONE
  const { keywords, realUp, realDown } = totals
  const moves = sumOf(realUp, realDown)
  return (
    <section className={classes.strip} aria-label="Totals">
      <dl className={classes.figures}>
        <Figure
          label={`${visibility.label}, average`}
          about={visibility.about}
          value={formatDecimal(totals.visibility)}
        >
          <Delta change={totals.visibilityChange} of="score" vs={visibility.vs} /> {visibility.vs}
        </Figure>
        <Figure label={`${clicks.label}, ${clicks.period}`} about={clicks.about} value={formatShort(totals.clicks)}>
          {formatShort(totals.impressions)} impressions
        </Figure>
        <Figure
          label={`${realMoves.label}, ${realMoves.period}`}
          about={realMoves.about}
          value={moves === null ? NO_VALUE : formatWhole(moves)}
        >
          <MoveCount count={realUp} way="climbed" /> <MoveCount count={realDown} way="fell" /> {realMoves.vs}
        </Figure>
      </dl>
      <PositionBar title={`${plural(keywords, 'keyword')} by position, ${distribution.period}`} counts={bands} />
    </section>
  )
}
