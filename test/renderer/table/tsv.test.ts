import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DataColumn } from '../../../src-renderer/table/column.ts'
import { toTsv, tsvCell } from '../../../src-renderer/table/use-copy.ts'

type Row = { readonly keyword: string; readonly clicks: string }
const columns: readonly DataColumn<Row>[] = [
  { id: 'keyword', header: 'Keyword', widthPx: 100, text: (row) => row.keyword },
  { id: 'clicks', header: 'Δ', name: 'Change of clicks', widthPx: 100, text: (row) => row.clicks },
]

describe('copied rows', () => {
  test('have a header line, then one line per row', () => {
    const rows = [
      { keyword: 'hiking boots', clicks: '-3' },
      { keyword: 'größe\t"42"\nrot', clicks: '12' },
    ]
    expect(toTsv(columns, rows)).toBe('Keyword\tChange of clicks\nhiking boots\t-3\ngröße "42" rot\t12')
  })

  test.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', ' =HYPERLINK("x")', '\t=1'])('%j cannot start a formula', (value) => {
    expect(tsvCell(value).startsWith("'")).toBe(true)
  })

  test.each(['-3', '-0.25', '+4', '12.5%', '-1,234'])('%j stays a number', (value) => {
    expect(tsvCell(value)).toBe(value)
  })

  test('have as many lines and cells as rows and columns, for any values', () => {
    const cell = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.array(fc.record({ keyword: cell, clicks: cell }), { maxLength: 8 }), (rows) => {
        const lines = toTsv(columns, rows).split(/[\r\n]/)
        expect(lines).toHaveLength(rows.length + 1)
        for (const line of lines) expect(line.split('\t')).toHaveLength(columns.length)
      }),
    )
  })
})
