// What every bench gives: rows that say what was measured against what, and whether the promise held.

export type BenchRow = {
  readonly name: string
  readonly against: string
  /** `name` over `against`, both of one run. */
  readonly ratio: number
  /** As PROMISES puts it, e.g. `<= 1.5`. */
  readonly goal: string
  readonly ok: boolean
  /** Medians and sizes behind the ratio, with their units in their names. */
  readonly measured: Readonly<Record<string, number | string>>
}

export type Bench = {
  readonly name: string
  readonly run: () => Promise<readonly BenchRow[]>
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

type Work = (round: number) => unknown

export type Rounds = {
  readonly rounds: number
  /** Ends early, after at least five rounds, when this is used up. */
  readonly budgetMs: number
  /** Awaited after each piece of work, and not measured. */
  readonly untilAtRest?: () => Promise<unknown>
}

/** Milliseconds of each piece of work, one after the other in every round; medians. One round before does not count. */
export const interleave = async <Name extends string>(
  { rounds, budgetMs, untilAtRest }: Rounds,
  works: Readonly<Record<Name, Work>>,
): Promise<Record<Name, number>> => {
  const names = Object.keys(works) as Name[] // keys of the record given
  const times = new Map(names.map((name) => [name, [] as number[]]))
  const endsAt = performance.now() + budgetMs
  for (let round = -1; round < rounds && (round < 5 || performance.now() < endsAt); round += 1) {
    for (const name of names) {
      const startedAt = performance.now()
      await works[name](round)
      if (round >= 0) times.get(name)?.push(performance.now() - startedAt)
      await untilAtRest?.()
    }
  }
  const medians = names.map((name) => [name, median(times.get(name) ?? [])])
  return Object.fromEntries(medians) as Record<Name, number> // one entry a name
}

const round3 = (value: number): number => Math.round(value * 1000) / 1000

export type Judged = Pick<BenchRow, 'name' | 'against' | 'measured'> & {
  readonly ratio: number
  readonly atMost?: number
  readonly atLeast?: number
}

export const judge = ({ name, against, ratio, atMost, atLeast, measured }: Judged): BenchRow => ({
  name,
  against,
  ratio: round3(ratio),
  goal: atMost === undefined ? `>= ${atLeast}` : `<= ${atMost}`,
  ok: ratio <= (atMost ?? Number.POSITIVE_INFINITY) && ratio >= (atLeast ?? 0),
  measured: Object.fromEntries(
    Object.entries(measured).map(([key, value]) => [key, typeof value === 'number' ? round3(value) : value]),
  ),
})

type AtRest = Omit<Judged, 'atMost' | 'atLeast'> & {
  /** Of `support/slowness.ts`, while it was measured. */
  readonly slowness: number
}

/** How many times the limit: the desk's work slows less than the loop, by about half of what that slows. */
export const allowedTimes = (slowness: number): number => 1 + Math.max(0, slowness - 1) / 2

/** `ratio`: over a limit for a machine at rest. */
export const judgeAtRest = ({ slowness, measured, ...row }: AtRest): BenchRow =>
  judge({ ...row, atMost: Math.round(100 * allowedTimes(slowness)) / 100, measured: { ...measured, slowness } })
