import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IMPACT_COLUMNS } from '../../../../src-renderer/views/impact/impact-columns.tsx'
import { measuresOf } from '../../../../src-renderer/views/impact/impact-detail.tsx'
import { summaryOf } from '../../../../src-renderer/views/impact/impact-view.tsx'
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

test('an interval that goes further than its line has an arrow at that end', () => {
  const column = IMPACT_COLUMNS.one.find(({ id }) => id === 'effect')
  const cutsOf = (low: number, high: number): string => {
    const cell = column?.cell?.({ ...ROW, interval: { low, high } }) as ReactElement // what the cell paints
    return [...renderToStaticMarkup(cell).matchAll(/data-cut="(\w+)"/g)].map(([, end]) => end).join(' ')
  }
  expect(cutsOf(-0.66, 1.99)).toBe('')
  expect(cutsOf(-0.67, 1.99)).toBe('left')
  expect(cutsOf(-0.66, 2.01)).toBe('right')
  expect(cutsOf(-1, 3.3)).toBe('left right')
  const label = /aria-label="([^"]*)"/
  const labelOf = (high: number) =>
    label.exec(renderToStaticMarkup(column?.cell?.({ ...ROW, interval: { low: 0, high } }) as ReactElement))?.[1] // as above
  expect(labelOf(2.5)).toContain('further than the line')
  expect(labelOf(1.5)).not.toContain('further')
})

const textOf = (id: string, row: ImpactRow) => IMPACT_COLUMNS.one.find((column) => column.id === id)?.text(row)

test('what is too small to see is between a fall and a rise, and stands beside no visible change only', () => {
  expect(textOf('detectable', { ...ROW, detectable: 2.78 })).toBe('−74% to +278%')
  expect(textOf('detectable', { ...ROW, verdict: 'down', effect: -0.79, detectable: 2.78 })).toBe('—')
})

test('an article that is too new names the day of its verdict', () => {
  const early: ImpactRow = { ...ROW, verdict: 'too-early', reason: 'days-to-come', effect: null, interval: null }
  expect(textOf('effect', early)).toBe('verdict from 19 Oct')
})

test('clicks a day stand before and after the article', () => {
  expect(textOf('clicksAfter', ROW)).toBe('4.0 → 5.0')
  expect(textOf('clicksAfter', { ...ROW, clicksBefore: null, clicksAfter: null })).toBe('—')
})

test('the line above the list counts every article, also one that has no verdict yet', () => {
  const none = { up: 0, down: 0, 'no-change': 0, 'too-early': 0, 'not-measured': 0 }
  const verdicts = { up: 5, down: 6, 'no-change': 7, 'too-early': 10, 'not-measured': 1 }
  expect(summaryOf({ verdicts })).toMatch(
    /^18 measured: 5 up, 6 down, 7 no visible change\. 10 too early, 1 not measured\. /,
  )
  expect(summaryOf({ verdicts: { ...none, 'too-early': 3 } })).toMatch(/^3 too early\. /)
  expect(summaryOf({ verdicts: { ...none, up: 1 } })).toMatch(/^1 measured: 1 up, 0 down, 0 no visible change\. Up to /)
})

test('a position that is nearer to the top points up, and so do the ends of its range', () => {
  const change = { before: 11.8, after: 8.4, controlChange: 1, effect: -4.5, interval: { low: -6.3, high: -2.2 } }
  const position = measuresOf({ row: ROW, impressions: change, position: change }).find(
    ({ name }) => name === 'Position',
  )
  expect([change.effect, change.controlChange].map((places) => position?.format(places))).toEqual(['▲ 4.5', '▼ 1.0'])
  // From the worst to the best, as of clicks.
  expect(position?.range).toBe('▲ 2.2 to ▲ 6.3')
})
