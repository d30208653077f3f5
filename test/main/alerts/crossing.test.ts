// Rules about losses: none without a crossing, none twice before a recovery, and the same from wherever one begins to look.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CrossingOptions, LOOK_BACK_DAYS, lossOn } from '../../../src-main/alerts/rules/crossing.ts'

const IN = 1
const OUT = 2
const DAYS = 90

/** Runs of days that are in, out, between the two, or not known: as rankings are, with odd days among them. */
const history = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(IN) },
        { weight: 4, arbitrary: fc.constant(OUT) },
        { weight: 1, arbitrary: fc.constantFrom(0, undefined) },
      ),
      fc.integer({ min: 1, max: 12 }),
    ),
    { minLength: 4, maxLength: 40 },
  )
  .map((runs) => runs.flatMap(([state, days]) => Array<number | undefined>(days).fill(state)).slice(0, DAYS))

const options = (states: readonly (number | undefined)[], lossDays: number): CrossingOptions => ({
  stateOf: (day) => states[day],
  isHome: (state) => state === IN,
  isLoss: (state) => state === OUT,
  lossDays,
  homeDays: 5,
  ofDays: 7,
})

const lossesIn = (states: readonly (number | undefined)[], lossDays: number): number[] =>
  states.flatMap((_, day) => (lossOn(day, options(states, lossDays)) === null ? [] : [day]))

const knownBefore = (states: readonly (number | undefined)[], day: number, count: number) =>
  states
    .slice(0, day + 1)
    .filter((state) => state !== undefined)
    .slice(-count)

const lossDays = fc.integer({ min: 1, max: 4 })

test('a loss is found on the day on which it has lasted so long, and after days at home only', () => {
  fc.assert(
    fc.property(history, lossDays, (states, days) => {
      for (const day of lossesIn(states, days)) {
        expect(knownBefore(states, day, days)).toEqual(Array(days).fill(OUT))
        expect(knownBefore(states, day, days + 1)[0]).not.toBe(OUT)
        const before = states.slice(Math.max(0, day - LOOK_BACK_DAYS + 1), day)
        expect(before.filter((state) => state === IN).length).toBeGreaterThanOrEqual(5)
      }
    }),
    { numRuns: 500 },
  )
})

/** Whether the earlier loss is still one from the days alone that `day` looks back on. */
const isSeenFrom = (states: readonly (number | undefined)[], first: number, day: number, days: number): boolean => {
  const visible = states.map((state, at) => (at > day - LOOK_BACK_DAYS ? state : undefined))
  return lossOn(first, options(visible, days)) !== null
}

test('a loss in the days looked back on is not found again before most days since are at home', () => {
  fc.assert(
    fc.property(history, lossDays, (states, days) => {
      const losses = lossesIn(states, days)
      for (const [index, day] of losses.slice(1).entries()) {
        const first = losses[index] ?? 0
        if (!isSeenFrom(states, first, day, days)) continue
        const since = states.slice(first + 1, day)
        expect(since.filter((state) => state === IN).length).toBeGreaterThanOrEqual(5)
      }
    }),
    { numRuns: 500 },
  )
})

test('a loss is found whatever came before the days that are looked back on, and whatever comes after', () => {
  fc.assert(
    fc.property(history, history, history, lossDays, (states, earlier, later, days) => {
      for (let day = LOOK_BACK_DAYS; day < states.length; day += 1) {
        const other = [...earlier.slice(0, day - LOOK_BACK_DAYS + 1)]
        while (other.length < day - LOOK_BACK_DAYS + 1) other.push(OUT)
        const changed = [...other, ...states.slice(day - LOOK_BACK_DAYS + 1, day + 1), ...later]
        expect(lossOn(day, options(changed, days))).toBe(lossOn(day, options(states, days)))
      }
    }),
    { numRuns: 100 },
  )
})

test('a steady keyword that falls out is found once, one that comes and goes is not', () => {
  const steady = [...Array(20).fill(IN), ...Array(20).fill(OUT)]
  expect(lossesIn(steady, 2)).toEqual([21])
  const flickering = [...Array(20).fill(IN), ...Array(30).fill([OUT, IN]).flat()]
  expect(lossesIn(flickering, 2)).toEqual([])
  const back = [...Array(20).fill(IN), OUT, OUT, IN, IN, OUT, OUT, IN, IN, IN, IN, IN, OUT, OUT]
  expect(lossesIn(back, 2)).toEqual([21, 32])
})

test('another page counts once it has ranked for days, and the first one is a change again when it is back for long', () => {
  const pages = [...Array(10).fill(7), 8, 7, ...Array(8).fill(8), ...Array(4).fill(7)]
  const changes = pages.flatMap((_, day) => {
    const before = lossOn(day, {
      ...options(pages, 3),
      isHome: () => true,
      isLoss: (state, home) => state !== home,
    })
    return before === null ? [] : [[day, before, pages[day]]]
  })
  expect(changes).toEqual([
    [14, 7, 8],
    [22, 8, 7],
  ])
})
