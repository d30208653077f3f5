import { expect, test } from 'vitest'
import { type Placed, reachableOf } from '../../../src-main/opportunities/rules/reachable.ts'
import { simulateAgency } from '../../support/click-simulation.ts'

type Own = { readonly impressions?: number; readonly before?: number | null }
/** Without a position of its own before, it is where it was. */
const placed = (text: string, position: number | null, { impressions = 100, before = position }: Own = {}): Placed => ({
  ...{ text, isBranded: false, impressions, position, before },
})
const shoes = Array.from({ length: 8 }, (_, at) => placed(`red shoes ${at}`, 2 + at))
/** Of so many keywords that were at this position, the first climbed to where they are searched for too seldom to be an example. */
const climbed = (from: number, to: number, count = 9) =>
  Array.from({ length: count }, (_, at) =>
    placed(`${'abcdefghijklmno'[at]}zz`, at === 0 ? to : from, { impressions: 1, before: from }),
  )

test('a keyword may reach what a quarter of the keywords with its rarest common word have', () => {
  const many = Array.from({ length: 20 }, (_, at) => placed(`shoes ${'abcdefghijklmnopqrst'[at]}x`, 1))
  const [found] = reachableOf([placed('red shoes sale', 30), ...shoes, ...many, ...climbed(30, 3)])
  // Of 30, 2, 3 … 9: the third.
  expect(found).toEqual({ position: 4, basis: 'similar', word: 'red', similar: 9 })
})

test('a keyword without a common word is compared with those that are searched for as often', () => {
  const others = Array.from({ length: 9 }, (_, at) => placed(`word${'abcdefghi'[at]}`, 3 + at, { impressions: 120 }))
  const examples = [...others, ...climbed(50, 2)]
  const [found] = reachableOf([placed('alone', 50), ...examples])
  expect(found).toMatchObject({ position: 5, word: null, similar: 10 })
  expect(reachableOf([placed('alone', 50, { impressions: 9000 }), ...examples])[0]).toBeNull()
})

test('nothing is reachable for one keyword, nor less than a place above', () => {
  expect(reachableOf([placed('only one', 40)])).toEqual([null])
  expect(reachableOf([])).toEqual([])
  const [near] = reachableOf([placed('red one', 4.5), ...shoes, ...climbed(4.5, 1)])
  expect(near).toBeNull()
})

test('a keyword reaches no further than one in ten keywords of the brand climbed from there', () => {
  const target = placed('red shoes sale', 30)
  const reached = (...more: Placed[]) => reachableOf([target, ...shoes, ...more])[0]
  // Eleven were near 30, itself among them: the second best came to 20, so one that came to 1 is luck.
  const [, ...stayed] = climbed(30, 30)
  const two = [placed('azz', 1, { before: 30 }), placed('bzz', 20, { before: 30 }), ...stayed.slice(0, 8)]
  const found = reached(...two)
  expect(found).toMatchObject({ basis: 'climbs', word: null, similar: 11 })
  expect(found?.position).toBeCloseTo(20)
  // A keyword twice as deep has no example there, and one that nobody climbed from reaches nothing.
  expect(reachableOf([placed('red shoes sale', 61), ...shoes, ...two])[0]).toBeNull()
  expect(reached(...climbed(30, 30))).toBeNull()
  // Too few to be an example.
  expect(reached(...climbed(30, 3, 6))).toBeNull()
})

test('a keyword that is lost needs a new page, which may do as half of the similar keywords do', () => {
  const [lost] = reachableOf([placed('red two', null), ...shoes])
  expect(lost).toEqual({ position: 5, basis: 'similar', word: 'red', similar: 8 })
})

test('searches with the name of the brand are no example for those without', () => {
  const branded = shoes.map((one) => ({ ...one, isBranded: true, position: 1 }))
  expect(reachableOf([placed('red shoes sale', 30), ...branded, ...climbed(30, 1)])[0]).toBeNull()
})

test('about one in ten keywords come so far in the 28 days after, where climbs set the limit', () => {
  const tried = simulateAgency(5, 2).flatMap(({ rows }) => {
    const keywords = rows.map(({ now, before, isBranded }, at) => ({
      ...{ text: `one${at}`, isBranded, impressions: now.impressions, position: now.position },
      before: before?.position ?? null,
    }))
    return reachableOf(keywords).flatMap((reachable, at) => {
      const next = rows[at]?.next.position ?? Number.POSITIVE_INFINITY
      return reachable?.basis === 'climbs' && keywords[at]?.position !== null ? next <= reachable.position : []
    })
  })
  expect(tried.length).toBeGreaterThan(1000)
  const share = tried.filter(Boolean).length / tried.length
  expect(share).toBeGreaterThan(0.06)
  expect(share).toBeLessThan(0.14)
})
