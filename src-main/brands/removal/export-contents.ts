// Finds a brand in an export, and writes the file without it. Only its rows are removed: all other bytes of a CSV file stay
// as they are, whatever its delimiter, line ends and byte order mark.
import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { type ExportedBrand, mentionOf, ownValues } from './brand-signs.ts'

/**
 * What is in a file. `own`: rows of the brand, those of no brand that name it, and those that hold its id; they can be taken
 * out. `others`: all other rows. `mentions`: how many of these name the brand in their text.
 */
export type Contents = { readonly own: number; readonly others: number; readonly mentions: number }
/** A row that is taken out, one of others that names the brand, or any other. */
type RowKind = 'own' | 'mention' | 'other'

const MARK = Buffer.from('\ufeff').toString('latin1')
const HEAD_BYTES = 4096

/** No column of the file says whose a row is. */
export class UnknownFormError extends DeskError {}
const unknownForm = () =>
  new UnknownFormError('invalid', 'The desk did not write this format. Delete the file yourself.')

const formOf = async (file: FileHandle): Promise<{ delimiter: string; lineEnd: string }> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const text = buffer.toString('latin1', 0, bytesRead)
  const [head = ''] = text.split(/[\r\n]/)
  const count = (delimiter: string) => head.split(delimiter).length
  const delimiter = [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
  return { delimiter, lineEnd: /\r\n|\r|\n/.exec(text)?.[0] ?? '\n' }
}

type CsvRecord = { readonly raw: string; readonly record: readonly string[] }

const fromBytes = (text: string): string => Buffer.from(text, 'latin1').toString('utf8')
/** The columns that say whose a row is; a column of several brands has them as `A, B`. */
const BRAND_COLUMN = /^(brand([ _]?id)?|(brands))$/i

type BrandColumn = { readonly at: number; readonly isList: boolean }
const columnsOf = (head: readonly string[]): BrandColumn[] =>
  head.flatMap((title, at) => {
    const found = BRAND_COLUMN.exec(title.replace(MARK, '').replaceAll('"', ''))
    return found === null ? [] : [{ at, isList: found[3] !== undefined }]
  })
type BrandCell = { readonly text: string; readonly isList: boolean }

/** Says of a row what it is, by its cells. */
const kindOfRow = (brand: ExportedBrand) => {
  const own = [...ownValues(brand)]
  const mention = mentionOf(brand)
  const isOwn = ({ text, isList }: BrandCell): boolean =>
    own.some((value) => (isList ? `, ${text}, `.includes(`, ${value}, `) : text === value))
  return (brands: readonly BrandCell[], text: string): RowKind => {
    if (brands.some(isOwn)) return 'own'
    if (!mention.test(text)) return 'other'
    const isOfNobody = brands.length > 0 && brands.every((cell) => cell.text === '')
    return isOfNobody || text.includes(brand.id) ? 'own' : 'mention'
  }
}

/** The raw records of a CSV file and what each is; the first is the header. Throws where no column is of brands, if one `mustHave` it. */
async function* csvRecords(
  file: FileHandle,
  brand: ExportedBrand,
  mustHave: boolean,
): AsyncGenerator<{ raw: string; kind: RowKind }> {
  const kindOf = kindOfRow(brand)
  const source = file.createReadStream({ autoClose: false, start: 0 })
  const { delimiter, lineEnd } = await formOf(file)
  const options = { delimiter, encoding: 'latin1', raw: true } as const
  const records = source.pipe(parse({ ...options, relax_column_count: true, relax_quotes: true }))
  source.on('error', (error) => records.destroy(error))
  let columns: readonly BrandColumn[] | null = null
  for await (const { raw: parsed, record } of records as AsyncIterable<CsvRecord>) {
    const raw = parsed.replace(/[\r\n]+$/, lineEnd) // of \r\n the parser gives the first half
    if (columns === null) {
      columns = columnsOf(record)
      if (mustHave && columns.length === 0) throw unknownForm()
      yield { raw, kind: 'other' }
    } else {
      const brands = columns.map(({ at, isList }) => ({ text: fromBytes(record[at] ?? ''), isList }))
      yield { raw, kind: kindOf(brands, fromBytes(record.join('\n'))) }
    }
  }
}

async function* csvWithout(file: FileHandle, brand: ExportedBrand): AsyncGenerator<Buffer> {
  for await (const { raw, kind } of csvRecords(file, brand, true)) if (kind !== 'own') yield Buffer.from(raw, 'latin1')
}

