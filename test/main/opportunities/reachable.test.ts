import { expect, test } from 'vitest'
import { type Placed, reachableOf } from '../../../src-main/opportunities/rules/reachable.ts'

const placed = (text: string, position: number | null, impressions = 100): Placed => ({
  text,
  isBranded: false,
  impressions,
  position,
})
const shoes = Array.from({ length: 8 }, (_, at) => placed(`red shoes ${at}`, 2 + at))

test('a keyword may reach what a quarter of the keywords with its rarest common word have', () => {
  const many = Array.from({ length: 20 }, (_, at) => placed(`shoes ${'abcdefghijklmnopqrst'[at]}x`, 1))
  const [found] = reachableOf([placed('red shoes sale', 30), ...shoes, ...many])
  // Of 30, 2, 3 … 9: the third.
  expect(found).toEqual({ position: 4, word: 'red', similar: 9 })
})

test('a keyword without a common word is compared with those that are searched for as often', () => {
  const others = Array.from({ length: 9 }, (_, at) => placed(`word${'abcdefghi'[at]}`, 3 + at, 120))
  const [found] = reachableOf([placed('alone', 50), ...others])
  expect(found).toMatchObject({ position: 5, word: null, similar: 10 })
  expect(reachableOf([placed('alone', 50, 9000), ...others])[0]).toBeNull()
})

test('nothing is reachable for one keyword, nor less than a place above', () => {
  expect(reachableOf([placed('only one', 40)])).toEqual([null])
  expect(reachableOf([])).toEqual([])
  const [near, lost] = reachableOf([placed('red one', 4.5), placed('red two', null), ...shoes])
  expect(near).toBeNull()
  expect(lost).toMatchObject({ position: 4, word: 'red', similar: 9 })
})

test('searches with the name of the brand are no example for those without', () => {
  const branded = shoes.map((one) => ({ ...one, isBranded: true, position: 1 }))
  expect(reachableOf([placed('red shoes sale', 30), ...branded])[0]).toBeNull()
})
