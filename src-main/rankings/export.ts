import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import type { Period } from '../../src-shared/desk/period.ts'
import type { RankRow } from '../../src-shared/desk/rankings.ts'
import { toInstant } from '../base/clock.ts'
import { type CsvContext, csvHead, csvRows } from './csv.ts'
import type { RankingDeps } from './deps.ts'
import { writeExport } from './export-file.ts'
import type { RankQuery } from './queries/rank-plan.ts'
import type { When } from './queries/rank-snapshots.ts'
import { unpackRows } from './rules/packed-rows.ts'

type ExportInput = Omit<ParsedInput<'rankings.export'>, 'format' | 'brandIds' | 'slice' | keyof When> & RankQuery

/** Rows that are read and written at a time. */
const PART_ROWS = 2000

/** `2026-11-15` or `2026-11-15 to 2026-11-21`. */
const textOf = (day: string | undefined, period: Period | undefined): string | undefined =>
  period === undefined ? day : `${period.from} to ${period.to}`

const periodOf = ({ day, period }: RankQuery): string => textOf(day, period) ?? 'last 28 days'

const comparedWith = ({ day, period, compareDay, comparePeriod }: RankQuery): string =>
  textOf(compareDay, comparePeriod) ?? (day === undefined && period === undefined ? 'period before' : '')

const stemOf = ({ brands, clock }: RankingDeps, query: RankQuery): string => {
  const ids = brands.resolve(query.brandIds === 'all' ? 'all' : [...query.brandIds])
  const [only] = ids
  const one = ids.length === 1 && only !== undefined ? brands.get(only).slug : undefined
  const who = one ?? (query.brandIds === 'all' ? 'all-brands' : `${ids.length}-brands`)
  const before = textOf(query.compareDay, query.comparePeriod)
  const days = [
    periodOf(query).replaceAll(' ', '-'),
    ...(before === undefined ? [] : ['vs', before.replaceAll(' ', '-')]),
  ]
  const time = toInstant(clock.now()).slice(0, 19).replaceAll(/[-:]/g, '')
  return ['rankings', who, ...days, time].join('-')
}

/** The file's rows part by part: sorted once, read by id. */
async function* partsOf({ store }: RankingDeps, query: RankQuery, ids: readonly number[]): AsyncGenerator<RankRow[]> {
  const { brandIds, slice, day, compareDay, period, comparePeriod } = query
  for (let from = 0; from < ids.length; from += PART_ROWS) {
    const part = ids.slice(from, from + PART_ROWS)
    yield unpackRows(
      await store.read('rankings.rows', {
        brandIds,
        slice,
        day,
        compareDay,
        period,
        comparePeriod,
        ids: part,
      }),
    )
  }
}

type Counter = { rows: number }

async function* csvText(head: string, rows: AsyncIterable<RankRow[]>, context: CsvContext, counter: Counter) {
  yield head
  for await (const part of rows) {
    counter.rows += part.length
    yield csvRows(part, context)
  }
}

/** One JSON object; its rows are exactly those of the cache. */
async function* jsonText(head: object, rows: AsyncIterable<RankRow[]>, counter: Counter) {
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`
  for await (const part of rows) {
    const text = part.map((row) => JSON.stringify(row)).join(',\n')
    yield `${counter.rows === 0 || text === '' ? '\n' : ',\n'}${text}`
    counter.rows += part.length
  }
  yield '\n]}\n'
}

/** Every row of the filtered set, in the asked order, as a new file of the exports folder. */
export const createRankExport =
  (deps: RankingDeps) =>
  async (query: ExportInput, format: 'csv' | 'json'): Promise<CallOutput<'rankings.export'>> => {
    const { ids, asOfMs, fetchedAtMs } = await deps.store.read('rankings.ids', query)
    const asOf = asOfMs === null ? null : toInstant(asOfMs)
    const counter = { rows: 0 }
    const rows = partsOf(deps, query, ids)
    const context: CsvContext = {
      brandName: (brandId) => deps.brands.get(brandId).name,
      syncedAt: (brandId) => (fetchedAtMs[brandId] === undefined ? '' : toInstant(fetchedAtMs[brandId])),
      period: periodOf(query),
      comparedWith: comparedWith(query),
    }
    const text =
      format === 'csv'
        ? csvText(csvHead(deps.settings.get().csvBom), rows, context, counter)
        : jsonText({ asOf, query }, rows, counter)
    const brands = deps.brands.resolve(query.brandIds === 'all' ? 'all' : [...query.brandIds]).map(deps.brands.get)
    const file = { folder: deps.exportsFolder, stem: stemOf(deps, query), extension: format, brands, store: deps.store }
    const { path, fileName } = await writeExport(file, text)
    return { path, fileName, rowCount: counter.rows, asOf }
  }
