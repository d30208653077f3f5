import { calls, type Handlers, type ParsedInput } from '../../src-shared/desk/contract.ts'
import type { Settings } from '../../src-shared/desk/desk.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { COPY_MAX, EXPORT_LISTS, type ExportListName } from '../../src-shared/desk/values/export-lists.ts'
import { toInstant } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import { chosenRows, type Rows } from './chosen-rows.ts'
import { writeExport } from './export-file.ts'
import { csvFormat, type Format, jsonFormat, tsvFormat } from './format.ts'
import { type Ask, daysText, type ExportList, type Facts, type Input } from './list.ts'
import { alertLists } from './lists/alerts.ts'
import { annotationLists } from './lists/annotations.ts'
import { outreachLists } from './lists/outreach.ts'
import { publishingLists } from './lists/publishing.ts'
import { reportLists } from './lists/reports.ts'
import { researchLists } from './lists/research.ts'
import { searchLists } from './lists/search.ts'
import { settingsLists } from './lists/settings.ts'

export const exportLists = {
  ...alertLists,
  ...searchLists,
  ...annotationLists,
  ...researchLists,
  ...reportLists,
  ...outreachLists,
  ...publishingLists,
  ...settingsLists,
} satisfies Readonly<Record<ExportListName, ExportList>>

export type ExportDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly settings: { readonly get: () => Settings }
  readonly exportsFolder: string
  readonly brands: Pick<BrandBook, 'resolve' | 'get'>
  /** A call of this desk; rejects with its DeskError. */
  readonly ask: Ask
}

type Asked = Omit<ParsedInput<'exports.write'>, 'format'>

const brandIdsOf = ({ brandIds }: Input): 'all' | string[] => (Array.isArray(brandIds) ? brandIds.map(String) : 'all')

const stemOf = ({ brands, clock }: ExportDeps, { list, input }: Asked, hasBrands: boolean): string => {
  const wanted = brandIdsOf(input)
  const ids = brands.resolve(wanted)
  const [only] = ids
  const one = ids.length === 1 && only !== undefined ? brands.get(only).slug : undefined
  const who = one ?? (wanted === 'all' ? 'all-brands' : `${ids.length}-brands`)
  const [now, before] = [daysText(input.period) ?? input.day, daysText(input.comparePeriod) ?? input.compareDay]
  const days = [now, ...(before === undefined ? [] : ['vs', before])].filter((part) => typeof part === 'string')
  const time = toInstant(clock.now()).slice(0, 19).replaceAll(/[-:]/g, '')
  return [list, ...(hasBrands ? [who] : []), ...days, time].join('-')
}

const factsOf = async ({ store, brands }: ExportDeps, { list, input }: Asked) => {
  const freshness = await store.read('freshness.list', { brandIds: brands.resolve(brandIdsOf(input)) })
  const own = freshness.filter(({ dataset }) => dataset === exportLists[list].dataset)
  const oldestMs = Math.min(...own.flatMap(({ fetchedAtMs }) => fetchedAtMs ?? []))
  const fetched = new Map(freshness.map(({ brandId, dataset, fetchedAtMs }) => [`${brandId} ${dataset}`, fetchedAtMs]))
  const facts: Facts = {
    input,
    brandName: (brandId) => brands.get(brandId).name,
    syncedAt: (brandId, dataset) => {
      const ms = fetched.get(`${brandId} ${dataset}`)
      return ms == null ? '' : toInstant(ms)
    },
  }
  return { facts, freshAsOf: Number.isFinite(oldestMs) ? toInstant(oldestMs) : null }
}

async function* textOf(format: Format, parts: Rows, counter: { rows: number }): AsyncGenerator<string> {
  yield format.head
  for await (const rows of parts) {
    yield format.rows(rows, counter.rows === 0)
    counter.rows += rows.length
  }
  yield format.end
}

/** The call's reply as it was given, in place of asking for it. */
const asAnswered = ({ list, answer }: Asked, ask: Ask): Ask => {
  if (answer === undefined) return ask
  const reply = calls[EXPORT_LISTS[list]].output.safeParse(answer)
  if (exportLists[list].isAnswer && reply.success) return async () => reply.data as never // of the list's own call
  throw new DeskError('invalid', `“answer” is not a reply that ${list} can be exported from.`)
}

type Handled = Pick<Handlers, 'exports.write' | 'exports.text'>

/** Every list of the desk as a file or as text, read page by page with the desk's own calls. */
export const createExportHandlers = (deps: ExportDeps): Handled => {
  const { brands, settings, clock, store, exportsFolder } = deps

  const open = async (given: Asked) => {
    const list = exportLists[given.list]
    const ask = asAnswered(given, deps.ask)
    const asked = { ...given, input: await list.resolve(ask, given.input) }
    const { facts, freshAsOf } = await factsOf(deps, asked)
    const rows = await chosenRows(ask, list, { ...asked, facts })
    const counter = { rows: 0 }
    return {
      asked,
      list,
      freshAsOf,
      counter,
      table: { list, facts, headers: asked.headers },
      texts: (format: Format) => textOf(format, rows, counter),
    }
  }

  return {
    'exports.write': async ({ format: extension, ...input }) => {
      const { asked, list, freshAsOf, counter, table, texts } = await open(input)
      const head = { list: asked.list, freshAsOf, exportedAt: toInstant(clock.now()), query: asked.input }
      const format =
        extension === 'json'
          ? jsonFormat(head)
          : extension === 'csv'
            ? csvFormat({ ...table, hasByteOrderMark: settings.get().csvBom })
            : tsvFormat(table)
      const held = list.hasBrands ? brands.resolve(brandIdsOf(asked.input)).map(brands.get) : []
      const stem = stemOf(deps, asked, list.hasBrands)
      const file = await writeExport({ folder: exportsFolder, stem, extension, brands: held, store }, texts(format))
      return { ...file, rowCount: counter.rows, freshAsOf }
    },
    'exports.text': async (input) => {
      const { freshAsOf, counter, table, texts } = await open(input)
      let text = ''
      for await (const piece of texts(tsvFormat(table))) {
        text += piece
        if (counter.rows <= COPY_MAX) continue
        throw new DeskError(
          'invalid',
          `At most ${COPY_MAX.toLocaleString('en')} rows can be copied. Export them to a file instead.`,
        )
      }
      return { text, rowCount: counter.rows, freshAsOf }
    },
  }
}
