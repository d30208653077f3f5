// A Search Console "Queries" export, unchanged: one row per query, in the file's order and with its numbers.
// Search Console groups by query, so a real export has no duplicates (the two we have contain none); a file
// that has some keeps both rows, since which of them is right cannot be known here.
import { parse } from 'csv-parse/sync'
import { credentialsOf } from './brands.ts'
import { hash, hashText } from './hash.ts'

const HEADER = ['Top queries', 'Clicks', 'Impressions', 'CTR', 'Position'] as const

/**
 * The rows, and one sentence for each line that could not be read: a number is never guessed. Throws an Error where the
 * text is no such export, or none of its lines can be read.
 */
export const parseSearchConsole = (text: string) => {
  const [header, ...records] = recordsOf(text)
  if (header === undefined || !HEADER.every((title, index) => header.fields[index]?.trim() === title)) {
    throw new Error(`is not a Search Console "Queries" export: the first line must be ${HEADER.join(',')}`)
  }
  const rows: SearchConsoleRow[] = []
  const skipped: string[] = []
  for (const { fields, line } of records) {
    const row = rowFrom(fields)
    if (typeof row === 'string') skipped.push(`line ${line}: ${row}`)
    else rows.push(row)
  }
  if (rows.length === 0 && skipped.length > 0) throw new Error(`no line can be read; ${skipped[0]}`)
  return { rows, skipped }
}

const recordsOf = (text: string) => {
  const parsed = parse(text, { bom: true, info: true, skip_empty_lines: true, relax_column_count: true })
  // with `info`, csv-parse gives { record, info }; its types say so only to generic callers
  const rows = parsed as unknown as { record: string[]; info: { lines: number } }[]
  return rows.map(({ record, info }) => ({ fields: record, line: info.lines }))
}

/** The row, or what is wrong with it. */
const rowFrom = (fields: string[]) => {
  const [query = '', clicks = '', impressions = '', ctr = '', position = ''] = fields
  if (fields.length !== HEADER.length) return `has ${fields.length} fields, not ${HEADER.length}`
  if (query === '') return 'the query is empty'
  const numbers = [clicks, impressions, ctr.replace(/%$/, ''), position]
  const wrong = numbers.findIndex((number) => !/^\d+(\.\d+)?$/.test(number))
  if (wrong >= 0) return `${HEADER[wrong + 1]} is ${JSON.stringify(fields[wrong + 1])}, not a number`
  return {
    query,
    clicks: Number(clicks),
    impressions: Number(impressions),
    /** 26.96% as 0.2696, without the dust of a division. */
    ctr: Math.round(Number(ctr.replace(/%$/, '')) * 1e4) / 1e6,
    position: Number(position),
  }
}
export type SearchConsoleRow = Exclude<ReturnType<typeof rowFrom>, string>

/** A brand whose rankings are an export's rows; named after the file, `tactical-gear.csv` as "Tactical Gear". */
export const searchConsoleBrand = (worldSeed: number, fileName: string, rows: readonly SearchConsoleRow[]) => {
  const words = fileName.replace(/\.[^.]*$/, '').split(/[-_\s]+/)
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  const seed = hash(worldSeed, hashText(fileName), 0x5c)
  return { ...credentialsOf(seed), kind: 'search-console' as const, name, seed, rows }
}
export type SearchConsoleBrand = ReturnType<typeof searchConsoleBrand>
