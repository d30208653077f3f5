import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { Dataset, SyncStatusRow } from '../../src-shared/desk/sync.ts'
import { toInstant } from '../base/clock.ts'
import { brandNumbers } from './cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from './db.ts'

export type FreshnessRow = {
  readonly brandId: string
  readonly dataset: Dataset
  readonly state: SyncStatusRow['state']
  readonly fetchedAtMs: number | null
  readonly rows: number | null
  readonly error: DeskErrorValue | null
  readonly nextTryAtMs: number | null
}

/** `fetchedAtMs` and `rows` left out keep what was stored. */
export type FreshnessSave = Omit<FreshnessRow, 'fetchedAtMs' | 'rows' | 'error' | 'nextTryAtMs'> & {
  readonly fetchedAtMs?: number | null | undefined
  readonly rows?: number | null | undefined
  readonly error?: DeskErrorValue | null | undefined
  readonly nextTryAtMs?: number | null | undefined
}

const COLUMNS = `brand.id AS brandId, dataset, state, fetched_at_ms AS fetchedAtMs, rows, error,
  next_try_at_ms AS nextTryAtMs`
const ALL = `SELECT ${COLUMNS} FROM freshness JOIN brand ON brand.no = brand_no ORDER BY brand_no, dataset`
const OF_BRANDS = `SELECT ${COLUMNS} FROM json_each(?) AS wanted JOIN brand ON brand.id = wanted.value
  JOIN freshness ON brand_no = brand.no`

type Stored = Omit<FreshnessRow, 'error'> & { readonly error: string | null }
const toRow = (row: Stored): FreshnessRow => ({
  ...row,
  error: row.error === null ? null : (JSON.parse(row.error) as DeskErrorValue), // as saved
})

export const listFreshness = (
  { cache }: ReadableDb,
  { brandIds }: { brandIds?: readonly string[] | undefined },
): FreshnessRow[] => {
  const rows =
    brandIds === undefined
      ? prepared<Stored>(cache, ALL).all()
      : prepared<Stored>(cache, `${OF_BRANDS} ORDER BY brand_no, dataset`).all(JSON.stringify(brandIds))
  return rows.map(toRow)
}

const WITH_ERRORS = `${OF_BRANDS} WHERE dataset = 'rankings' OR error IS NOT NULL ORDER BY brand_no, dataset`

/** The rankings of each brand, and whatever else its last sync failed at. */
export const freshnessWithErrors = (
  { cache }: ReadableDb,
  { brandIds }: { brandIds: readonly string[] },
): FreshnessRow[] => prepared<Stored>(cache, WITH_ERRORS).all(JSON.stringify(brandIds)).map(toRow)

const SAVE = `
  INSERT INTO freshness (brand_no, dataset, state, fetched_at_ms, rows, error, next_try_at_ms)
  VALUES (@brandNo, @dataset, @state, @fetchedAtMs, @rows, @error, @nextTryAtMs)
  ON CONFLICT (brand_no, dataset) DO UPDATE SET state = @state, error = @error, next_try_at_ms = @nextTryAtMs,
    fetched_at_ms = iif(@keepFetchedAt, fetched_at_ms, @fetchedAtMs), rows = iif(@keepRows, rows, @rows)
`

const save = ({ cache }: WritableDb, brandNo: number, row: FreshnessSave): unknown =>
  prepared(cache, SAVE).run({
    brandNo,
    dataset: row.dataset,
    state: row.state,
    fetchedAtMs: row.fetchedAtMs ?? null,
    keepFetchedAt: row.fetchedAtMs === undefined ? 1 : 0,
    rows: row.rows ?? null,
    keepRows: row.rows === undefined ? 1 : 0,
    error: row.error == null ? null : JSON.stringify(row.error),
    nextTryAtMs: row.nextTryAtMs ?? null,
  })

/** In their order; those of removed brands are left out. */
export const saveFreshness = (db: WritableDb, rows: readonly FreshnessSave[]): void =>
  db.cache.transaction(() => {
    const numbers = brandNumbers(
      db,
      rows.map(({ brandId }) => brandId),
    )
    for (const row of rows) {
      const brandNo = numbers.get(row.brandId)
      if (brandNo !== undefined) save(db, brandNo, row)
    }
  })()

const OLDEST = `
  SELECT min(fetched_at_ms) AS oldest FROM freshness JOIN brand ON brand.no = brand_no
  WHERE dataset = @dataset AND (@all OR brand.id IN (SELECT value FROM json_each(@ids)))
`

/** When the brand that was synced longest ago was read; null where none ever was. */
export const oldestFetchedAtMs = (
  { cache }: ReadableDb,
  dataset: Dataset,
  brandIds: 'all' | readonly string[],
): number | null =>
  prepared<{ oldest: number | null }>(cache, OLDEST).get({
    dataset,
    all: brandIds === 'all' ? 1 : 0,
    ids: JSON.stringify(brandIds === 'all' ? [] : brandIds),
  })?.oldest ?? null

/** The same as an instant: the `freshAsOf` of a page. */
export const freshAsOf = (db: ReadableDb, dataset: Dataset, brandIds: 'all' | readonly string[]): string | null => {
  const oldest = oldestFetchedAtMs(db, dataset, brandIds)
  return oldest === null ? null : toInstant(oldest)
}

/** SQL: when a dataset of a brand was read last; null: never. */
export const fetchedAt = (brandNo: string, dataset: Dataset): string =>
  `(SELECT fetched_at_ms FROM freshness WHERE brand_no = ${brandNo} AND dataset = '${dataset}')`
