import { type ComponentProps, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BRAND_COLUMNS } from '../../../../src-renderer/views/overview/brand-columns.tsx'
import { BrandFigures } from '../../../../src-renderer/views/overview/brand-figures.tsx'
import { Totals } from '../../../../src-renderer/views/overview/totals.tsx'
import { brandOf, overviewOf } from '../../../support/renderer-brands.ts'

const movesOf = (realUp: number | null, realDown: number | null): string => {
  const column = BRAND_COLUMNS.find(({ title }) => title === 'Real moves')
  const row = { brand: brandOf('acme'), overview: overviewOf('acme', { realUp, realDown }), urgent: 0 }
  const html = renderToStaticMarkup(createElement('div', null, column?.cell(row)))
  return [...html.matchAll(/<span role="img"[^>]*>([^<]*)</g)].map(([, text]) => text).join(' ')
}

test('no keyword that climbed or fell is a 0, and a dash says that moves are not known', () => {
  expect(movesOf(0, 231)).toBe('0 ▼ 231')
  expect(movesOf(5, 0)).toBe('▲ 5 0')
  expect(movesOf(null, null)).toBe('— —')
})

test('the visibility of a brand names its day, which is not in the period of the heading', () => {
  const overview = overviewOf('acme', { visibility: 18.9, visibilityChange: 0.3 })
  const html = renderToStaticMarkup(createElement(BrandFigures, { overview, totals: undefined, clickShare: null }))
  expect(html).toContain('<dt>Visibility</dt>')
  expect(html).toContain('<span>last whole day,</span> <span>vs 7 days before</span>')
})

test('on hover, counts of real moves are sentences about keywords, also where none moved', () => {
  const column = BRAND_COLUMNS.find(({ title }) => title === 'Real moves')
  const row = { brand: brandOf('acme'), overview: overviewOf('acme', { realUp: 0, realDown: 245 }), urgent: 0 }
  const whole = { ...overviewOf('acme', { realUp: 0, realDown: 1 }), brands: 1, brandIds: ['acme'], healths: {} }
  const titles = (content: ReactNode) =>
    [...renderToStaticMarkup(createElement('div', null, content)).matchAll(/title="(\d+ keyword[^"]*)"/g)].map(
      ([, title]) => title,
    )
  const PERIOD = 'last 3 days vs the 28 days before'
  expect(titles(column?.cell(row))).toEqual([`0 keywords climbed, ${PERIOD}`, `245 keywords fell, ${PERIOD}`])
  const totals = { whole: whole as unknown as ComponentProps<typeof Totals>['whole'], bands: undefined } // what it reads
  expect(titles(createElement(Totals, totals))).toEqual([`0 keywords climbed, ${PERIOD}`, `1 keyword fell, ${PERIOD}`])
})
