// A year of history, 200 brands × 1,000 keywords × 365 days, against 50 days of it (10 M) and 5 (1 M). The caches are
// filled in a temporary folder, or once in the folder that AGENCY_DESK_BENCH_CACHES names.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { dayNumber } from '../../src-main/base/clock.ts'
import { ingestDay } from '../../src-main/rankings/queries/ingest/day.ts'
import { openForWriting } from '../../src-main/store/files.ts'
import { openStore } from '../../src-main/store/open.ts'
import { tables } from '../../src-main/tables.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { type Bench, type BenchRow, interleave, judge, median } from './bench.ts'
import { createRandom, dayAt, type FilledCache, fillCache, itemOf, keywordOf } from './rank-cache.ts'
import { type Opened, yearCases } from './year-cases.ts'
import type { DeskFigures } from './year-desk.ts'

const SIZES = [
  { name: '1M', days: 5 },
  { name: '10M', days: 50 },
  { name: '73M', days: 365 },
] as const
type Size = (typeof SIZES)[number]['name']
type BySize<Value> = Record<Size, Value>

const bySize = <Value>(make: (size: Size, at: number) => Value): BySize<Value> => ({
  '1M': make('1M', 0),
  '10M': make('10M', 1),
  '73M': make('73M', 2),
})

const rowOf = (name: string, unit: string, values: BySize<number>): BenchRow =>
  judge({
    name: `${name}, 73 M keyword-days`,
    against: '10 M',
    ratio: values['73M'] / values['10M'],
    atMost: 2,
    measured: { what: name, unit, ...Object.fromEntries(SIZES.map((size) => [`at${size.name}`, values[size.name]])) },
  })

const BUDGET_MS = 5_000

const readRows = async (caches: BySize<FilledCache>): Promise<BenchRow[]> => {
  const open = async (filled: FilledCache): Promise<Opened> => {
    return { filled, store: await openStore({ ...filled.files, onNotice: ({ message }) => console.error(message) }) }
  }
  const opened = { '1M': await open(caches['1M']), '10M': await open(caches['10M']), '73M': await open(caches['73M']) }
  try {
    const rows: BenchRow[] = []
    for (const { name, rounds, run, isByDay } of yearCases) {
      const ms = await interleave(
        { rounds, budgetMs: BUDGET_MS },
        bySize((size) => (round: number) => run(opened[size], round)),
      )
      const days = (size: Size) => (isByDay ? caches[size].scale.days : 1)
      rows.push(
        rowOf(
          name,
          'ms',
          bySize((size) => ms[size] / days(size)),
        ),
      )
    }
    return rows
  } finally {
    for (const { store } of Object.values(opened)) await store.close()
  }
}

const INGESTED = 20

/** The day after the last, of some brands, from the bytes of their replies; deleted again. */
const ingestRow = async (caches: BySize<FilledCache>): Promise<BenchRow> => {
  const random = createRandom(1)
  const bodies = Array.from({ length: INGESTED }, (_, brand) => {
    const items = Array.from({ length: 1000 }, (_, keyword) => itemOf(random, keywordOf(brand, keyword)))
    return new TextEncoder().encode(JSON.stringify({ items })).buffer
  })
  const opened = bySize((size) => openForWriting(caches[size].files, tables).db)
  try {
    const ingest = (size: Size) => (round: number) => {
      const { scale, brandIds } = caches[size]
      const place = { slice: DEFAULT_SLICE, day: dayAt(scale.days), fetchedAtMs: round, batch: round + 10 }
      bodies.forEach((body, brand) => {
        ingestDay(opened[size], { ...place, brandId: brandIds[brand] ?? '', body })
      })
    }
    const ms = await interleave({ rounds: 16, budgetMs: BUDGET_MS }, bySize(ingest))
    return rowOf(`ingest of a day of ${INGESTED} brands`, 'ms', ms)
  } finally {
    for (const { name, days } of SIZES) {
      const { cache, core } = opened[name]
      const day = dayNumber(dayAt(days))
      cache.exec(`DELETE FROM rank_packed WHERE id % ${2 ** 20} = ${day}; DELETE FROM rank_day WHERE day = ${day}`)
      cache.close()
      core.close()
    }
  }
}

const STARTS = 3
const DESK = join(import.meta.dirname, 'year-desk.ts')

const startRows = (caches: BySize<FilledCache>): BenchRow[] => {
  const figures = bySize<DeskFigures[]>(() => [])
  for (let round = 0; round < STARTS; round += 1)
    for (const { name } of SIZES) {
      const printed = execFileSync(process.execPath, [DESK, JSON.stringify(caches[name])], { encoding: 'utf8' })
      figures[name].push(JSON.parse(printed) as DeskFigures) // what year-desk.ts prints
    }
  const row = (name: string, unit: string, field: keyof DeskFigures) =>
    rowOf(
      name,
      unit,
      bySize((size) => median(figures[size].map((one) => one[field]))),
    )
  return [
    row('start to the first page', 'ms', 'startMs'),
    row('memory after the start, all threads', 'MiB', 'startMib'),
    row('memory after all of these', 'MiB', 'workedMib'),
  ]
}

const BYTES_MAX = 16

const bytesRow = (what: string, bytes: BySize<number>): BenchRow =>
  judge({
    name: `${what}, 73 M keyword-days`,
    against: '1 byte',
    ratio: bytes['73M'],
    atMost: BYTES_MAX,
    measured: { what, unit: 'bytes', at1M: bytes['1M'], at10M: bytes['10M'], at73M: bytes['73M'] },
  })

/** The whole file with its windows of 28 days, and what each day added to the size before; SQLite's share included. */
const sizeRows = (caches: BySize<FilledCache>): BenchRow[] => {
  const rowsOf = ({ scale }: FilledCache) => scale.brands * scale.keywords * scale.days
  const sizeOf = ({ files }: FilledCache) => statSync(files.cacheFile).size
  const added = (less: FilledCache, more: FilledCache) => (sizeOf(more) - sizeOf(less)) / (rowsOf(more) - rowsOf(less))
  const first = added(caches['1M'], caches['10M'])
  return [
    bytesRow(
      'all of cache.db, by keyword-day',
      bySize((size) => sizeOf(caches[size]) / rowsOf(caches[size])),
    ),
    bytesRow('history, by keyword-day', { '1M': first, '10M': first, '73M': added(caches['10M'], caches['73M']) }),
  ]
}

export const yearBench: Bench = {
  name: '--year',
  run: async () => {
    const { AGENCY_DESK_BENCH_CACHES: kept } = process.env
    const made: FilledCache[] = []
    try {
      const fill = (days: number): FilledCache => {
        const folder = kept === undefined ? undefined : join(kept, String(days))
        const filled = fillCache({ brands: 200, keywords: 1000, days }, undefined, folder)
        console.log(`  ${days} days filled in ${Math.round(filled.filledMs)} ms`)
        made.push(filled)
        return filled
      }
      const caches = bySize((_, at) => fill(SIZES[at]?.days ?? 0))
      const sizes = sizeRows(caches)
      return [...sizes, ...(await readRows(caches)), await ingestRow(caches), ...startRows(caches)]
    } finally {
      for (const cache of made) cache.remove()
    }
  },
}
