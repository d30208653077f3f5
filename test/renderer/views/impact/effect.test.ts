import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IMPACT_COLUMNS } from '../../../../src-renderer/views/impact/impact-columns.tsx'
import type { ImpactRow } from '../../../../src-shared/desk/impact.ts'

const ROW: ImpactRow = {
  brandId: 'b1',
  articleSlug: 'tea',
  title: null,
  publishedDay: '2026-10-01',
  page: 'https://acme.example/tea',
  isNewPage: false,
  verdict: 'no-change',
  reason: null,
  effect: 0.32,
  interval: { low: -0.08, high: 0.9 },
  detectable: 0.5,
  keywords: 3,
  clicksBefore: 4,
  clicksAfter: 5,
  controlChange: 0,
  daysAfter: 28,
}

test('an effect never stands without its interval, also beside no visible change', () => {
  const column = IMPACT_COLUMNS.one.find(({ id }) => id === 'effect')
  const shown = (row: ImpactRow) => renderToStaticMarkup(column?.cell?.(row) as ReactElement).replace(/<[^>]*>/g, '') // what the cell paints
  expect(shown(ROW)).toBe('+32% (−8.0% to +90%)')
  expect(shown({ ...ROW, effect: null, interval: null })).toBe('—')
})
