import classes from './meter.module.css'

type Props = {
  readonly label: string
  /** Absent: how much is done is not known. */
  readonly value?: number | undefined
  readonly max: number
  readonly isThin?: boolean
}

/** How much of a known number is done. */
export const Meter = ({ label, max, isThin = false, ...known }: Props) => (
  <progress
    className={classes.meter}
    data-thin={isThin || undefined}
    max={Math.max(1, max)}
    aria-label={label}
    {...known}
  />
)
