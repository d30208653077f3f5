import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import type { Dataset, SyncStatusRow } from '../../../src-shared/desk/sync.ts'
import { fuzzyScore } from '../../format/fuzzy.ts'
import type { BrandSync } from '../../store/sync.ts'

/** The order in which a sync fetches them, and the columns of the matrix. */
export const SYNC_COLUMNS: readonly Dataset[] = ['rankings', 'history', 'tracked', 'clusters', 'prospects', 'contacts']

export type SyncRow = { readonly brand: Brand; readonly sync: BrandSync }

/** One failure of a brand, however many of its datasets met it. */
export type Problem = {
  readonly brand: Brand
  readonly error: DeskErrorValue
  readonly datasets: readonly Dataset[]
  readonly nextTryAt: string | null
}

const rowsOf = (sync: BrandSync): readonly SyncStatusRow[] => Object.values(sync)

export const syncRows = (
  brands: readonly Brand[],
  byBrand: ReadonlyMap<string, BrandSync>,
  { text, isFailedOnly }: { readonly text: string; readonly isFailedOnly: boolean },
): readonly SyncRow[] =>
  brands
    .map((brand) => ({ brand, sync: byBrand.get(brand.id) ?? {} }))
    .filter(
      ({ brand, sync }) =>
        (!isFailedOnly || rowsOf(sync).some((row) => row.state === 'failed')) &&
        (text.trim() === '' || fuzzyScore(text, `${brand.name} ${brand.tags.join(' ')}`) !== null),
    )

const earliest = (left: string | null, right: string | null): string | null =>
  left === null || (right !== null && right < left) ? right : left

const problemsOf = (brand: Brand, sync: BrandSync): readonly Problem[] => {
  const byError = new Map<string, Problem>()
  for (const { state, error, dataset, nextTryAt } of rowsOf(sync)) {
    if (state !== 'failed' || error === null) continue
    const key = `${error.kind} ${error.detail?.serviceText ?? error.message}`
    const known = byError.get(key)
    byError.set(key, {
      brand,
      error,
      datasets: [...(known?.datasets ?? []), dataset],
      nextTryAt: earliest(known?.nextTryAt ?? null, nextTryAt),
    })
  }
  return [...byError.values()]
}

/** What went wrong, brand by brand. */
export const problems = (brands: readonly Brand[], byBrand: ReadonlyMap<string, BrandSync>): readonly Problem[] =>
  brands.flatMap((brand) => problemsOf(brand, byBrand.get(brand.id) ?? {}))

export type NextAct = 'key' | 'service' | 'doctor' | 'retry'

/** The one next action for an error: what a person can do about it. */
export const nextActOf = ({ kind }: DeskErrorValue): NextAct => {
  if (kind === 'unauthorized' || kind === 'forbidden' || kind === 'keychain') return 'key'
  if (kind === 'not-found' || kind === 'invalid') return 'service'
  return kind === 'bad-response' ? 'doctor' : 'retry'
}
