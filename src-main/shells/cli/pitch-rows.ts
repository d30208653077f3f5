// A file of pitches as rows: CSV with a header, or one JSON object per line. Every row is checked before any is sent, and
// each invalid one is reported with its row and field.
import { parse } from 'csv-parse/sync'
import { DeskError, type FieldIssue } from '../../../src-shared/desk/errors.ts'

const FIELDS = ['brand', 'prospectEmailId', 'subject', 'body'] as const
type Field = (typeof FIELDS)[number]
export type PitchRow = Readonly<Record<Field, string>> & {
  /** Its number in the file, from 1, without the header. */
  readonly row: number
}

const ISSUES_MAX = 100

const invalid = (message: string, issues: readonly FieldIssue[] = []): DeskError =>
  new DeskError('invalid', `${message} Nothing was sent.`, { issues: issues.slice(0, ISSUES_MAX) })

type RawRow = Readonly<Record<string, unknown>> | null

const csvRows = (text: string): RawRow[] => {
  try {
    // With `columns: true` each record is an object by its header.
    return parse(text, { columns: true, bom: true, skip_empty_lines: true }) as Record<string, string>[]
  } catch (error) {
    throw invalid(`The file is not CSV: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

const jsonRow = (line: string): RawRow => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null // read field by field
  } catch {
    return null
  }
}

const jsonRows = (text: string): RawRow[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(jsonRow)

const fieldsOf = (row: RawRow, number: number): { row: PitchRow } | { issues: FieldIssue[] } => {
  if (row === null) return { issues: [{ path: `rows.${number}`, message: 'is not a JSON object' }] }
  const issues: FieldIssue[] = []
  const text = (field: Field): string => {
    const value = row[field]
    if (typeof value === 'string' && value.trim() !== '') return value
    issues.push({ path: `rows.${number}.${field}`, message: value === undefined ? 'is missing' : 'is empty' })
    return ''
  }
  const read: PitchRow = {
    row: number,
    brand: text('brand').trim(),
    prospectEmailId: text('prospectEmailId').trim(),
    subject: text('subject'),
    body: text('body'),
  }
  return issues.length === 0 ? { row: read } : { issues }
}

/** Throws `invalid` naming row (from 1, without the header) and field of every invalid row. */
const assertNoIssues = (issues: readonly FieldIssue[]): void => {
  const [first] = issues
  if (first === undefined) return
  const rows = new Set(issues.map(({ path }) => path.split('.')[1])).size
  throw invalid(
    `${rows} ${rows === 1 ? 'row is' : 'rows are'} invalid; the first: ${first.path} ${first.message}.`,
    issues,
  )
}

/** A contact that is in the file twice for a brand would get two pitches, or the second instead of the first. */
const repeatedIn = (byBrand: ReadonlyMap<string, readonly PitchRow[]>): FieldIssue[] =>
  [...byBrand.values()].flatMap((rows) => {
    const first = new Map<string, number>()
    return rows.flatMap(({ row, prospectEmailId }): FieldIssue[] => {
      const earlier = first.get(prospectEmailId)
      if (earlier === undefined) first.set(prospectEmailId, row)
      else return [{ path: `rows.${row}.prospectEmailId`, message: `is also the contact of row ${earlier}` }]
      return []
    })
  })

/** The rows of the file by brand, in their order. `brandIdOf` is null for a brand that the desk does not know. */
export const readPitchRows = (
  { text, isJson }: { text: string; isJson: boolean },
  brandIdOf: (name: string) => string | null,
): Map<string, PitchRow[]> => {
  const raw = isJson ? jsonRows(text) : csvRows(text)
  if (raw.length === 0) throw invalid('The file has no pitches.')
  const issues: FieldIssue[] = []
  const byBrand = new Map<string, PitchRow[]>()
  for (const [index, fields] of raw.entries()) {
    const read = fieldsOf(fields, index + 1)
    if ('issues' in read) {
      issues.push(...read.issues)
      continue
    }
    const brandId = brandIdOf(read.row.brand)
    if (brandId === null) {
      issues.push({ path: `rows.${index + 1}.brand`, message: `is not a brand of this desk: ${read.row.brand}` })
      continue
    }
    const known = byBrand.get(brandId)
    if (known === undefined) byBrand.set(brandId, [read.row])
    else known.push(read.row)
  }
  assertNoIssues(issues.length > 0 ? issues : repeatedIn(byBrand))
  return byBrand
}

/** An error about the items of a call, with their rows of the file instead. */
export const inRows = (error: DeskError, pitches: readonly PitchRow[]): DeskError => {
  const toRow = (text: string) =>
    text.replace(/\bitems\.(\d+)\b/g, (named, item: string) => {
      const row = pitches[Number(item)]?.row
      return row === undefined ? named : `rows.${row}`
    })
  const { issues } = error.detail ?? {}
  if (issues === undefined) return error
  const ofRows = issues.map((issue) => ({ ...issue, path: toRow(issue.path), message: toRow(issue.message) }))
  return new DeskError(error.kind, toRow(error.message), { ...error.detail, issues: ofRows })
}
