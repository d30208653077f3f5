// How often a named cause is the planted one, and how often noise gets one: the tables of the decision on causes. The seeds
// are others than those with which the rules were made.
import { expect, test } from 'vitest'
import { plantedBreaks, quietBreaks } from '../support/cause-trials/break-trials.ts'
import { PLANTED_KINDS, runTrials } from '../support/cause-trials/trials.ts'
import { sumsOfTrials, trialsTable } from '../support/cause-trials/trials-table.ts'
import { roundsOf } from '../support/rounds.ts'

const NOISES = [1, 1.5].slice(0, roundsOf(2, 1))
const runsOf = (seeds: readonly number[]) =>
  seeds.slice(0, roundsOf(seeds.length, 1)).flatMap((seed) => NOISES.map((noise) => ({ seed, noise })))
const CAUSE_RUNS = runsOf([313, 314])
const BREAK_RUNS = runsOf([211, 212, 213])
const KEYWORDS = roundsOf(500, 150)
const BREAK_KEYWORDS = roundsOf(200, 100)
const QUIET = { years: roundsOf(5, 1), keywords: roundsOf(60, 20) }
const LONG = 3_600_000
/** Fewer drops of a kind tell little. */
const DROPS_MIN = 100

test.each(CAUSE_RUNS)(
  'causes of the keywords of 60 brands are the planted ones: seed $seed, noise $noise',
  ({ seed, noise }) => {
    const trials = runTrials({ seed, noise, brands: 60, keywords: KEYWORDS, length: 120 })
    process.stdout.write(trialsTable(`Seed ${seed}, noise × ${noise}`, trials))
    const { right, named, planted } = sumsOfTrials(trials)
    expect(named / planted).toBeGreaterThanOrEqual(0.75)
    expect(right / named).toBeGreaterThanOrEqual(0.85)
    expect(trials.noiseNamed / trials.noise).toBeLessThanOrEqual(0.08)
    expect(trials.ownActionWrong / trials.controlsMoved).toBeLessThanOrEqual(0.02)
    for (const kind of PLANTED_KINDS.filter((one) => trials.kinds[one].planted >= DROPS_MIN)) {
      const { named: given, planted: drops, right: found } = trials.kinds[kind]
      expect(given / drops, kind).toBeGreaterThanOrEqual(0.4)
      expect(found / drops, kind).toBeGreaterThanOrEqual(0.25)
    }
  },
  LONG,
)

const BREAK_DAYS = Array.from({ length: 17 }, (_, at) => 62 + 14 * at)

test.each(BREAK_RUNS)(
  'a break over many brands is found by its third day: seed $seed, noise $noise',
  ({ seed, noise }) => {
    const { found, of } = plantedBreaks({ seed, noise, brands: 60, keywords: BREAK_KEYWORDS, length: 300 }, BREAK_DAYS)
    process.stdout.write(`Seed ${seed}, noise × ${noise}: ${found} of ${of} breaks found by their third day\n`)
    expect(found / of).toBeGreaterThanOrEqual(0.9)
  },
  LONG,
)

test.each(NOISES)(
  'quiet years of 200 brands have at most one break: noise %s',
  (noise) => {
    const { years, keywords } = QUIET
    const found = quietBreaks({ seed: 214, noise, brands: 200, keywords, length: years * 365 + 59 })
    process.stdout.write(`${200 * years} quiet brand-years, noise × ${noise}: ${found} breaks found\n`)
    expect(found).toBeLessThanOrEqual(1)
  },
  LONG,
)
