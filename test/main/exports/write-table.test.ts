import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeTable } from '../../../src-main/exports/write-table.ts'
import { tempHome } from '../../support/temp-home.ts'

/** The lines of the file for so many rows. */
const linesOf = async (count: number): Promise<string[]> => {
  const store = { write: async () => undefined as never } // takes the note of the file
  const file = { folder: tempHome().exportsFolder, stem: 'table', extension: 'csv', brands: [], store }
  const rows = Array.from({ length: count }, (_, at) => [at, `=row ${at}`])
  const { path } = await writeTable(file, { columns: ['no', 'text'], rows, hasByteOrderMark: false })
  return readFileSync(path, 'utf8').split('\n')
}

test.each([0, 1, 999, 1000, 1001, 2500])(
  'a table of %i rows is written whole, in order, its formulas escaped',
  async (count) => {
    expect(await linesOf(count)).toEqual([
      'no,text',
      ...Array.from({ length: count }, (_, at) => `${at},'=row ${at}`),
      '',
    ])
  },
)
