import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE, type Slice } from '../../src-shared/desk/slice.ts'
import { toInstantOrNull } from '../base/clock.ts'
import type { AsOf } from './as-of.ts'
import type { RankingDeps } from './deps.ts'
import { createPeriods } from './periods.ts'
import { unpackRows } from './rules/packed-rows.ts'

type RankingHandlers = Pick<
  Handlers,
  | 'rankings.page'
  | 'rankings.totals'
  | 'rankings.history'
  | 'rankings.forecast'
  | 'rankings.movers'
  | 'rankings.mark'
  | 'rankings.marks'
  | 'rankings.tags'
  | 'rankings.tracked'
  | 'rankings.days'
>

/** None of them waits for the service. */
export const createRankingHandlers = (deps: RankingDeps & { readonly asOf: AsOf }): RankingHandlers => {
  const { store, brands, emit, asOf } = deps
  const withPeriods = createPeriods(deps)
  /** Brands by id and a set slice, as the queries take them. */
  const scoped = (input: { brandIds: 'all' | string[]; slice?: Slice | undefined }) => ({
    brandIds: input.brandIds === 'all' ? input.brandIds : brands.resolve(input.brandIds),
    slice: input.slice ?? DEFAULT_SLICE,
  })
  return {
    'rankings.page': async (input) => {
      const args = await withPeriods({ ...input, ...scoped(input) })
      const { asOfMs, packed, ...page } = await store.read('rankings.page', args)
      return { rows: unpackRows(packed), ...page, asOf: toInstantOrNull(asOfMs) }
    },
    'rankings.totals': async (input) => {
      const { brands: found, ...totals } = await store.read(
        'rankings.totals',
        await withPeriods({ ...input, ...scoped(input) }),
      )
      const asked = brands.resolve(input.brandIds).length
      return { ...totals, brands: { asked, ...found } }
    },
    'rankings.history': async (input) => {
      brands.get(input.brandId)
      const slice = input.slice ?? DEFAULT_SLICE
      const { points, asOfMs } = await store.read('rankings.history', { ...input, slice })
      return { points, asOf: toInstantOrNull(asOfMs) }
    },
    'rankings.forecast': async (input) => {
      brands.get(input.brandId)
      const slice = input.slice ?? DEFAULT_SLICE
      const { asOfMs, ...forecast } = await store.read('rankings.forecast', { ...input, slice })
      return { ...forecast, asOf: toInstantOrNull(asOfMs) }
    },
    'rankings.movers': async ({ from, to, moves, asOfDay, ...input }) => {
      const scope = scoped(input)
      if (moves === 'real' && asOfDay !== undefined) {
        const { asOfMs, ...reply } = await asOf.movers({ ...scope, day: asOfDay }, input)
        return { ...reply, asOf: toInstantOrNull(asOfMs) }
      }
      if (moves === 'real') {
        for (const brandId of await store.read('rankings.staleMoves', scope))
          await store.write('rankings.saveMoves', { brandId, slice: scope.slice })
        const { asOfMs, ...reply } = await store.read('rankings.realMovers', { ...input, ...scope })
        return { ...reply, asOf: toInstantOrNull(asOfMs) }
      }
      // The contract lets no call for all moves through without both days.
      const days = { from: from ?? '', to: to ?? '' }
      const { asOfMs, ...page } = await store.read('rankings.movers', { ...input, ...scope, ...days })
      return { ...page, asOf: toInstantOrNull(asOfMs) }
    },
    'rankings.mark': async (input) => {
      const before = await store.write('rankings.mark', input)
      const brandIds = [...new Set(before.map(({ brandId }) => brandId))]
      if (brandIds.length > 0) emit('changed', { brandIds, datasets: ['keywordMarks'] })
      return { changed: before.length, before }
    },
    'rankings.marks': async ({ keywords, slice = DEFAULT_SLICE }) => {
      for (const { brandId } of keywords) brands.get(brandId)
      return { marks: await store.read('rankings.marks', { keywords, slice }) }
    },
    'rankings.tags': async ({ brandIds }) => ({
      tags: await store.read('rankings.tags', { brandIds: brandIds === 'all' ? brandIds : brands.resolve(brandIds) }),
    }),
    'rankings.tracked': ({ brandId }) => store.read('tracked.list', { brandId: brands.get(brandId).id }),
    'rankings.days': async (input) => ({
      days: await store.read('rankings.days', scoped(input)),
      newestWholeDay: await store.read('rankings.wholeDay', scoped(input)),
    }),
  }
}
