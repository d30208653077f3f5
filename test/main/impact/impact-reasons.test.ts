// The words of a verdict, with its numbers as a client hears them.
import { expect, test } from 'vitest'
import type { Impact } from '../../../src-main/impact/rules/impact-of.ts'
import { reasonsOf } from '../../../src-main/impact/rules/impact-reasons.ts'
import type { ImpactRow } from '../../../src-shared/desk/impact.ts'

const ROW = {
  ...{
    verdict: 'up',
    reason: null,
    effect: 0.5,
    interval: { low: 0.099, high: 1 },
    detectable: 1,
    publishedDay: '2026-10-01',
  },
  ...{ controlChange: -0.05, isNewPage: false, keywords: 1, clicksBefore: 99.94, clicksAfter: 150 },
} as unknown as ImpactRow // what the words are made of
const comparison = {
  windows: { before: { from: 0, until: 28 }, after: { from: 32, until: 60 } },
  controls: [{}],
  chance: { runs: 40 },
}
const said = (more: Partial<ImpactRow> = {}, of: object = { comparison, daysAfter: 28 }) =>
  reasonsOf({ ...ROW, ...more }, of as Impact, 20_000) // what is read of it

test('a verdict says how far it is from what was expected, of which days, and what all pages did', () => {
  const [verdict, clicks, moved, chance, season] = said()
  expect(verdict).toBe(
    'Clicks are 50% above what is expected without the article. With 95% certainty the true effect is between +9.9% and +100%.',
  )
  expect(clicks).toBe(
    'Its 1 keyword had 99.9 clicks a day from 4 Oct 2024 to 31 Oct 2024, and 150 from 5 Nov 2024 to 2 Dec 2024.',
  )
  expect(moved).toContain('The 1 page of the brand without a new article changed by −5.0% in the same days')
  expect(chance).toContain('measured on 40 comparisons of pages')
  expect(season).toContain('a season that only this page has')
  expect(said({ verdict: 'down', effect: -0.1 })[0]).toMatch(/^Clicks are 10% below /)
  expect(said({ keywords: 2, clicksBefore: null, clicksAfter: 100 })[1]).toMatch(
    /^Its 2 keywords had — clicks .* and 100 /,
  )
})

test('without a verdict it says what would have been seen', () => {
  expect(said({ verdict: 'no-change', effect: 0.02 })[0]).toBe(
    'The difference of +2.0% is within what such pages change by chance. With 95% certainty the true effect is between +9.9% and +100%. A rise below 100% or a fall below 50% would often not be seen here.',
  )
  expect(said({ reason: 'few-clicks' })[0]).toMatch(/clicks in all, so no verdict is given\. A rise below 100% /)
  expect(said({ isNewPage: true })[2]).toMatch(/^The page did not rank before\. /)
  for (const missing of [{ effect: null }, { interval: null }, { detectable: null }]) expect(said(missing)[0]).toBe('')
})

test('what was not measured has one reason, and what is to come a day', () => {
  expect(said({ reason: 'unpublished' })).toEqual(['It was unpublished before 14 whole days were over.'])
  expect(said({}, { comparison: null, daysAfter: 0 })).toEqual([])
  const [days, first] = said({ reason: 'days-to-come' }, { comparison: null, daysAfter: 3 })
  expect(days).toMatch(/^3 of 14 days so far: a verdict needs 14 whole days\. The 4 days from publishing on /)
  expect(first).toBe('The first verdict can be given from 19 Oct 2026 on, after a sync.')
})
