// What is by chance was measured (rework.test.ts), which is too rough to see a slip in one constant: a few groups of runs
// whose result is written down. After a change that was measured: `npx vitest run <this file> -u`.
import { expect, test } from 'vitest'
import { averageOf, type Chance, chanceOf, differenceOf, type Run } from '../../../src-main/impact/rules/chance.ts'
import { bell } from '../../../src-sandbox/seed/hash.ts'

/** Differences as large as a spread of this phi and tau makes them. */
const groupsOf = (groups: number, pages: number, { phi, tau }: Chance['spread']): Run[][] =>
  Array.from({ length: groups }, (_, group) =>
    Array.from({ length: pages }, (_page, page) => {
      const scarcity = 0.01 * (1 + (page % 5))
      return { ratio: 0.1 * group + 2.4 * bell(7, group, page) * Math.sqrt(phi * scarcity + tau * tau), scarcity }
    }),
  )
const told = (values: readonly number[]) => values.map((value) => value.toPrecision(6)).join(' ')
const textOf = (groups: readonly (readonly Run[])[]) => {
  const chance = chanceOf(groups)
  const { spread, limit, runs } = chance
  const { average, weights } = averageOf(groups[0] ?? [], spread)
  const run = { ratio: average + 0.4, scarcity: 0.03 }
  const { effect, low, high, detectable } = differenceOf(run, average, chance)
  return `${told([spread.phi, spread.tau, limit, runs, average, weights])}\n${told([effect, low, high, detectable])}`
}

test('chance and differences of written runs are those that were written down', () => {
  expect(textOf(groupsOf(9, 14, { phi: 3, tau: 0.1 }))).toMatchInlineSnapshot(`
    "1.00000 0.160000 3.22234 126.000 -0.0270610 276.203
    0.491825 -0.302196 2.18935 1.60741"
  `)
  expect(textOf(groupsOf(1, 3, { phi: 1, tau: 0.02 }))).toMatchInlineSnapshot(`
    "0.700000 0.0100000 4.78778 3.00000 -0.0966963 259.160
    0.491825 -0.255815 1.99057 1.26545"
  `)
  expect(textOf(groupsOf(4, 40, { phi: 8, tau: 0.3 }))).toMatchInlineSnapshot(`
    "2.00000 0.400000 2.68264 160.000 0.0151572 184.911
    0.491825 -0.576106 4.25023 4.22369"
  `)
})
