import { stringify } from 'csv-stringify/sync'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Settings } from '../../src-shared/desk/desk.ts'
import type { BasketRow } from '../../src-shared/desk/research.ts'
import { type Clock, toInstant } from '../base/clock.ts'
import { escapeFormula } from '../base/escape-formula.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Emit } from '../desk.ts'
import { writeExport } from '../rankings/export-file.ts'
import type { Store } from '../store/store.ts'
import type { StoredBasketRow } from './queries/basket.ts'

export type BasketDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
  readonly brands: Pick<BrandBook, 'get' | 'resolve'>
  readonly settings: { readonly get: () => Settings }
  readonly exportsFolder: string
}

type BasketCalls = 'basket' | 'saveBasket' | 'removeFromBasket' | 'exportBasket'

const COLUMNS = ['brand', 'keyword', 'note', 'tracked', 'position', 'addedAt', 'syncedAt'] as const

export const createBasket = (deps: BasketDeps): Pick<Handlers, `research.${BasketCalls}`> => {
  const { store, clock, emit, brands, settings, exportsFolder } = deps

  /** Rows with the status of their keyword; rows of one brand stay together. */
  const withStatus = async (rows: readonly StoredBasketRow[]): Promise<BasketRow[]> => {
    const byBrand = Map.groupBy(rows, ({ brandId }) => brandId)
    const parts = await Promise.all(
      Array.from(byBrand, async ([brandId, part]) => {
        const statuses = await store.read('keywordStatus.of', { brandId, keywords: part.map(({ keyword }) => keyword) })
        return part.map((row, index) => ({ ...row, ...(statuses[index] ?? { isTracked: false, position: null }) }))
      }),
    )
    return parts.flat()
  }

  const list = async (brandIds: 'all' | string[]): Promise<BasketRow[]> =>
    withStatus(await store.read('basket.list', { brandIds: brands.resolve(brandIds) }))

  /** When the rankings that the positions come from were read, by brand; a brand that never was is not in it. */
  const syncedAtOf = async (rows: readonly BasketRow[]): Promise<ReadonlyMap<string, number>> => {
    const brandIds = [...new Set(rows.map(({ brandId }) => brandId))]
    const freshness = await store.read('freshness.list', { brandIds })
    return new Map(
      freshness.flatMap(({ brandId, dataset, fetchedAtMs }) =>
        dataset === 'rankings' && fetchedAtMs !== null ? [[brandId, fetchedAtMs] as const] : [],
      ),
    )
  }

  const csvOf = (rows: readonly BasketRow[], syncedAt: ReadonlyMap<string, number>): string => {
    const syncedText = (brandId: string) => {
      const ms = syncedAt.get(brandId)
      return ms === undefined ? '' : toInstant(ms)
    }
    const records = rows.map(({ brandId, keyword, note, isTracked, position, addedAt }) => [
      escapeFormula(brands.get(brandId).name),
      escapeFormula(keyword),
      escapeFormula(note),
      String(isTracked),
      position,
      addedAt,
      syncedText(brandId),
    ])
    return `${settings.get().csvBom ? '\ufeff' : ''}${stringify([[...COLUMNS], ...records])}`
  }

  const stemOf = (brandIds: 'all' | string[]): string => {
    const ids = brands.resolve(brandIds)
    const [only] = ids
    const one = ids.length === 1 && only !== undefined ? brands.get(only).slug : undefined
    const who = one ?? (brandIds === 'all' ? 'all-brands' : `${ids.length}-brands`)
    return `keyword-basket-${who}-${toInstant(clock.now()).slice(0, 19).replaceAll(/[-:]/g, '')}`
  }

  async function* text(contents: string) {
    yield contents
  }

  return {
    'research.basket': async ({ brandIds }) => ({ rows: await list(brandIds) }),
    'research.saveBasket': async ({ brandId, entries }) => {
      brands.get(brandId)
      const saved = await store.write('basket.save', { brandId, entries, atMs: clock.now() })
      emit('changed', { brandIds: [brandId], datasets: ['basket'] })
      return { rows: await withStatus(saved) }
    },
    'research.removeFromBasket': async ({ brandId, keywords }) => {
      brands.get(brandId)
      const removed = await store.write('basket.remove', { brandId, keywords })
      if (removed.length > 0) emit('changed', { brandIds: [brandId], datasets: ['basket'] })
      return { removed: await withStatus(removed) }
    },
    'research.exportBasket': async ({ brandIds, format }) => {
      const rows = (await list(brandIds)).filter(({ state }) => state === 'keep')
      const exported = brands.resolve(brandIds).map(brands.get)
      const file = { folder: exportsFolder, stem: stemOf(brandIds), extension: format, brands: exported, store }
      const syncedAt = await syncedAtOf(rows)
      const asOf = syncedAt.size === 0 ? null : toInstant(Math.min(...syncedAt.values()))
      const contents = format === 'csv' ? csvOf(rows, syncedAt) : `${JSON.stringify({ asOf, rows }, null, 2)}\n`
      const { path, fileName } = await writeExport(file, text(contents))
      return { path, fileName, rowCount: rows.length, asOf }
    },
  }
}
