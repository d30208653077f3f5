import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvContext, csvRows } from '../../../src-main/rankings/csv.ts'
import type { RankRow } from '../../../src-shared/desk/rankings.ts'

const context: CsvContext = {
  brandName: () => 'Acme',
  syncedAt: () => '2026-03-01T09:00:00.000Z',
  period: 'last 28 days',
  comparedWith: 'the 28 days before',
}

const figures = {
  clicks: 3,
  impressions: 9,
  ctr: 0.25,
  position: 4,
  clicksChange: -3,
  impressionsChange: null,
  ctrChange: -0.5,
  positionChange: -2,
}

const rowOf = (keyword: string, page: string): RankRow => ({
  brandId: 'brand_1',
  keyword,
  ...figures,
  positionBefore: 6,
  isStarred: false,
  isStarredByService: false,
  isTracked: false,
  tags: [],
  languageId: null,
  pages: 1,
  rankedPages: [{ page, ...figures }],
})

const isFormula = (cell: string): boolean => /^\s*[=+\-@＝＋－＠]/.test(cell)
/** The same with the quotes of a cell that was split in its middle. */
const isFormulaInQuotes = (cell: string): boolean => isFormula(cell.replace(/^[\s"]*/, ''))

const hostile = fc.string({ unit: fc.constantFrom(...';\t\r\n "\'=+-@＝,ab'), maxLength: 30 })

test('no cell starts a formula, however a spreadsheet splits the file', () => {
  fc.assert(
    fc.property(hostile, hostile, (keyword, page) => {
      const file = csvRows([rowOf(keyword, page)], context)
      for (const cells of [file.split(/[;\t\r\n]/), file.split(';'), file.split(/[\t\r\n]/)]) {
        expect(cells.filter(isFormulaInQuotes)).toEqual([])
      }
      const [record = []]: string[][] = parse(file)
      expect([record[1], record[13]].filter((cell) => cell !== undefined && isFormula(cell))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['tea;=cmd|calc', "tea;'=cmd|calc"],
  ['tea\t@SUM(A1)', "tea\t'@SUM(A1)"],
  ['tea; "-1+1"', 'tea; "\'-1+1"'],
  ['tea\n+1', "tea\n'+1"],
  ['=1;=2', "'=1;'=2"],
  ['tea; green = good', 'tea; green = good'],
  ['A-B; C-D', 'A-B; C-D'],
])('the cell %j is written as %j', (keyword, written) => {
  const [record = []]: string[][] = parse(csvRows([rowOf(keyword, 'https://x.example/a')], context))
  expect(record[1]).toBe(written)
})

test('a negative number in a column of numbers stays a number', () => {
  const [record = []]: string[][] = parse(csvRows([rowOf('tea', '')], context))
  expect(record.slice(6, 10)).toEqual(['-3', '', '-0.5', '-2'])
})

test('a formula after a long run of line breaks is escaped', () => {
  const cell = `${'\n'.repeat(200_000)}=1`
  expect(csvRows([rowOf(cell, '')], context)).toContain("\n'=1")
})
