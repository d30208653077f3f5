import { expect, test } from 'vitest'
import { overviewAsked, queryFromParams } from '../../../../src-renderer/state/overview-asked.ts'
import { BRAND_COLUMNS } from '../../../../src-renderer/views/overview/brand-columns.tsx'
import { stateText, stateTitle } from '../../../../src-renderer/views/overview/brand-rows.ts'
import { brandOf, overviewOf } from '../../../support/renderer-brands.ts'

const rows = (['ok', 'empty', 'attention'] as const).map((health, at) => ({
  brand: brandOf(health),
  overview: overviewOf(health, { health }),
  urgent: at === 1 ? 2 : 0,
}))

test('a brand with urgent items needs attention, as in the rail', () => {
  expect(rows.map(stateText)).toEqual(['Healthy', '2 urgent', 'Needs attention'])
  expect(rows.map(stateTitle)).toEqual(['', '2 urgent items in Today', ''])
})

test('a brand that loses clicks is not called healthy', () => {
  const textOf = (lostClicks: number | null) =>
    stateText({ brand: brandOf('ok'), overview: overviewOf('ok', { lostClicks }), urgent: 0 })
  expect([null, 0, 0.49, 0.5, 12].map(textOf)).toEqual([
    ...['Healthy', 'Healthy', 'Healthy'],
    ...['Nothing urgent', 'Nothing urgent'],
  ])
})

test('a column whose figures are of some days names them below its title', () => {
  const notes = BRAND_COLUMNS.flatMap(({ title, note }) => (note === undefined ? [] : [`${title}: ${note}`]))
  expect(notes).toEqual([
    'Visibility: vs 7 days before',
    'Avg. position: vs previous 28 days',
    'Real moves: last 3 days',
    'Lost clicks a day: last 3 days',
  ])
})

test('the overview is asked for by the address, the biggest loss first; invalid values are ignored', () => {
  const asked = (params: Record<string, string>) => overviewAsked(queryFromParams(params))
  const losses = { limit: 50, whole: true, sort: [{ by: 'lostClicks', direction: 'desc' }] }
  expect(asked({})).toEqual(losses)
  expect(asked({ sort: 'constructor', order: 'asc', health: 'toString', q: ' ' })).toEqual(losses)
  expect(asked({ sort: 'name', q: 'acm', tag: 'retail', health: 'ok' })).toEqual({
    ...losses,
    sort: [{ by: 'name', direction: 'asc' }],
    search: 'acm',
    tag: 'retail',
    health: 'ok',
  })
})
