import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { DeskError } from '../../../src-shared/desk/errors.ts'

export type CsvTable = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }

const DELIMITERS = [',', ';', '\t'] as const
const PART_CHARACTERS = 256 * 1024
const RECORD_CHARACTERS_MAX = 1_000_000
const QUOTED = /"(?:[^"]|"")*"/g

/** The most frequent one in the first line, outside quotes. */
const delimiterOf = (text: string): string => {
  const [line = ''] = text
    .slice(0, 100_000)
    .replace(QUOTED, '')
    .split(/\r\n|\n|\r/, 1)
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length - 1 }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).delimiter
}

/** Pauses between parts, so that the desk keeps answering. */
async function* partsOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PART_CHARACTERS) {
    yield text.slice(at, at + PART_CHARACTERS)
    await nextTurn()
  }
}

export const invalidCsv = (path: string, message: string, sentence: string): DeskError =>
  new DeskError('invalid', `${sentence} No rows were added.`, { issues: [{ path, message }] })

const unreadable = (error: CsvError, row: number): DeskError => {
  const [line = ''] = error.message.split('\n')
  const message = line.slice(0, 200)
  return invalidCsv(
    row === 0 ? 'header' : `rows.${row}`,
    message,
    `The file is not a readable CSV at ${row === 0 ? 'its header' : `row ${row}`}: ${message}.`,
  )
}

/** Commas, semicolons or tabs, with or without a byte order mark. Rejects with `invalid` for a broken or too long CSV. */
export const readCsv = async (text: string, { rowsMax }: { readonly rowsMax: number }): Promise<CsvTable> => {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARACTERS_MAX,
  })
  const source = Readable.from(partsOf(text))
  const records: string[][] = []
  try {
    for await (const record of source.pipe(parser)) {
      records.push(record as string[]) // without columns, a record is an array of cells
      if (records.length - 1 > rowsMax)
        throw invalidCsv('rows', 'are too many', `The file has more than ${rowsMax} rows; split it.`)
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error, records.length)
    throw error
  } finally {
    source.destroy()
    parser.destroy()
  }
  const [header, ...rows] = records
  if (header === undefined || rows.length === 0)
    throw invalidCsv('rows', 'are missing', 'The file has no rows below its header.')
  return { header: header.map((name) => name.trim()), rows }
}
