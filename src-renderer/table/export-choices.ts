import { NAMED_MAX, rowKey } from '../../src-shared/desk/values/export-lists.ts'
import type { ExportSource } from '../data/block-query.ts'
import { formatWhole, plural } from '../format/numbers.ts'
import { notify } from '../state/notices.ts'
import { type ExportChoice, withoutFirstPrefix } from './export-menu.tsx'
import { type Selection, selectedCount } from './selection.ts'

type Options<Row> = {
  readonly source: ExportSource | undefined
  readonly nouns: readonly [one: string, many: string]
  readonly total: number
  readonly selection: Selection
  /** Null where some could not be read. */
  readonly rows: () => Promise<readonly Row[] | null>
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Without what narrows the rows. */
const unfiltered = ({ list, input }: ExportSource): ExportSource => {
  const { search: _search, filter: _filter, ...rest } = input
  return { list, input: rest }
}

/** Only brands that the rows belong to are read. */
const only = ({ input, ...source }: ExportSource, rows: readonly object[]): ExportSource => {
  const brandIds = new Set(rows.map((row) => ('brandId' in row ? row.brandId : null)))
  // A row of no brand is in the list of all brands alone.
  const isNarrow = 'brandIds' in input && brandIds.size > 0 && !brandIds.has(null)
  const narrowed = isNarrow ? { ...input, brandIds: [...brandIds] } : input
  return { ...source, input: narrowed, keys: rows.map(rowKey) }
}

/** A selection too large to hold its rows is read by their numbers (`use-picked.ts`). */
const numbered = (source: ExportSource, ranges: Selection, total: number): ExportSource => ({
  ...source,
  numbers: { ranges, total },
})

/** What a table can export, the nearest first: the selection, what matches the filters, all. */
export const exportChoices = <Row>({ source, nouns, total, selection, rows }: Options<Row>): ExportChoice[] => {
  if (source === undefined) return []
  const [one, many] = nouns
  const picked = selectedCount(selection)
  const isFiltered = !isEmpty(source.input.search) || !isEmpty(source.input.filter)
  const readSelected = async (): Promise<ExportSource | null> => {
    if (picked > NAMED_MAX) return picked === total ? source : numbered(source, selection, total)
    const read = await rows()
    if (read !== null) return only(source, read as readonly object[]) // rows of a table are objects
    notify({ title: 'The export was not written', message: 'Some rows could not be read.', tone: 'warning' })
    return null
  }
  const selected = { label: `${formatWhole(picked)} selected ${picked === 1 ? one : many}`, source: readSelected }
  const shown = { label: plural(total, one, many), source: () => source }
  const matching = { ...shown, label: `${shown.label} that match${total === 1 ? 'es' : ''} the filters` }
  const all = { label: `All ${many}`, source: () => unfiltered(source) }
  const sets = [
    ...(picked > 0 ? [{ ...selected, prefix: 'Selected' }] : []),
    ...(isFiltered && total > 0 ? [{ ...matching, prefix: 'Matching' }] : []),
    ...(isFiltered ? [{ ...all, prefix: 'All' }] : total > 0 ? [{ ...shown, prefix: 'All' }] : []),
  ]
  return withoutFirstPrefix(sets)
}

type ListRows = {
  readonly all: readonly object[]
  /** Those on show, in their order; absent: all. */
  readonly rows?: readonly object[]
  readonly picked?: readonly object[]
  /** What the list's call is asked with; absent: all brands. */
  readonly input?: ExportSource['input']
  readonly answer?: ExportSource['answer']
}

/** The same for a list that the window holds as a whole; `answer`: the reply that its rows are from (`exports.write`). */
export const listChoices = (
  list: ExportSource['list'],
  [one, many]: readonly [string, string],
  { all, rows = all, picked = [], input = { brandIds: 'all' }, answer }: ListRows,
): ExportChoice[] => {
  const base = { list, input, ...(answer !== undefined && { answer }) }
  const isFiltered = rows.length < all.length
  const set = (prefix: string, some: readonly object[], label: string) =>
    some.length === 0 ? [] : [{ prefix, label, source: () => only(base, some) }]
  return withoutFirstPrefix([
    ...set('Selected', picked, `${formatWhole(picked.length)} selected ${picked.length === 1 ? one : many}`),
    ...(isFiltered ? set('Matching', rows, `${plural(rows.length, one, many)} on show`) : []),
    ...set('All', isFiltered ? all : rows, `All ${many}`),
  ])
}
