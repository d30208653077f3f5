// What row, detail and totals say where a figure is missing: a keyword that ranks no more, pages, CTR without impressions.
import { MantineProvider } from '@mantine/core'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BrandFigures } from '../../../../src-renderer/views/overview/brand-figures.tsx'
import { isKept, RankedPages, RowFacts } from '../../../../src-renderer/views/rankings/keyword-detail.tsx'
import { RANK_COLUMNS } from '../../../../src-renderer/views/rankings/rank-columns.tsx'
import { RankStrip, type Totals } from '../../../../src-renderer/views/rankings/rank-strip.tsx'
import type { RankRow } from '../../../../src-shared/desk/rankings.ts'
import { DEFAULT_SLICE } from '../../../../src-shared/desk/values/slice.ts'

const SAID = 'Not ranking for the last 4 days. Average of the days before: 2.5'
const ROW: RankRow = {
  ...{ brandId: 'b1', keyword: 'tea', languageId: null, pages: null, tags: [], rankedPages: [], topPage: null },
  ...{ isStarred: false, isStarredByService: false, isTracked: false },
  ...{ clicks: 90, clicksChange: 1, impressions: 900, impressionsChange: 10, ctr: 0.1, ctrChange: 0.01 },
  ...{ position: 2.5, positionBefore: 4.5, positionChange: -2 },
  spark: [...Array<number>(24).fill(2.5), ...Array<null>(4).fill(null)],
}
const RANKING: RankRow = { ...ROW, spark: Array<number>(28).fill(2.5) }

const painted = (content: ReactNode): string => renderToStaticMarkup(createElement(MantineProvider, null, content))
const wordsOf = (content: ReactNode): string => painted(content).replace(/(<[^>]*>)+/g, '|')
const column = (id: string) => RANK_COLUMNS.one.find((each) => each.id === id)

test('the row of a keyword that ranks no more says beside the position since when, and shows and copies the change of its average', () => {
  expect(painted(column('position')?.cell?.(ROW))).toContain(`aria-label="${SAID}"`)
  expect(painted(column('position')?.cell?.(RANKING))).not.toContain('Not ranking')
  for (const row of [ROW, RANKING]) {
    expect(wordsOf(column('positionChange')?.cell?.(row))).toContain('▲ 2.0')
    expect(column('positionChange')?.text(row)).toBe('-2')
  }
})

test('the detail of a keyword that ranks no more says that it is not ranking now, as the one in Movers does, and names the average', () => {
  const facts = (row: RankRow) => wordsOf(createElement(RowFacts, { row }))
  expect(facts(ROW)).toContain('|Now|not ranking|Clicks|')
  expect(facts(ROW)).toContain(`|${SAID}|`)
  expect(facts(ROW)).not.toContain('lost')
  expect(facts(RANKING)).toContain('|Now|2.5|▲ 2.0|')
})

test('a detail without ranked pages says how long figures by page are kept only of days that are older', () => {
  const pages = (isOfKept: boolean) => wordsOf(createElement(RankedPages, { ...ROW, isKept: isOfKept }))
  expect(pages(true)).toMatch(/\|No ranked pages\.\s*\|$/)
  expect(pages(false)).toMatch(/\|No ranked pages\. Figures by page are kept for the last 28 days only\.\|$/)

  const of = (from: string) => {
    const days = { from, to: '2026-11-27', label: 'Now' }
    return { periods: [{ from: '2026-10-01', to: '2026-10-28', label: 'Before' }, days] as const }
  }
  expect(isKept(of('2026-10-31'), undefined, '2026-11-28')).toBe(true)
  expect(isKept(of('2026-10-30'), undefined, '2026-11-28')).toBe(false)
  expect(isKept({ comparison: { ...of('2026-11-25'), label: '', move: undefined } }, undefined, '2026-11-28')).toBe(
    true,
  )
  // Without periods: the last 28 days, or those of an earlier day.
  expect(isKept({}, undefined, '2026-11-28')).toBe(true)
  expect(isKept({}, '2026-11-20', '2026-11-28')).toBe(false)
})

test('a keyword without impressions has a dash for its CTR, in row and detail', () => {
  const none = { ...RANKING, clicks: 0, impressions: 0, ctr: 0 }
  expect([column('ctr')?.text(none), column('ctr')?.text(RANKING)]).toEqual(['—', '10.0%'])
  expect(wordsOf(createElement(RowFacts, { row: none }))).toContain('|CTR|—|—|')
})

test('totals without impressions have a dash for their CTR, in Rankings and Overview', () => {
  const none: Totals = {
    ...{ keywords: 1, bands: [], avgPosition: null, avgPositionChange: null, period: null, comparePeriod: null },
    ...{ clicks: { now: 0, before: 1 }, impressions: { now: 0, before: 10 }, ctr: { now: 0, before: 0.1 } },
    brands: { asked: 1, shown: 1, compared: 1 },
  }
  const some = { ...none, impressions: { now: 20, before: 10 } }
  const [ofNone, ofSome] = [none, some].map((totals) => [
    wordsOf(createElement(RankStrip, { totals, isUsual: true, scope: 'all', slice: DEFAULT_SLICE })),
    wordsOf(createElement(BrandFigures, { totals, overview: undefined, clickShare: null })),
  ]) as [string[], string[]] // one for each of the totals
  for (const text of ofNone) expect(text).toMatch(/\|CTR\|—\|—/)
  for (const text of ofSome) expect(text).toMatch(/\|CTR\|0\.0%\|▼ 10\.0 pp/)
  const newly = { ...some, impressions: { now: 20, before: 0 }, ctr: { now: 0.1, before: 0 } }
  const strip = createElement(RankStrip, { totals: newly, isUsual: true, scope: 'all', slice: DEFAULT_SLICE })
  expect(wordsOf(strip)).toMatch(/\|CTR\|10\.0%\|—/)
  expect(wordsOf(createElement(BrandFigures, { totals: newly, overview: undefined, clickShare: null }))).toMatch(
    /\|CTR\|10\.0%\|—/,
  )
})

test('a row without a position before says why, and so does its detail', () => {
  const none = { ...RANKING, position: null, positionBefore: null, positionChange: null, spark: [] }
  const cell = (row: RankRow) => painted(column('positionBefore')?.cell?.(row))
  const lost = { ...none, clicks: 0, clicksChange: -3, impressions: 0, impressionsChange: -30 }
  const absent = { ...none, clicks: 0, clicksChange: 0, impressions: 0, impressionsChange: 0 }
  expect([lost, absent].map((row) => /title="([^"]+)"/.exec(cell(row))?.[1])).toEqual([
    'Not known: the service gives a position before only with one now',
    'not ranking',
  ])
  expect(painted(createElement(RowFacts, { row: lost }))).toContain('title="Not known: the service gives')
})
