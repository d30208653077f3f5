// Finds a brand in an export, and writes the file without it. Only its rows are removed: all other bytes of a CSV file stay
// as they are, whatever its delimiter, line ends and byte order mark.
import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { escapeFormula } from '../../base/escape-formula.ts'

/** The names that files may give the brand. */
export type ExportedBrand = { readonly id: string; readonly names: readonly string[] }
export type Holds = 'nothing' | 'only' | 'among-others'

const MARK = Buffer.from('\ufeff').toString('latin1')
const HEAD_BYTES = 4096

const unknownForm = () => new DeskError('invalid', 'The desk did not write this format. Delete the file yourself.')

/** Each byte is one character, so that other bytes pass through unchanged. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1')

const formOf = async (file: FileHandle): Promise<{ delimiter: string; lineEnd: string }> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const text = buffer.toString('latin1', 0, bytesRead)
  const [head = ''] = text.split(/[\r\n]/)
  const count = (delimiter: string) => head.split(delimiter).length
  const delimiter = [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
  return { delimiter, lineEnd: /\r\n|\r|\n/.exec(text)?.[0] ?? '\n' }
}

type CsvRecord = { readonly raw: string; readonly record: readonly string[] }

/** The raw records of a CSV file, and whether each is the brand's; the first is the header. */
async function* csvRecords(
  file: FileHandle,
  { names }: ExportedBrand,
): AsyncGenerator<{ raw: string; isOwn: boolean }> {
  const own = new Set(names.flatMap((name) => [name, escapeFormula(name), `'${name}`]).map(asBytes))
  const source = file.createReadStream({ autoClose: false, start: 0 })
  const { delimiter, lineEnd } = await formOf(file)
  const options = { delimiter, encoding: 'latin1', raw: true } as const
  const records = source.pipe(parse({ ...options, relax_column_count: true, relax_quotes: true }))
  source.on('error', (error) => records.destroy(error))
  let column: number | null = null
  for await (const { raw: parsed, record } of records as AsyncIterable<CsvRecord>) {
    const raw = parsed.replace(/[\r\n]+$/, lineEnd) // of \r\n the parser gives the first half
    if (column === null) {
      column = record.findIndex((title) => /^brand$/i.test(title.replace(MARK, '').replaceAll('"', '')))
      if (column === -1) throw unknownForm()
      yield { raw, isOwn: false }
    } else yield { raw, isOwn: own.has(record[column] ?? '') }
  }
}

async function* csvWithout(file: FileHandle, brand: ExportedBrand): AsyncGenerator<Buffer> {
  for await (const { raw, isOwn } of csvRecords(file, brand)) if (!isOwn) yield Buffer.from(raw, 'latin1')
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

async function* jsonWithout(file: FileHandle, { id }: ExportedBrand): AsyncGenerator<string> {
  const { text, data } = await readJson(file)
  const rows = data.rows.filter(({ brandId }) => brandId !== id)
  const ids = data.query?.brandIds
  const query = Array.isArray(ids) ? { query: { ...data.query, brandIds: ids.filter((one) => one !== id) } } : {}
  const rest = { ...data, ...query, rows }
  if (text.startsWith('{\n')) return yield `${JSON.stringify(rest, null, 2)}\n`
  // One row per line, as the ranking export writes it: its rows come last.
  const { rows: _, ...head } = rest
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`
  for (const [index, row] of rows.entries()) yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`
  yield '\n]}\n'
}

const isJson = (path: string): boolean => path.endsWith('.json')

/** Opened without following a link (Windows has no such flag; making a link there takes an administrator). */
const withFile = async <Result>(path: string, action: (file: FileHandle) => Promise<Result>): Promise<Result> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  return action(file).finally(() => file.close())
}

/** Whether each row is the brand's. */
async function* owners(path: string, file: FileHandle, brand: ExportedBrand): AsyncGenerator<boolean> {
  if (isJson(path)) for (const { brandId } of (await readJson(file)).data.rows) yield brandId === brand.id
  else {
    let isHead = true
    for await (const { isOwn } of csvRecords(file, brand)) {
      if (!isHead) yield isOwn
      isHead = false
    }
  }
}

/** Looks into the file itself. Rejects for a file that is no export of the desk. */
export const holdsOf = (path: string, brand: ExportedBrand): Promise<Holds> =>
  withFile(path, async (file) => {
    const seen = { own: false, other: false }
    for await (const isOwn of owners(path, file, brand)) {
      seen[isOwn ? 'own' : 'other'] = true
      if (seen.own && seen.other) return 'among-others'
    }
    return seen.own ? 'only' : 'nothing'
  })

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
