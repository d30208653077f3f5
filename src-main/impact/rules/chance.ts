// How much clicks of a page change by chance. It is measured on placebo runs: the same comparison on pages and days without
// an article. Nothing is assumed of the noise but that it grows as clicks get fewer: a run's spread is
// phi × (1 / clicks before + 1 / clicks after) + tau².

export type Run = {
  /** The logarithm of clicks a day after to clicks a day before. */
  readonly ratio: number
  /** 1 / clicks before + 1 / clicks after. */
  readonly scarcity: number
}
type Spread = { readonly phi: number; readonly tau: number }

export const varianceOf = ({ phi, tau }: Spread, { scarcity }: Pick<Run, 'scarcity'>): number =>
  phi * scarcity + tau * tau

const PHI = [0.7, 1, 1.5, 2, 3, 5, 8, 12, 20]
const TAU = [0.01, 0.02, 0.035, 0.05, 0.07, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1]
const FIRST_SPREAD: Spread = { phi: 1, tau: 0.14 }
const ROUNDS = 3

/** How well a spread explains these differences: the likelihood under a t distribution, which single outliers do not rule. */
const fitOf = (spread: Spread, differences: readonly (Run & { readonly difference: number })[]): number => {
  let fit = 0
  for (const one of differences) {
    const variance = varianceOf(spread, one)
    fit -= 0.5 * Math.log(variance) + 2.5 * Math.log1p((one.difference * one.difference) / variance / 4)
  }
  return fit
}

const best = <Value>(values: readonly Value[], likelihood: (value: Value) => number, known: Value): Value => {
  let [found, highest] = [known, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    const one = likelihood(value)
    if (one > highest) [found, highest] = [value, one]
  }
  return found
}

/** The average ratio of runs, the steadier ones weighing more. */
export const averageOf = (runs: readonly Run[], spread: Spread) => {
  let [weights, sum] = [0, 0]
  for (const run of runs) {
    const weight = 1 / varianceOf(spread, run)
    weights += weight
    sum += weight * run.ratio
  }
  return { average: sum / weights, weights }
}

/** Each run against the average of the others of its days. */
const differencesOf = (runs: readonly Run[], spread: Spread) => {
  const { average, weights } = averageOf(runs, spread)
  return runs.map((run) => {
    const weight = 1 / varianceOf(spread, run)
    const others = (average * weights - weight * run.ratio) / (weights - weight)
    return { ...run, difference: run.ratio - others }
  })
}

/** More than 1 in 20 pages must not get a verdict without cause, in the long run and over some noise: this leaves room. */
const LEVEL = 0.03
const Z = 2.17
/** The two-sided quantile of Student's t at that level (Cornish and Fisher). */
const tQuantile = (degrees: number): number =>
  Z + (Z ** 3 + Z) / (4 * degrees) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * degrees ** 2)

/** Windows overlap: of four that start two weeks apart, one counts as new. */
const RUNS_OF_ONE = 4

export type Chance = {
  readonly spread: Spread
  /** A difference of more than this many standard deviations is not by chance. */
  readonly limit: number
  /** How many placebo runs it was measured on. */
  readonly runs: number
}

/**
 * `runs`: the placebo runs by their days, those of the article's own days first. Each group has at least two.
 */
export const chanceOf = (runs: readonly (readonly Run[])[]): Chance => {
  let spread = FIRST_SPREAD
  const differences = () => runs.flatMap((group) => differencesOf(group, spread))
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = differences()
    const tau = best(TAU, (value) => fitOf({ ...spread, tau: value }, found), spread.tau)
    const phi = best(PHI, (value) => fitOf({ phi: value, tau }, found), spread.phi)
    spread = { phi, tau }
  }
  const sizes = differences()
    .map((one) => Math.abs(one.difference) / Math.sqrt(varianceOf(spread, one)))
    .sort((one, other) => one - other)
  const pages = runs[0]?.length ?? 0
  const independent = Math.max(pages, Math.round(pages * (1 + (runs.length - 1) / RUNS_OF_ONE)))
  const rank = Math.ceil(((1 - LEVEL) * (independent + 1) * sizes.length) / independent)
  // With few placebo runs their largest says too little of the rarest one in 33.
  const limit = Math.max(sizes[Math.min(rank, sizes.length) - 1] ?? 0, tQuantile(Math.max(1, pages - 1)))
  return { spread, limit, runs: sizes.length }
}

/** The normal quantile of 80%: what is this much beyond the limit is seen in four of five cases. */
const POWER = 0.842

export type Difference = {
  readonly effect: number
  readonly low: number
  readonly high: number
  readonly detectable: number
}

/** A run against the average of the untouched pages, as shares. */
export const differenceOf = (run: Run, average: number, { spread, limit }: Chance): Difference => {
  const difference = run.ratio - average
  const deviation = Math.sqrt(varianceOf(spread, run))
  const share = (logarithm: number): number => Math.expm1(logarithm)
  return {
    effect: share(difference),
    low: share(difference - limit * deviation),
    high: share(difference + limit * deviation),
    detectable: share((limit + POWER) * deviation),
  }
}
