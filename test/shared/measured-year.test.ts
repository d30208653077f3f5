import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withYear, yearTable } from '../../scripts/lib/measured-year.mjs'

const root = join(import.meta.dirname, '..', '..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

test('the table of a year in docs/performance.md is what the script makes of docs/measured-year.json', () => {
  const page = read('docs', 'performance.md')
  expect(withYear(page, JSON.parse(read('docs', 'measured-year.json')))).toBe(page)
})

test('a row shows each size, its growth as marks, and a missed goal in bold', () => {
  const row = (ok: boolean, at73M: number) => ({
    ok,
    measured: { what: 'page', unit: 'ms', at1M: 1, at10M: 20, at73M },
  })
  const machine = { cores: 2, node: 'v24' }
  const table = yearTable({ takenAt: '2026-01-02T00:00Z', machine, rows: [row(true, 20), row(false, 250)] })
  expect(table.split('\n').slice(4)).toEqual([
    '| page, ms | 1.00 | 20.0 | 20.0 | 1.00 `████` |',
    '| page, ms | 1.00 | 20.0 | 250 | **12.50** `████████████████` |',
  ])
  expect(() => withYear('no marks', { takenAt: '', machine, rows: [] })).toThrow('lacks')
})
