// A page of the overview of all brands: the figures of its brands, and what was rolled up of them in other rooms.
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { AI_VISIBILITY, CLUSTERS } from '../../clusters/public.ts'
import { CONTACTS, PROSPECTS } from '../../prospects/public.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type FreshnessRow, listFreshness } from '../../store/freshness.ts'
import { lastDayOf, lastWholeDay, type StandingsArgs, standingsOf } from './brand-standings.ts'
import { readOnce } from './rank-memo.ts'
import { scopeOf } from './rank-scope.ts'

/** Points of a trend. */
const TREND_DAYS = 28

export type BrandRollUp = Omit<BrandOverview, 'health' | 'healthReason' | 'healthCause' | 'freshness'> & {
  readonly freshness: readonly FreshnessRow[]
}

type DayRow = { slice: number; visibility: number | null }

const LAST = lastWholeDay('s.value', '@last')
const TREND = `SELECT d.slice, d.visibility FROM json_each(@slices) s
  CROSS JOIN rank_day d ON d.slice = s.value
    AND d.day <= ${LAST} AND d.day > ${LAST} - ${TREND_DAYS}
  ORDER BY d.slice, d.day`

/** By the brand's id. */
const numbersIn = ({ cache }: ReadableDb, sql: string, ids: string): ReadonlyMap<string, number | null> =>
  new Map(
    prepared<{ id: string; n: number | null }>(cache, sql)
      .all(ids)
      .map(({ id, n }) => [id, n]),
  )

/** One roll-up a brand, in the order asked; a brand that was never synced has zeros and nulls. */
export const brandOverview = (db: ReadableDb, { brandIds, earlier }: StandingsArgs): BrandRollUp[] =>
  readOnce(db, () => {
    const scope = scopeOf(db, { brandIds, slice: DEFAULT_SLICE })
    const standing = standingsOf(db, scope, earlier)
    const ofTrend = { slices: scope.json, last: lastDayOf(earlier) }
    const trends = Map.groupBy(prepared<DayRow>(db.cache, TREND).all(ofTrend), ({ slice }) => slice)
    const sliceOf = new Map(scope.slices.map(({ id, brandId }) => [brandId, id]))
    const freshness = Map.groupBy(listFreshness(db, { brandIds }), ({ brandId }) => brandId)
    const ids = JSON.stringify(brandIds)
    const [clusters, prospects, contacts] = [CLUSTERS, PROSPECTS, CONTACTS].map((sql) => numbersIn(db, sql, ids))
    const ai = numbersIn(db, AI_VISIBILITY, ids)
    return brandIds.map((brandId) => {
      const slice = sliceOf.get(brandId) ?? -1
      return {
        brandId,
        ...standing(slice),
        trend: (trends.get(slice) ?? []).map(({ visibility }) => visibility),
        clusters: clusters?.get(brandId) ?? 0,
        avgAiVisibility: ai.get(brandId) ?? null,
        prospects: prospects?.get(brandId) ?? 0,
        contacts: contacts?.get(brandId) ?? 0,
        freshness: freshness.get(brandId) ?? [],
      }
    })
  })
