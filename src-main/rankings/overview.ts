import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DATASETS } from '../../src-shared/desk/sync.ts'
import { toInstant } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import type { FreshnessRow } from '../store/freshness.ts'
import type { EarlierDay } from './earlier-day.ts'
import { healthOf } from './rules/health.ts'

export type OverviewDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly brands: Pick<BrandBook, 'resolve' | 'get'>
  readonly earlierDay: Pick<EarlierDay, 'overview'>
}

/** Every dataset of a brand, also those that were never read. */
const freshnessOf = (rows: readonly FreshnessRow[]) =>
  DATASETS.map((dataset) => {
    const row = rows.find((one) => one.dataset === dataset)
    const fetchedAtMs = row?.fetchedAtMs ?? null
    const fetchedAt = fetchedAtMs === null ? null : toInstant(fetchedAtMs)
    return { dataset, state: row?.state ?? ('never' as const), fetchedAt }
  })

type OverviewHandlers = Pick<Handlers, 'brands.overview' | 'brands.days'>

/** Overview: summary rows of the cache, the health of each brand, and one brand by day. */
export const createOverviewHandlers = ({ store, clock, brands, earlierDay }: OverviewDeps): OverviewHandlers => ({
  'brands.overview': async ({ brandIds, asOfDay }) => {
    const ids = brands.resolve(brandIds)
    const then = asOfDay === undefined ? undefined : await earlierDay.overview(ids, asOfDay)
    const rollUps = await store.read('brands.overview', { brandIds: ids, earlier: then?.span })
    const rows = rollUps.map(({ freshness, ...row }) => {
      const { keyState } = brands.get(row.brandId)
      return {
        ...row,
        ...then?.moves.get(row.brandId),
        ...healthOf({ keyState, freshness, nowMs: clock.now() }),
        freshness: freshnessOf(freshness),
      }
    })
    return { rows }
  },
  'brands.days': async ({ brandId, days, asOfDay }) => ({
    points: await store.read('brands.days', { brandId: brands.get(brandId).id, days, asOfDay }),
  }),
})
