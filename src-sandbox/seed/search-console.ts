// A Search Console "Queries" export read as it stands: one row a query, in the file's order and with its numbers.
// Search Console groups by query, so a real export has no duplicates (the two we have were looked at: none); a file
// that has some keeps both rows, since which of them is right cannot be known here.
import { CsvError, parse } from 'csv-parse/sync'
import { credentialsOf } from './brands.ts'
import { hash, hashText } from './hash.ts'

export type SearchConsoleRow = {
  readonly query: string
  readonly clicks: number
  readonly impressions: number
  /** A share, 0 to 1. */
  readonly ctr: number
  readonly position: number
}

const HEADER = ['Top queries', 'Clicks', 'Impressions', 'CTR', 'Position'] as const

/** Throws an Error that names the line and the column of what cannot be read. */
export const parseSearchConsole = (text: string): SearchConsoleRow[] => {
  const [header, ...records] = recordsOf(text)
  if (header === undefined || !HEADER.every((title, index) => header.record[index]?.trim() === title)) {
    throw new Error(`is not a Search Console "Queries" export: the first line must be ${HEADER.join(',')}`)
  }
  return records.map(({ record: [query = '', clicks = '', impressions = '', ctr = '', position = ''], line }) => {
    if (query === '') throw new Error(`line ${line}: the query is empty`)
    return {
      query,
      clicks: numberFrom(clicks, line, 'Clicks'),
      impressions: numberFrom(impressions, line, 'Impressions'),
      ctr: shareFrom(ctr, line),
      position: numberFrom(position, line, 'Position'),
    }
  })
}

type CsvRecord = { readonly record: string[]; readonly line: number }

const recordsOf = (text: string): CsvRecord[] => {
  try {
    const parsed = parse(text, { bom: true, info: true, skip_empty_lines: true })
    // with `info`, csv-parse gives { record, info }; its types tell it only to generic callers
    const rows = parsed as unknown as { record: string[]; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ record, line: info.lines }))
  } catch (error) {
    if (error instanceof CsvError) throw new Error(error.message)
    throw error
  }
}

const numberFrom = (text: string, line: number, column: string): number => {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`line ${line}: ${column} is ${JSON.stringify(text)}, not a number`)
  return Number(text)
}

/** 26.96% as 0.2696, without the dust of a division. */
const shareFrom = (text: string, line: number): number =>
  Math.round(numberFrom(text.replace(/%$/, ''), line, 'CTR') * 1e4) / 1e6

export type SearchConsoleBrand = {
  readonly teamId: string
  readonly name: string
  readonly key: string
  readonly seed: number
  readonly rows: readonly SearchConsoleRow[]
}

/** A brand whose rankings are an export's rows; named after the file, `tactical-gear.csv` as "Tactical Gear". */
export const searchConsoleBrand = (
  worldSeed: number,
  fileName: string,
  rows: readonly SearchConsoleRow[],
): SearchConsoleBrand => {
  const words = fileName.replace(/\.[^.]*$/, '').split(/[-_\s]+/)
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  const seed = hash(worldSeed, hashText(fileName), 0x5c)
  return { ...credentialsOf(seed), name, seed, rows }
}
