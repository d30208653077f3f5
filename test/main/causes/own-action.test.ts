import { expect, test } from 'vitest'
import type { Action, Portfolio } from '../../../src-main/causes/rules/situation.ts'
import { BREAK, type Change, type ChangeOn, causesIn, FALL, FIRST_DAY, fallOf, kindsIn, pageOf } from './small-brand.ts'

const onPage = (keyword: number) => pageOf(keyword) === 2
const atMost = (keyword: number) => keyword % 5 !== 0
const action = (before: number, pages: readonly number[] | null): Action => ({
  day: FIRST_DAY + FALL - before,
  pages: pages === null ? null : new Set(pages),
  kind: pages === null ? 'permission' : 'published',
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

const toldOf = (actions: readonly Action[], portfolio: Partial<Portfolio> = {}) =>
  causesIn({ changeOn: fallOf(atMost), facts: { actions }, portfolio })[0]?.causes ?? []
const kindsOf = (...args: Parameters<typeof toldOf>) => toldOf(...args).map(({ kind }) => kind)

test('what was done to the whole brand is the likely cause of its fall where other brands did not move and it is rare', () => {
  const [first, second] = toldOf([action(1, null), action(30, null), action(20, [1])])
  expect(first).toMatchObject({ kind: 'own-action', confidence: 'likely' })
  expect(first?.figures).toMatchObject({
    event: { daysBefore: 1, text: 'Published “tents”', alike: 1 },
    brands: { of: 40, fell: 0 },
  })
  expect(second?.kind).toBe('whole-site')
})

test('what is done to the whole brand every few weeks, or three days before, is said and not named as the cause', () => {
  expect(kindsOf([action(1, null), action(20, null), action(30, null)])).toEqual(['whole-site'])
  const [early] = toldOf([action(3, null)])
  expect(early?.kind).toBe('whole-site')
  expect(early?.figures.event).toEqual({ daysBefore: 3, text: 'Published “tents”' })
  expect(toldOf([action(6, null)])[0]?.figures.event).toBeUndefined()
  // Of another kind.
  expect(kindsOf([action(1, null), ...[20, 30].map((before) => ({ ...action(before, null), kind: 'audit' }))])).toEqual(
    ['own-action', 'whole-site'],
  )
})

test('without other brands to compare with, or where they fell, what was done to the whole brand is not named', () => {
  expect(kindsOf([action(1, null)], { brands: 29 })).toEqual(['whole-site'])
  const later = { ...BREAK, firstDay: BREAK.firstDay + 3 }
  expect(kindsOf([action(1, null)], { breaks: [later] })).toEqual(['whole-site'])
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
