// What a cache.db holds of the service, by texts instead of the numbers that each desk counts for itself.
import Database from 'better-sqlite3'
import { unpackDay } from '../../src-main/rankings/rules/packed-day.ts'
import { IDS_OF_A_SET, unpackPages } from '../../src-main/rankings/rules/packed-pages.ts'

type Row = Readonly<Record<string, unknown>>
const SLICE_SPAN = 2 ** 32
const DAYS_OF_A_SLICE = 2 ** 20

/** Each desk's own: its numbers, its batches, and when it read a reply that says no time itself. */
const OWN = new Set(['no', 'batch', 'version', 'slice', 'brand_no', 'models_at_ms', 'interval_at_ms', 'stamp'])
const OWN_TIME = new Set(['rank_stats', 'rank_period'])
const LEFT_OUT = /^(brand|rank_(slice|keyword|url|packed|page_set|move_state|search.*))$/

/** A sum over the rows of a window is in the order of a desk's own numbers. */
const roundedSums = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value

/** All rows by table, in an order of their own: the same for two desks that know the same. */
export const cachedRows = ({
  cacheFile,
}: {
  readonly cacheFile: string
}): Readonly<Record<string, readonly string[]>> => {
  const db = new Database(cacheFile, { readonly: true })
  try {
    const all = (sql: string) => db.prepare<unknown[], Row>(sql).all()
    const brands = new Map(all('SELECT no, id FROM brand').map(({ no, id }) => [no, id]))
    const slices = new Map(
      all('SELECT * FROM rank_slice').map(({ id, brand_no, ...slice }) => [
        id,
        { brand: brands.get(brand_no), ...slice },
      ]),
    )
    const textsOf = (table: string) => new Map(all(`SELECT id, text FROM ${table}`).map(({ id, text }) => [id, text]))
    const [keywords, pages] = [textsOf('rank_keyword'), textsOf('rank_url')]

    const plain = (table: string) =>
      all(`SELECT * FROM ${table}`).map((row) => ({
        brand: brands.get(row.brand_no),
        slice: slices.get(row.slice),
        ...Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => !OWN.has(name) && !(name === 'fetched_at_ms' && OWN_TIME.has(table)))
            .filter(([name, value]) => name !== 'id' || typeof value === 'string')
            .map(([name, value]) => [
              name,
              name === 'keyword' && typeof value === 'number' ? keywords.get(value) : value,
            ]),
        ),
      }))
    const days = all('SELECT id, data FROM rank_packed').flatMap(({ id, data }) =>
      unpackDay(data as Buffer).map(({ keyword, page, ...row }) => ({
        slice: slices.get(Math.floor(Number(id) / DAYS_OF_A_SLICE)),
        day: Number(id) % DAYS_OF_A_SLICE,
        keyword: keywords.get(keyword),
        page: pages.get(page),
        ...row,
      })),
    )
    const rankedPages = all('SELECT id, data FROM rank_page_set').flatMap(({ id, data }) =>
      unpackPages(Number(id), data as Buffer).map(({ id: row, url, measures }) => ({
        slice: slices.get(Math.floor((Number(id) * IDS_OF_A_SET) / SLICE_SPAN)),
        keyword: keywords.get(row % SLICE_SPAN),
        page: pages.get(url),
        measures,
      })),
    )
    const named = all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name))
    const tables = named.filter((name) => !LEFT_OUT.test(name)).map((name) => [name, plain(name)] as const)
    const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row, roundedSums)).toSorted()
    return Object.fromEntries(
      [...tables, ['days', days] as const, ['pages', rankedPages] as const].map(([name, rows]) => [name, sorted(rows)]),
    )
  } finally {
    db.close()
  }
}
