import type { CallOutput, Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DATASETS } from '../../src-shared/desk/sync.ts'
import { toInstantOrNull } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { RoomParts } from '../room.ts'
import type { FreshnessRow } from '../store/freshness.ts'
import { cursorPage } from '../store/paging.ts'
import type { EarlierDay, EarlierOverview } from './earlier-day.ts'
import { oldestOf } from './queries/rank-scope.ts'
import { healthOf } from './rules/health.ts'
import { type Standing, selectBrands, wholeOf } from './rules/overview-order.ts'

export type OverviewDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly brands: Pick<BrandBook, 'resolve' | 'get'>
  readonly earlierDay: Pick<EarlierDay, 'overview'>
}

/** Every dataset of a brand, also those that were never read. */
const freshnessOf = (rows: readonly FreshnessRow[]) =>
  DATASETS.map((dataset) => {
    const row = rows.find((one) => one.dataset === dataset)
    return { dataset, state: row?.state ?? ('never' as const), fetchedAt: toInstantOrNull(row?.fetchedAtMs ?? null) }
  })

const rankingsOf = (rows: readonly FreshnessRow[]): FreshnessRow | undefined =>
  rows.find(({ dataset }) => dataset === 'rankings')

type Input = ParsedInput<'brands.overview'>
type Listed = { readonly brandIds: readonly string[]; readonly whole?: CallOutput<'brands.overview'>['whole'] }

/** Whether the brands can be listed as they are, without a look at their figures. */
const isPlain = ({ sort, search = '', tag, health, whole }: Input): boolean =>
  !whole &&
  search.trim() === '' &&
  tag === undefined &&
  health === undefined &&
  sort.every(({ by, direction }) => by === 'added' && direction === 'asc')

/** The rows of one page by their numbers in the list. */
const pageNumbers = ({ limit, cursor, offset, ...asked }: Input, total: number) => {
  const from = offset === undefined ? { cursor, first: 0 } : { cursor: null, first: offset }
  return cursorPage<number>(
    { limit, cursor: from.cursor, keys: [], list: JSON.stringify(asked) },
    {
      take: (after, count) => {
        const first = after === undefined ? from.first : after.tie + 1
        return Array.from({ length: Math.max(0, Math.min(count, total - first)) }, (_, place) => first + place)
      },
      placeOf: (place) => ({ keys: [], tie: place }),
    },
  )
}

type OverviewHandlers = Pick<Handlers, 'brands.overview' | 'brands.days'>

/** Overview: summary rows of the cache, the health of each brand, and one brand by day. */
export const createOverviewHandlers = ({ store, clock, brands, earlierDay }: OverviewDeps): OverviewHandlers => {
  const health = (brandId: string, freshness: readonly FreshnessRow[]) =>
    healthOf({ keyState: brands.get(brandId).keyState, freshness, nowMs: clock.now() })

  const asOf = async (
    brandIds: readonly string[],
    asOfDay: string | undefined,
  ): Promise<EarlierOverview | undefined> =>
    asOfDay === undefined ? undefined : earlierDay.overview(brandIds, asOfDay)

  const listed = async (brandIds: readonly string[], input: Input): Promise<Listed> => {
    if (isPlain(input)) return { brandIds }
    const then = await asOf(brandIds, input.asOfDay)
    const [figures, fresh] = await Promise.all([
      store.read('brands.standings', { brandIds, earlier: then?.span }),
      store.read('freshness.withErrors', { brandIds }),
    ])
    const freshness = Map.groupBy(fresh, ({ brandId }) => brandId)
    const needy = new Set(input.attention)
    const rows = figures.map(({ brandId, ...row }): Standing => {
      const own = freshness.get(brandId) ?? []
      return {
        ...row,
        ...then?.moves.get(brandId),
        brand: brands.get(brandId),
        health: needy.has(brandId) ? 'attention' : health(brandId, own).health,
        fetchedAtMs: rankingsOf(own)?.fetchedAtMs ?? null,
      }
    })
    const fitting = selectBrands(rows, input)
    const whole = wholeOf(fitting, rows)
    return { brandIds: whole.brandIds, ...(input.whole && { whole }) }
  }

  const rowsOf = async (brandIds: readonly string[], asOfDay: string | undefined) => {
    const then = await asOf(brandIds, asOfDay)
    const rollUps = await store.read('brands.overview', { brandIds, earlier: then?.span })
    const rows = rollUps.map(({ freshness, ...row }) => ({
      ...row,
      ...then?.moves.get(row.brandId),
      ...health(row.brandId, freshness),
      freshness: freshnessOf(freshness),
    }))
    const read = rollUps.map(({ freshness }) => ({ fetchedAtMs: rankingsOf(freshness)?.fetchedAtMs ?? null }))
    return { rows, freshAsOf: toInstantOrNull(oldestOf(read)) }
  }

  return {
    'brands.overview': async (input) => {
      const { brandIds, whole } = await listed(brands.resolve(input.brandIds), input)
      const page = pageNumbers(input, brandIds.length)
      const rows = await rowsOf(
        page.rows.flatMap((place) => brandIds[place] ?? []),
        input.asOfDay,
      )
      return { ...rows, total: brandIds.length, nextCursor: page.nextCursor, ...(whole && { whole }) }
    },
    'brands.days': async ({ brandId, days, asOfDay }) => ({
      points: await store.read('brands.days', { brandId: brands.get(brandId).id, days, asOfDay }),
    }),
  }
}
