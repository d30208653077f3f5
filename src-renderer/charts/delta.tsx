import classes from './charts.module.css'
import { type DeltaEvent, type DeltaOf, deltaLook } from './delta-look.ts'

type DeltaProps = { readonly change: number | null; readonly of: DeltaOf; readonly event?: DeltaEvent | undefined }

const CLASS = { good: classes.good, bad: classes.bad, flat: classes.flat, none: classes.flat }

/** A small change label: one element, as tables paint hundreds of them. */
export const Delta = ({ change, of, event }: DeltaProps) => {
  const { text, words, tone } = deltaLook(change, of, event)
  return (
    <span role="img" aria-label={words} className={CLASS[tone]}>
      {text}
    </span>
  )
}
