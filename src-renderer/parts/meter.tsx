import classes from './meter.module.css'

type Props = { readonly label: string; readonly value: number; readonly max: number }

/** How much of a known number is done. */
export const Meter = ({ label, value, max }: Props) => (
  <progress className={classes.meter} value={value} max={Math.max(1, max)} aria-label={label} />
)
