import { expect, test } from 'vitest'
import { BREAK, causesIn, fallOf, isOfTopic, kindsIn, pageOf } from './small-brand.ts'

const most = fallOf((keyword) => keyword % 5 !== 0)

test('the whole site fell where most keywords of most pages did, with the brands that were compared', () => {
  const found = causesIn({ changeOn: most })
  expect(found).toHaveLength(38)
  for (const { causes } of found) {
    expect(causes[0]).toMatchObject({ kind: 'whole-site', confidence: 'clear' })
    expect(causes[0]?.figures.together?.fell).toBeGreaterThan(20)
    expect(causes[0]?.figures.brands).toEqual({ of: 40, fell: 0 })
  }
})

test('nothing is said of other brands where they are too few, or fell as well', () => {
  const [alone] = causesIn({ changeOn: most, portfolio: { brands: 1 } })
  expect(alone?.causes[0]).toMatchObject({ kind: 'whole-site' })
  expect(alone?.causes[0]?.figures.brands).toBeUndefined()
  expect(alone?.unchecked).toContain('few-brands')
  const [first, second] = causesIn({ changeOn: most, portfolio: { breaks: [BREAK] } })[0]?.causes ?? []
  expect(first?.kind).toBe('many-brands')
  expect(second?.kind).toBe('whole-site')
  expect(second?.figures.brands).toBeUndefined()
})

test('one page, or one topic, is not the whole site', () => {
  expect(kindsIn({ changeOn: fallOf((keyword) => pageOf(keyword) === 2) })).toEqual(['one-page'])
  expect(kindsIn({ changeOn: fallOf(isOfTopic) })).toEqual(['topic'])
})

test('all that was done to the whole brand in the days before is said, the newest first, and none of it as the cause', () => {
  const [probe] = causesIn({ changeOn: most })
  const since = probe?.causes[0]?.since ?? 0
  const action = (daysBefore: number, text: string) => ({ day: since - daysBefore, pages: null, text })
  const actions = [
    action(4, 'too early'),
    action(2, 'Permissions changed'),
    action(0, 'Site audit'),
    action(-1, 'after it'),
    { ...action(1, 'on a page'), pages: new Set([1]) },
  ]
  for (const { causes } of causesIn({ changeOn: most, facts: { actions } })) {
    expect(causes[0]?.kind).toBe('whole-site')
    expect(causes[0]?.figures.done).toEqual([
      { daysBefore: 0, text: 'Site audit' },
      { daysBefore: 2, text: 'Permissions changed' },
    ])
  }
})
