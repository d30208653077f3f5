import { expect, test } from 'vitest'
import type { Action } from '../../../src-main/causes/rules/situation.ts'
import { BREAK, type Change, type ChangeOn, causesIn, FALL, FIRST_DAY, fallOf, kindsIn, pageOf } from './small-brand.ts'

const onPage = (keyword: number) => pageOf(keyword) === 2
const atMost = (keyword: number) => keyword % 5 !== 0
const action = (before: number, pages: readonly number[] | null): Action => ({
  day: FIRST_DAY + FALL - before,
  pages: pages === null ? null : new Set(pages),
  text: 'Published “tents”',
})

test('an own action is the cause where its page fell in the days after it and other pages did not', () => {
  const found = causesIn({ changeOn: fallOf(onPage), facts: { actions: [action(3, [2])] } })
  expect(found).toHaveLength(9)
  for (const { causes } of found) {
    expect(causes.map(({ kind }) => kind)).toEqual(['own-action', 'one-page'])
    expect(causes[0]).toMatchObject({ confidence: 'clear', figures: { controls: { of: 32, fell: 0 } } })
    expect(causes[0]?.figures.event).toEqual({ daysBefore: 3, text: 'Published “tents”' })
  }
})

test.each([
  ['on another page', action(3, [4])],
  ['ten days before', action(10, [2])],
  ['the day after', action(-1, [2])],
  ['of the whole brand, where one page fell', action(1, null)],
])('an action %s is not the cause', (_, one) => {
  expect(kindsIn({ changeOn: fallOf(onPage), facts: { actions: [one] } })).toEqual(['one-page'])
})

test('an article of the day on which the whole site fell is not the cause: the other pages fell too', () => {
  expect(kindsIn({ changeOn: fallOf(atMost), facts: { actions: [action(0, [2])] } })).toEqual(['whole-site'])
})

test('what was done to the whole brand is said with the fall of the whole site, and not named as its cause', () => {
  const told = (before: number) =>
    causesIn({ changeOn: fallOf(atMost), facts: { actions: [action(before, null)] } })[0]?.causes ?? []
  expect(told(1).map(({ kind }) => kind)).toEqual(['whole-site'])
  expect(told(1)[0]?.figures.done).toEqual([{ daysBefore: 1, text: 'Published “tents”' }])
  expect(told(6)[0]?.figures.done).toBeUndefined()
})

test('an action in the days on which many brands fell is not the cause', () => {
  const look = { changeOn: fallOf(atMost), facts: { actions: [action(1, [2])] }, portfolio: { breaks: [BREAK] } }
  expect(kindsIn(look)).toEqual(['many-brands'])
})

/** Of the keywords from 8 on, so many are on a page of their own, and this change befalls them on the day of the fall. */
const kindsOnPageOf = (count: number, change: Change) => {
  const isThere = (keyword: number) => keyword >= 8 && keyword < 8 + count
  const changeOn: ChangeOn = (keyword, day) =>
    isThere(keyword) ? { page: 99, ...(day >= FALL ? change : {}) } : undefined
  const found = causesIn({ changeOn, facts: { actions: [action(2, [99])] } })
  const ofKeywords = found.filter(({ drop }) => drop.of === 'keyword')
  return ofKeywords.map(({ causes }) => [causes[0]?.kind, causes[0]?.confidence])
}

test('of a page with one keyword or two an action is the likely cause of an unusual fall, of three that fell the clear one', () => {
  const deep = { position: 3, clicks: 0.3 }
  expect(kindsOnPageOf(1, { position: 1.2, clicks: 0.3 })).toEqual([[undefined, undefined]])
  expect(kindsOnPageOf(1, deep)).toEqual([['own-action', 'likely']])
  expect(kindsOnPageOf(2, deep)).toEqual(Array(2).fill(['own-action', 'likely']))
  expect(kindsOnPageOf(3, deep)).toEqual(Array(3).fill(['own-action', 'clear']))
})