const JsonExportSchema = z.looseObject({
  query: z.looseObject({ brandIds: z.unknown().optional() }).optional(),
  rows: z.array(z.looseObject({ brandId: z.string().nullish() })),
})

const readJson = async (file: FileHandle) => {
  const text = await file.readFile('utf8')
  try {
    const json: unknown = JSON.parse(text)
    // Merged into the object as it was read, its keys keep their order.
    return { text, data: Object.assign({}, json, JsonExportSchema.parse(json)) }
  } catch {
    throw unknownForm()
  }
}

/** All texts in a value of JSON, as they are without JSON's own quotes. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** What each row of a JSON file is. */
const jsonKind = (brand: ExportedBrand) => {
  const kindOf = kindOfRow(brand)
  return (row: { readonly brandId?: string | null | undefined }): RowKind => {
    const brands = row.brandId === undefined ? [] : [{ text: row.brandId ?? '', isList: false }]
    return kindOf(brands, textsOf(row).join('\n'))
  }
}

/** What stands beside the rows, without the ids of the brand. */
const headWithout = ({ rows: _, ...head }: z.infer<typeof JsonExportSchema>, id: string) => {
  const ids = head.query?.brandIds
  return Array.isArray(ids) ? { ...head, query: { ...head.query, brandIds: ids.filter((one) => one !== id) } } : head
}

async function* jsonWithout(file: FileHandle, brand: ExportedBrand): AsyncGenerator<string> {
  const { text, data } = await readJson(file)
  const kindOf = jsonKind(brand)
  const rows = data.rows.filter((row) => kindOf(row) !== 'own')
  const head = headWithout(data, brand.id)
  if (text.startsWith('{\n')) return yield `${JSON.stringify({ ...data, ...head, rows }, null, 2)}\n`
  // One row per line, as the ranking export writes it: its rows come last.
  const before = Object.keys(head).length === 0 ? '{' : `${JSON.stringify(head).slice(0, -1)},`
  yield `${before}"rows":[`
  for (const [index, row] of rows.entries()) yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`
  yield '\n]}\n'
}

const isJson = (path: string): boolean => path.endsWith('.json')

/** Opened without following a link (Windows has no such flag; making a link there takes an administrator). */
const withFile = async <Result>(path: string, action: (file: FileHandle) => Promise<Result>): Promise<Result> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  return action(file).finally(() => file.close())
}

async function* kinds(
  path: string,
  file: FileHandle,
  brand: ExportedBrand,
  mustHave: boolean,
): AsyncGenerator<RowKind> {
  if (isJson(path)) {
    const { data } = await readJson(file)
    yield* data.rows.map(jsonKind(brand))
    if (mentionOf(brand).test(textsOf(headWithout(data, brand.id)).join('\n'))) yield 'mention'
  } else {
    let isHead = true
    for await (const { kind } of csvRecords(file, brand, mustHave)) {
      if (!isHead) yield kind
      isHead = false
    }
  }
}

/** Looks into the file itself. Throws UnknownFormError where it is no export, or must say whose its rows are and does not. */
export const contentsOf = (
  path: string,
  brand: ExportedBrand,
  { mustHaveBrands }: { readonly mustHaveBrands: boolean },
): Promise<Contents> =>
  withFile(path, async (file) => {
    const count = { own: 0, mention: 0, other: 0 }
    for await (const kind of kinds(path, file, brand, mustHaveBrands)) count[kind] += 1
    return { own: count.own, others: count.other + count.mention, mentions: count.mention }
  })

/** Whether a page names the brand. */
export const isNamedIn = (path: string, brand: ExportedBrand): Promise<boolean> =>
  withFile(path, async (file) => mentionOf(brand).test(await file.readFile('utf8')))

/** Replaces the file by one without the brand's rows, in one step. */
export const rewriteWithout = (path: string, brand: ExportedBrand): Promise<void> =>
  withFile(path, async (file) => {
    const partPath = `${path}.part`
    try {
      const parts = isJson(path) ? jsonWithout(file, brand) : csvWithout(file, brand)
      await pipeline(Readable.from(parts), createWriteStream(partPath, { flags: 'wx', mode: 0o600 }))
      await rename(partPath, path)
    } catch (error) {
      await rm(partPath, { force: true })
      throw error
    }
  })
