import { isDeepStrictEqual } from 'node:util'
import type { CallOutput, Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE, type Slice } from '../../src-shared/desk/values/slice.ts'
import { toInstantOrNull } from '../base/clock.ts'
import type { RankingDeps } from './deps.ts'
import type { EarlierDay } from './earlier-day.ts'
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
export const createRankingHandlers = (deps: RankingDeps & { readonly earlierDay: EarlierDay }): RankingHandlers => {
  const { store, clock, log, brands, emit, earlierDay } = deps
  const withPeriods = createPeriods(deps)
  /** Brands by id and a set slice, as the queries take them. */
  const scoped = (input: { brandIds: 'all' | string[]; slice?: Slice | undefined }) => ({
    brandIds: input.brandIds === 'all' ? input.brandIds : brands.resolve(input.brandIds),
    slice: input.slice ?? DEFAULT_SLICE,
  })
  /** Keeps what is said now. A forecast of an earlier day, or of one device or country, has no record. */
  const recordOf = async (
    { brandId, keyword, measure, slice, asOfDay }: ParsedInput<'rankings.forecast'>,
    forecast: CallOutput<'rankings.forecast'>['forecast'],
  ) => {
    if (asOfDay !== undefined || !isDeepStrictEqual(slice ?? DEFAULT_SLICE, DEFAULT_SLICE)) return null
    const asked = { brandId, keyword, measure }
    const { record, ...news } = await store.read('rankings.forecastNews', { ...asked, points: forecast ?? [] })
    const isNew = news.said.length + news.verdicts.length > 0
    // On a full disk there is a forecast, and nothing of it is kept.
    const keep = () =>
      store.write('rankings.keepForecast', { ...asked, ...news, atMs: clock.now() }).catch((error: unknown) => {
        log.warn({ err: error, brandId }, 'a forecast was not kept')
        return record
      })
    return { ...(isNew ? await keep() : record), isOfKeywords: keyword !== undefined }
  }
  return {
    'rankings.page': async (input) => {
      const args = await withPeriods({ ...input, ...scoped(input) })
      const { freshAsOfMs, packed, ...page } = await store.read('rankings.page', args)
      return { rows: unpackRows(packed), ...page, freshAsOf: toInstantOrNull(freshAsOfMs) }
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
      const { points, freshAsOfMs } = await store.read('rankings.history', { ...input, slice })
      return { points, freshAsOf: toInstantOrNull(freshAsOfMs) }
    },
    'rankings.forecast': async (input) => {
      brands.get(input.brandId)
      const slice = input.slice ?? DEFAULT_SLICE
      const { freshAsOfMs, ...found } = await store.read('rankings.forecast', { ...input, slice })
      return { ...found, record: await recordOf(input, found.forecast), freshAsOf: toInstantOrNull(freshAsOfMs) }
    },
    'rankings.movers': async ({ from, to, moves, asOfDay, ...input }) => {
      const scope = scoped(input)
      if (moves === 'real' && asOfDay !== undefined) {
        const { freshAsOfMs, ...reply } = await earlierDay.movers({ ...scope, day: asOfDay }, input)
        return { ...reply, freshAsOf: toInstantOrNull(freshAsOfMs) }
      }
      if (moves === 'real') {
        for (const brandId of await store.read('rankings.staleMoves', scope))
          await store.write('rankings.saveMoves', { brandId, slice: scope.slice })
        const { freshAsOfMs, ...reply } = await store.read('rankings.realMovers', { ...input, ...scope })
        return { ...reply, freshAsOf: toInstantOrNull(freshAsOfMs) }
      }
      // The contract lets no call for all moves through without both days.
      const days = { from: from ?? '', to: to ?? '' }
      const { freshAsOfMs, ...page } = await store.read('rankings.movers', { ...input, ...scope, ...days })
      return { ...page, freshAsOf: toInstantOrNull(freshAsOfMs) }
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
