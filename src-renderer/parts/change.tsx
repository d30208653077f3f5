import { directionOf, formatChangeSize, NO_VALUE } from '../format/numbers.ts'
import classes from './change.module.css'

type Props = {
  readonly value: number | null | undefined
  /** Positions: a climb is a negative change. */
  readonly lowerIsBetter?: boolean
  readonly unit?: string
}

const WORDS = { better: 'better by', worse: 'worse by', same: '' } as const

/** A change with an arrow that points up for good news, so that neither sign nor colour alone must be read. */
export const Change = ({ value, lowerIsBetter = false, unit = '' }: Props) => {
  if (value == null) return <span className={classes.change}>{NO_VALUE}</span>
  const direction = directionOf(value, lowerIsBetter)
  return (
    <span className={classes.change} data-direction={direction}>
      <span aria-hidden>{direction === 'better' ? '▲' : direction === 'worse' ? '▼' : ''}</span>
      <span className="visually-hidden">{WORDS[direction]} </span>
      {direction === 'same' ? '0' : formatChangeSize(value)}
      {unit}
    </span>
  )
}
