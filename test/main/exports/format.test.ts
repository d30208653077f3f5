import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportLists } from '../../../src-main/exports/calls.ts'
import { csvFormat, tsvFormat } from '../../../src-main/exports/format.ts'
import type { RankRow } from '../../../src-shared/desk/rankings.ts'

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
  topPage: null,
  isStarred: false,
  isStarredByService: false,
  isTracked: false,
  tags: [],
  languageId: null,
  pages: 1,
  rankedPages: [{ page, ...figures }],
})

const facts = { brandName: () => 'Acme', syncedAt: () => '2026-03-01T09:00:00.000Z', input: {} }
const table = { list: exportLists.rankings, facts, headers: 'words' } as const

const csvRows = (rows: readonly RankRow[]): string => csvFormat({ ...table, hasByteOrderMark: false }).rows(rows, true)

const isFormula = (cell: string): boolean => /^\s*[=+\-@＝＋－＠]/.test(cell)
/** The same with the quotes of a cell that was split in its middle. */
const isFormulaInQuotes = (cell: string): boolean => isFormula(cell.replace(/^[\s"]*/, ''))

const hostile = fc.string({ unit: fc.constantFrom(...';\t\r\n "\'=+-@＝,ab'), maxLength: 30 })

test('no cell starts a formula, however a spreadsheet splits the file', () => {
  fc.assert(
    fc.property(hostile, hostile, (keyword, page) => {
      const file = csvRows([rowOf(keyword, page)])
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
  const [record = []]: string[][] = parse(csvRows([rowOf(keyword, 'https://x.example/a')]))
  expect(record[1]).toBe(written)
})

test('a negative number in a column of numbers stays a number', () => {
  const [record = []]: string[][] = parse(csvRows([rowOf('tea', '')]))
  expect(record.slice(6, 10)).toEqual(['-3', '', '-0.5', '-2'])
})

test('a formula after a long run of line breaks is escaped', () => {
  const cell = `${'\n'.repeat(200_000)}=1`
  expect(csvRows([rowOf(cell, '')])).toContain("\n'=1")
})

test('a tab-separated row is one line with as many cells as its header, whatever its values hold', () => {
  fc.assert(
    fc.property(hostile, hostile, (keyword, page) => {
      const { head, rows } = tsvFormat(table)
      const lines = rows([rowOf(keyword, page)], true).split('\n')
      expect(lines).toHaveLength(2)
      expect(lines[0]?.split('\t')).toHaveLength(head.split('\t').length)
      expect(lines[0]?.split('\t').filter(isFormula)).toEqual(['-3', '-0.5', '-2'])
    }),
    { numRuns: 500 },
  )
})

test('headers are words for people, or names that scripts know', () => {
  const heads = (headers: 'words' | 'machine') =>
    tsvFormat({ ...table, headers })
      .head.trim()
      .split('\t')
  expect(heads('words').slice(0, 5)).toEqual(['Brand', 'Keyword', 'Clicks', 'Impressions', 'CTR (0–1)'])
  expect(heads('machine')).toEqual([
    'brand',
    'keyword',
    'clicks',
    'impressions',
    'ctr',
    'position',
    'clicksChange',
    'impressionsChange',
    'ctrChange',
    'positionChange',
    'isStarred',
    'languageId',
    'pages',
    'topRankedPage',
    'tags',
    'isTracked',
    'period',
    'comparedWith',
    'syncedAt',
  ])
})
