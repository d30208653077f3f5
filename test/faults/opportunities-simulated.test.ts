// How near expected clicks are to what came, for keywords that really rose: the table of decision 82. No seed here was used to
// choose a number of the rules.
import { expect, test } from 'vitest'
import { sandboxBrand } from '../support/click-sandbox.ts'
import { BRAND_KINDS, simulateAgency } from '../support/click-simulation.ts'
import { summaryOf, type Trial, tryBrands } from '../support/click-trials.ts'

const AGENCIES = 8
const SANDBOX_BRANDS = 60

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`

const report = (title: string, trials: readonly Trial[]): ReturnType<typeof summaryOf> => {
  const summary = summaryOf(trials)
  const { expected, fixed, published, inside, below } = summary
  process.stdout.write(
    `${title.padEnd(28)} ${String(summary.trials).padStart(6)} keywords, median error ${percent(expected)}, ` +
      `one curve for all ${percent(fixed)}, visibility's curve ${percent(published)}, ` +
      `inside the band ${percent(inside)}, below it ${percent(below)}\n`,
  )
  return summary
}

test.each([
  { title: 'as usual', seed: 810, noise: 1 },
  { title: 'more noise', seed: 830, noise: 1.5 },
])(
  'expected clicks of simulated brands are a third nearer, and each kind of brand is held by its band: $title',
  ({ title, seed, noise }) => {
    const trials = Array.from({ length: AGENCIES }, (_, at) => tryBrands(simulateAgency(seed + at, 6, noise))).flat()
    const all = report(title, trials)
    expect(all.expected).toBeLessThanOrEqual(0.7 * all.fixed)
    for (const kind of BRAND_KINDS) {
      const { inside } = report(
        `${title}, ${kind}`,
        trials.filter((one) => one.kind === kind),
      )
      expect.soft(inside, kind).toBeGreaterThanOrEqual(0.75)
      expect.soft(inside, kind).toBeLessThanOrEqual(0.85)
    }
  },
  1_200_000,
)

test.each([1, 3])(
  'an agency of few brands expects clicks as well, with a band that holds: %i',
  (size) => {
    const trials = Array.from({ length: AGENCIES }, (_, at) => {
      const brands = simulateAgency(850 + at, size)
      // Of each kind one after the other, so that a group is of different kinds.
      const mixed = brands.map((_, index) => brands[(index * 7) % brands.length] ?? brands[0])
      const groups = Map.groupBy(
        mixed.flatMap((brand) => brand ?? []),
        (brand) => Math.floor(mixed.indexOf(brand) / size),
      )
      return [...groups.values()].flatMap(tryBrands)
    }).flat()
    const { expected, fixed, inside } = report(`agencies of ${size}`, trials)
    expect(expected).toBeLessThanOrEqual(0.7 * fixed)
    expect(inside).toBeGreaterThanOrEqual(0.75)
    expect(inside).toBeLessThanOrEqual(0.85)
  },
  1_200_000,
)

test('expected clicks of brands of the sandbox are a third nearer, and held by their band', () => {
  const trials = [910, 911, 912, 913].flatMap((seed) =>
    tryBrands(Array.from({ length: SANDBOX_BRANDS }, (_, at) => sandboxBrand(seed, at + 1, 200))),
  )
  const { expected, fixed, inside } = report('sandbox', trials)
  expect(expected).toBeLessThanOrEqual(0.7 * fixed)
  expect(inside).toBeGreaterThanOrEqual(0.75)
  expect(inside).toBeLessThanOrEqual(0.85)
}, 1_200_000)
