// One device, country or search type: its positions fell, those of the rest did not.
import type { CauseRule } from './cause.ts'
import { FELL, UNTOLD } from './shifts.ts'
import type { Situation, SliceDays } from './situation.ts'

/** In the slice the keywords fell by this at least, as a logarithm; in the others by a part of that. */
const CHANGE_MIN = 0.1
const OTHERS_MAX = 0.35
/** One keyword alone has to fall by more to be told from chance. */
const ALONE_CHANGE_MIN = 0.3
const POOL_MIN = 4
const CLEAR_POOL = 8

type Fallen = { readonly slice: SliceDays; readonly own: number; readonly others: number; readonly pool: number }

const meanChange = ({ drop }: Situation, { shiftsAt }: SliceDays, indices: readonly number[]): number | null => {
  const shifts = shiftsAt(drop.onset)
  const known = indices.map((row) => shifts?.changes[row] ?? Number.NaN).filter((change) => !Number.isNaN(change))
  return known.length === 0 || known.length < indices.length / 2
    ? null
    : known.reduce((sum, change) => sum + change, 0) / known.length
}

const fallenIn = (situation: Situation, indices: readonly number[], changeMin: number): Fallen | null => {
  const { slices } = situation.facts
  const changes = slices.map((slice) => ({ slice, change: meanChange(situation, slice, indices) }))
  for (const { slice, change } of changes) {
    if (change === null || change < changeMin) continue
    const rest = changes.filter((one) => one.slice.of === slice.of && one.slice !== slice)
    const others = rest.flatMap((one) => one.change ?? [])
    if (others.length === 0 || others.length < rest.length) continue
    const worst = Math.max(...others)
    if (worst <= OTHERS_MAX * change) return { slice, own: change, others: worst, pool: indices.length }
  }
  return null
}

/** Those that fell with it: on its page, in its topics, of the brand. */
const poolOf = ({ drop, falls, shifts, facts, brand }: Situation): readonly number[] => {
  const fell = (rows: Iterable<number>) => [...rows].filter((row) => (shifts.states[row] ?? UNTOLD) >= FELL)
  const page = fell(falls.ofPage)
  if (page.length >= POOL_MIN || drop.of === 'page') return page
  const topics = facts.topics.filter(({ members }) => members.has(drop.index))
  const topic = topics.map(({ members }) => fell(members)).find(({ length }) => length >= POOL_MIN)
  return topic ?? fell(Array(brand.size).keys())
}

export const oneSlice: CauseRule = (situation) => {
  const { facts, drop, day } = situation
  if (facts.slices.length < 2 || drop.kind === 'clicks') return null
  const alone = drop.of === 'keyword' ? fallenIn(situation, [drop.index], CHANGE_MIN) : null
  if (drop.of === 'keyword' && alone === null) return null
  const pool = poolOf(situation)
  const together = pool.length >= POOL_MIN ? fallenIn(situation, pool, CHANGE_MIN) : null
  const found = together ?? (alone !== null && alone.own >= ALONE_CHANGE_MIN && pool.length < POOL_MIN ? alone : null)
  if (found === null || (alone !== null && alone.slice !== found.slice)) return null
  const { slice, own, others } = found
  return {
    kind: 'one-slice',
    confidence: found.pool >= CLEAR_POOL ? 'clear' : 'likely',
    since: day,
    figures: { slice: { of: slice.of, name: slice.name, change: Math.expm1(own), others: Math.expm1(others) } },
  }
}
