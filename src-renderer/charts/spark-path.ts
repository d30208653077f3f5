// Positions as a line: better is higher, so position 1 touches the top; a day without a position is a gap, never 0.

export type SparkBox = { readonly width: number; readonly height: number }

const INSET = 2
/** Length of the mark of a single day between gaps. */
const DASH = 3

const round = (value: number): number => Math.round(value * 10) / 10

/**
 * SVG path of a row of positions, oldest first. Runs of days are joined, a single day becomes a short dash.
 * Empty where nothing ranks.
 */
export const sparkPath = (positions: readonly (number | null)[], { width, height }: SparkBox): string => {
  const ranked = positions.filter((position) => position !== null)
  if (ranked.length === 0) return ''
  const best = Math.min(...ranked)
  const worst = Math.max(...ranked)
  const stepX = positions.length < 2 ? 0 : (width - 2 * INSET) / (positions.length - 1)
  // A line that hardly moves is drawn flat: three places are the least that fill the height.
  const spread = Math.max(worst - best, 3)
  const middle = (best + worst) / 2
  const yOf = (position: number) => height / 2 + ((position - middle) / spread) * (height - 2 * INSET)
  let path = ''
  let isOpen = false
  positions.forEach((position, day) => {
    if (position === null) {
      isOpen = false
      return
    }
    const x = round(INSET + day * stepX)
    const y = round(yOf(position))
    const isAlone = !isOpen && (positions[day + 1] ?? null) === null
    path += isOpen ? `L${x} ${y}` : isAlone ? `M${round(x - DASH / 2)} ${y}h${DASH}` : `M${x} ${y}`
    isOpen = true
  })
  return path
}

/** The same in words, for those who do not see the line. */
export const sparkLabel = (positions: readonly (number | null)[]): string => {
  const ranked = positions.filter((position) => position !== null)
  const first = ranked[0]
  const last = ranked.at(-1)
  if (first === undefined || last === undefined) return 'not ranking'
  const missing = positions.length - ranked.length
  const gaps = missing === 0 ? '' : `, no position on ${missing} of ${positions.length} days`
  return `position ${round(first)} to ${round(last)}, best ${round(Math.min(...ranked))}${gaps}`
}
