// The spreadsheets of a report: every number of its figures, charts and tables, and its keywords.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Ask } from '../../../src-main/exports/list.ts'
import { reportCsv } from '../../../src-main/reports/csv.ts'
import type { Report, ReportBlock } from '../../../src-shared/desk/reports.ts'
import { tempHome } from '../../support/temp-home.ts'

const measured = { from: '2026-10-01', to: '2026-10-31' }
const comparePeriod = { from: '2026-09-01', to: '2026-09-30' }
const BLOCKS = [
  { type: 'words', paragraphs: ['Words have no numbers.'] },
  { type: 'figures', figures: [{ key: 'clicks', label: 'Clicks', value: 12.5, change: null }] },
  { type: 'chart', chart: { title: 'By day', labels: ['2026-10-01'], series: [{ label: 'Now', values: [3, 4] }] } },
  {
    type: 'table',
    table: {
      id: 'top',
      columns: [{ key: 'keyword' }, { key: 'position' }, { key: 'page' }],
      rows: [['=tea', 4, null], []],
    },
  },
] as unknown as readonly ReportBlock[] // what a file has of them

const written = async (more: Partial<Report> = {}, csvBom = false) => {
  const path = join(tempHome().home, 'export.csv')
  const asked: unknown[] = []
  const ask = async (name: string, input: unknown) => {
    if (name === 'desk.settings') return { csvBom }
    asked.push(input)
    writeFileSync(path, 'keyword\ntea\n')
    return { path }
  }
  const report = {
    ...{ brand: { id: 'acme', name: 'Acme' }, measured, comparePeriod: null },
    ...{ sections: [{ kind: 'keywords', blocks: BLOCKS }], ...more },
  } as unknown as Report // what a file has of it
  const files = await reportCsv(ask as unknown as Ask)(report) // the two calls
  expect(existsSync(path)).toBe(false)
  return { texts: Object.fromEntries(files.map(({ name, text }) => [name, text])), asked }
}

test('each number is a line with its section, table and row, and starts no formula', async () => {
  const { texts } = await written()
  expect(texts.keywords).toBe('keyword\ntea\n')
  expect(texts.tables?.split('\n')).toEqual([
    'Brand,Section,Table,Row,Value,Number',
    'Acme,keywords,figures,Clicks,clicks,12.5',
    'Acme,keywords,figures,Clicks,clicks change,',
    'Acme,keywords,By day,2026-10-01,Now,3',
    'Acme,keywords,By day,,Now,4',
    "Acme,keywords,top,'=tea,position,4",
    "Acme,keywords,top,'=tea,page,",
    'Acme,keywords,top,,position,',
    'Acme,keywords,top,,page,',
    '',
  ])
})

test('keywords are those of the days that were measured, compared where the report compares', async () => {
  const input = { brandIds: ['acme'], period: measured, sort: { by: 'clicks', direction: 'desc' } }
  const asks = (of: object) => [{ list: 'rankings', format: 'csv', input: of }]
  expect((await written()).asked).toEqual(asks(input))
  expect((await written({ comparePeriod })).asked).toEqual(asks({ ...input, comparePeriod }))
})

test('the tables begin with a byte order mark where spreadsheets need one', async () => {
  expect((await written({}, true)).texts.tables).toMatch(/^\ufeffBrand,/)
})
