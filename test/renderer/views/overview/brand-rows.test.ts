import { expect, test } from 'vitest'
import { overviewAsked, queryFromParams } from '../../../../src-renderer/state/overview-asked.ts'
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
