// The rule's constants were chosen by measuring (forecast.test.ts), which is too rough to see a slip in one of them: a few
// series whose forecast is written down. After a change that was measured: `npx vitest run <this file> -u`.
import { expect, test } from 'vitest'
import { forecastOf } from '../../../src-main/rankings/rules/forecast.ts'
import { bandOf, pastErrorsOf } from '../../../src-main/rankings/rules/forecast-band.ts'
import { middleOf } from '../../../src-main/rankings/rules/forecast-middle.ts'
import { bell } from '../../../src-sandbox/seed/hash.ts'

const WEEKDAYS = [1, 1.1, 1.2, 1.15, 1.05, 0.4, 0.3]
const daysOf = <Value>(count: number, of: (day: number) => Value) => Array.from({ length: count }, (_, day) => of(day))

const calm = daysOf(120, (day) =>
  day % 11 === 3 ? null : Math.round(100 * (WEEKDAYS[day % 7] ?? 1) * (1 + 0.3 * bell(1, day))),
)
const climbing = daysOf(75, (day) => (day > 30 && day < 36 ? null : 20 * 1.02 ** day * (1 + 0.5 * bell(2, day))))
let place = 6
const wandering = daysOf(200, (day) => {
  place = Math.max(1, place + 0.5 * bell(3, day))
  return place
})
const short = daysOf(49, (day) => 5 + 4 * bell(4, day))

const told = (values: readonly (number | undefined)[]) => values.map((value) => value?.toPrecision(5)).join(' ')
const forecastText = (...[series, kind, days]: Parameters<typeof forecastOf>) => {
  const { points, held } = { held: null, ...forecastOf(series, kind, days) }
  const some = [0, 1, 2, 6, 13, 29].flatMap((at) => points?.[at] ?? [])
  return [
    `${points?.length} days, held ${held === null ? 'not known' : told([held.share, held.weeks])}`,
    ...some.map(({ value, low, high }) => told([low, value, high])),
  ].join('\n')
}

test('the forecast of written series is the one that was written down', () => {
  expect(forecastText(calm, 'count', 30)).toMatchInlineSnapshot(`
    "30 days, held 0.88439 8.0000
    69.881 93.316 122.09
    84.552 112.87 147.65
    75.047 100.25 131.20
    65.043 87.023 114.05
    64.705 86.738 113.88
    83.051 111.72 147.18"
  `)
  expect(forecastText(climbing, 'count', 60)).toMatchInlineSnapshot(`
    "46 days, held 0.70000 4.0000
    67.019 69.839 95.796
    63.761 66.724 94.518
    66.694 70.058 102.17
    66.823 71.112 114.53
    66.424 71.958 132.78
    62.002 69.247 161.19"
  `)
  expect(forecastText(wandering, 'position', 90)).toMatchInlineSnapshot(`
    "90 days, held 0.83333 8.0000
    2.7570 3.7573 6.0372
    2.7626 3.7736 6.0847
    2.7283 3.7352 6.0438
    2.6688 3.6865 6.0472
    2.6114 3.6620 6.1472
    2.5519 3.6954 6.5164"
  `)
  expect(forecastText(short, 'count', 14)).toMatchInlineSnapshot(`
    "14 days, held not known
    2.4339 4.8566 8.5378
    2.4265 4.8440 8.5173
    2.5232 5.0089 8.7858
    2.4072 4.8110 8.4635
    2.3991 4.7972 8.4410"
  `)
})

test('a middle and a band of few days are those that were written down', () => {
  const middles = [0.1, 0.6].map((weight) => told(middleOf(calm, { end: 60, days: 9, weight })))
  expect(middles.join('\n')).toMatchInlineSnapshot(`
    "99.033 51.954 40.923 99.351 101.60 109.82 102.38 98.539 51.494
    91.820 44.617 33.472 91.792 93.942 102.07 94.544 90.622 43.503"
  `)
  expect(middleOf([null, null], { end: 2, days: 5, weight: 0.3 })).toEqual([])
  const few = pastErrorsOf(short, 9)
  expect(bandOf(few, 21)).toBeNull()
  const bands = [22, 26, 40].map((end) => bandOf(few, end))
  expect(
    bands.map((band) => told([band?.weight, ...(band?.limits(0) ?? []), ...(band?.limits(8) ?? [])])).join('\n'),
  ).toMatchInlineSnapshot(`
    "0.10000 -5.6053 0.0000 -5.6053 0.0000
    0.10000 -11.323 3.2301 -14.043 4.0061
    0.10000 -3.6837 3.6950 -3.6925 3.7038"
  `)
})
