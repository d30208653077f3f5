// Brands become slices here, one by one and by name: no ranking query reads a row whose slice is not in its scope.
import { createHash } from 'node:crypto'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { prepared, type ReadableDb, stampOf } from '../../store/db.ts'
import { remember } from './rank-memo.ts'
import { sliceColumns } from './rank-slices.ts'

/** Brands by id; 'all' are those that core.db holds. */
export type ScopeArgs = { readonly brandIds: 'all' | readonly string[]; readonly slice: Slice }

export type ScopedSlice = {
  readonly id: number
  readonly brandId: string
  /** Of the review window; null where there is none yet. */
  readonly keywords: number | null
  readonly fetchedAtMs: number | null
  /** Where the review window ends. */
  readonly windowLast: number | null
  readonly newestDay: number | null
}

export type Scope = {
  readonly slices: readonly ScopedSlice[]
  readonly byId: ReadonlyMap<number, ScopedSlice>
  /** The numbers as a JSON list, the form in which SQL takes them. */
  readonly json: string
  /** Identifies this scope. */
  readonly print: string
}

const ALL_OF_CUT = `
  SELECT s.id, b.id AS brandId, t.keywords, t.fetched_at_ms AS fetchedAtMs, t.last_day AS windowLast,
    (SELECT max(day) FROM rank_day d WHERE d.slice = s.id) AS newestDay
  FROM rank_slice s JOIN brand b ON b.no = s.brand_no LEFT JOIN rank_stats t ON t.slice = s.id
  WHERE s.device = ? AND s.country = ? AND s.search_type = ? AND s.universe = ?
  ORDER BY s.id`

const loadCut = ({ cache }: ReadableDb, slice: Slice): ScopedSlice[] =>
  prepared<ScopedSlice>(cache, ALL_OF_CUT).all(...sliceColumns(slice))

const knownBrands = ({ core }: ReadableDb): string[] =>
  prepared<{ id: string }>(core, 'SELECT id FROM brand')
    .all()
    .map(({ id }) => id)

const makeScope = (all: readonly ScopedSlice[], brandIds: readonly string[]): Scope => {
  const wanted = new Set(brandIds)
  const slices = all.filter(({ brandId }) => wanted.has(brandId))
  const json = JSON.stringify(slices.map(({ id }) => id))
  return {
    slices,
    byId: new Map(slices.map((slice) => [slice.id, slice])),
    json,
    print: createHash('sha1').update(JSON.stringify(brandIds)).digest('base64url').slice(0, 12),
  }
}

/** The slices of these brands; a brand without rankings has none. Inside `readOnce` only. */
export const scopeOf = (db: ReadableDb, { brandIds, slice }: ScopeArgs): Scope => {
  const cut = JSON.stringify(sliceColumns(slice))
  const all = remember(db, `cut ${cut}`, () => loadCut(db, slice))
  const isAll = brandIds === 'all'
  return remember(db, `scope ${cut} ${isAll ? `all ${stampOf(db.core)}` : brandIds.join(' ')}`, () =>
    makeScope(all, isAll ? knownBrands(db) : brandIds),
  )
}

/** The sync instant of the slice that was read longest ago; null where none was. */
export const oldestOf = (slices: readonly { readonly fetchedAtMs: number | null }[]): number | null =>
  slices.reduce<number | null>((oldest, { fetchedAtMs }) => {
    if (fetchedAtMs === null) return oldest
    return oldest === null ? fetchedAtMs : Math.min(oldest, fetchedAtMs)
  }, null)
