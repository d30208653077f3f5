import type { ReactNode } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { Delta } from '../../charts/delta.tsx'
import { PositionBar } from '../../charts/position-bar.tsx'
import { formatDecimal, formatShort, formatWhole, NO_VALUE, plural } from '../../format/numbers.ts'
import type { Totals as TotalValues } from './brand-rows.ts'
import classes from './overview.module.css'

type FigureProps = { readonly label: string; readonly value: string; readonly children: ReactNode }

/** A large figure with its name above, and its change or its parts below. */
export const Figure = ({ label, value, children }: FigureProps) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd className={classes.value}>{value}</dd>
    <dd className={classes.note}>{children}</dd>
  </div>
)

const sumOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

type Props = {
  readonly totals: TotalValues
  /** Undefined while they are asked for. */
  readonly bands: CallOutput<'rankings.totals'>['bands'] | undefined
}

/** Totals of the brands shown below them; their keywords in the groups that each brand's page has. */
export const Totals = ({ totals, bands }: Props) => {
  const { keywords, realUp, realDown } = totals
  const moves = sumOf(realUp, realDown)
  return (
    <section className={classes.strip} aria-label="Totals">
      <dl className={classes.figures}>
        <Figure label="Visibility, average" value={formatDecimal(totals.visibility)}>
          <Delta change={totals.visibilityChange} of="score" /> vs 7 days before
        </Figure>
        <Figure label="Clicks, 28 days" value={formatShort(totals.clicks)}>
          {formatShort(totals.impressions)} impressions
        </Figure>
        <Figure label="Real moves, last 3 days" value={moves === null ? NO_VALUE : formatWhole(moves)}>
          <Delta change={realUp} of="count" /> <Delta change={realDown === null ? null : -realDown} of="count" /> vs 28
          days before
        </Figure>
      </dl>
      <PositionBar title={`${plural(keywords, 'keyword')} by position, 28 days`} counts={bands} />
    </section>
  )
}
