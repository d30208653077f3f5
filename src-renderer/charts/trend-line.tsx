import { memo } from 'react'
import classes from './trend-line.module.css'

const WIDTH = 100
const HEIGHT = 24
const INSET = 2

type Values = readonly (number | null)[]

/** SVG path of values where higher is better; a missing day is a gap. Empty with fewer than two values. */
export const trendPath = (values: Values): string => {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return ''
  const low = Math.min(...known)
  const spread = Math.max(Math.max(...known) - low, 0.5)
  const stepX = (WIDTH - 2 * INSET) / (values.length - 1)
  let isOpen = false
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false
        return ''
      }
      const x = (INSET + index * stepX).toFixed(1)
      const y = (HEIGHT - INSET - ((value - low) / spread) * (HEIGHT - 2 * INSET)).toFixed(1)
      const command = isOpen ? 'L' : 'M'
      isOpen = true
      return `${command}${x} ${y}`
    })
    .join('')
}

const words = (values: Values): string => {
  const known = values.filter((value) => value !== null)
  const first = known[0]
  const last = known.at(-1)
  if (first === undefined || last === undefined || known.length < 2) return 'No trend yet'
  return `From ${first.toFixed(1)} to ${last.toFixed(1)} over ${values.length} days`
}

export const TrendLine = memo(({ values }: { readonly values: Values }) => (
  <svg
    className={classes.line}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={words(values)}
  >
    <path d={trendPath(values)} />
  </svg>
))
