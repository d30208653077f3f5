// The numbers of a report for spreadsheets: its keywords as `desk export rankings` writes them, and every table and figure.
import { readFile, rm } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import type { Report, ReportBlock, ReportCell } from '../../src-shared/desk/reports.ts'
import { escapeFormula } from '../base/escape-formula.ts'
import type { Ask } from '../exports/list.ts'

type Line = readonly [part: string, row: ReportCell, value: string, cell: ReportCell]

const linesOf = (block: ReportBlock): Line[] => {
  if (block.type === 'figures')
    return block.figures.flatMap(({ key, label, value, change }): Line[] => [
      ['figures', label, key, value],
      ['figures', label, `${key} change`, change],
    ])
  if (block.type === 'chart')
    return block.chart.series.flatMap(({ label, values }) =>
      values.map((value, at): Line => [block.chart.title, block.chart.labels[at] ?? null, label, value]),
    )
  if (block.type === 'table') {
    const { id, columns, rows } = block.table
    return rows.flatMap((row) =>
      columns.slice(1).map(({ key }, at): Line => [id, row[0] ?? null, key, row[at + 1] ?? null]),
    )
  }
  return []
}

const text = (cell: ReportCell): ReportCell => (typeof cell === 'string' ? escapeFormula(cell) : cell)

/** One line for each number: section, table, row, value. */
const tablesOf = ({ brand, sections }: Report): string =>
  stringify([
    ['Brand', 'Section', 'Table', 'Row', 'Value', 'Number'],
    ...sections.flatMap(({ kind, blocks }) =>
      blocks.flatMap(linesOf).map((line) => [brand.name, kind, ...line].map(text)),
    ),
  ])

/** The export as a text; its own file is not kept. */
const keywordsOf = async (ask: Ask, { brand, measured, comparePeriod }: Report): Promise<string> => {
  const when = { period: measured, ...(comparePeriod === null ? {} : { comparePeriod }) }
  const input = { brandIds: [brand.id], ...when, sort: { by: 'clicks', direction: 'desc' } }
  const { path } = await ask('exports.write', { list: 'rankings', input, format: 'csv' })
  try {
    return await readFile(path, 'utf8')
  } finally {
    await rm(path, { force: true })
  }
}

export const reportCsv =
  (ask: Ask) =>
  async (report: Report): Promise<readonly { readonly name: string; readonly text: string }[]> => {
    const { csvBom } = await ask('desk.settings', {})
    const mark = csvBom ? '\ufeff' : ''
    return [
      { name: 'keywords', text: await keywordsOf(ask, report) },
      { name: 'tables', text: `${mark}${tablesOf(report)}` },
    ]
  }
