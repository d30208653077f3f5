// Rankings, Movers, Clusters, and the overview of the brands.
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import {
  CLUSTER_FIELDS,
  CONFLICT_FIELDS,
  MOVER_FIELDS,
  OPPORTUNITY_FIELDS,
  RANK_FIELDS,
} from '../../../src-shared/desk/fields/search.ts'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import { MOVERS_PAGE_MAX, type Mover, type RankRow } from '../../../src-shared/desk/rankings.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { given } from '../../base/given.ts'
import { type Ask, brandName, type Column, column, daysText, fieldColumns, type Input, pagedList } from '../list.ts'

const overview: readonly Column<BrandOverview>[] = [
  brandName(),
  column('health', 'Key and data', ({ health }) => health),
  column('healthReason', 'Reason', ({ healthReason }) => healthReason),
  column('keywords', 'Keywords', ({ keywords }) => keywords),
  column('ranking', 'Ranking keywords', ({ ranking }) => ranking),
  column('top3', 'In top 3', ({ top3 }) => top3),
  column('top10', 'In top 10', ({ top10 }) => top10),
  column('visibility', 'Visibility (0–100)', ({ visibility }) => visibility),
  column('visibilityChange', 'Visibility change', ({ visibilityChange }) => visibilityChange),
  column('avgPosition', 'Average position', ({ avgPosition }) => avgPosition),
  column('avgPositionChange', 'Average position change', ({ avgPositionChange }) => avgPositionChange),
  column('clicks', 'Clicks', ({ clicks }) => clicks),
  column('impressions', 'Impressions', ({ impressions }) => impressions),
  column('realUp', 'Keywords that climbed', ({ realUp }) => realUp),
  column('realDown', 'Keywords that fell', ({ realDown }) => realDown),
  column('lostClicks', FIGURES.lostClicks.label, ({ lostClicks }) => lostClicks),
  column('clusters', 'Clusters', ({ clusters }) => clusters),
  column('avgAiVisibility', FIGURES.aiVisibility.label, ({ avgAiVisibility }) => avgAiVisibility),
  column('prospects', 'Prospects', ({ prospects }) => prospects),
  column('contacts', 'Contacts', ({ contacts }) => contacts),
]

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** So many days up to the newest one become the days that they are now, for all pages. */
const withDays = async (ask: Ask, input: Input): Promise<Input> => {
  if (input.period === undefined && input.asOfDay === undefined) return input
  const { sort: _, ...rest } = input
  const { period, comparePeriod } = await ask('rankings.totals', rest)
  const { asOfDay: __, ...dated } = input
  return { ...dated, ...given({ period: period ?? undefined, comparePeriod: comparePeriod ?? undefined }) }
}

const rankings: readonly Column<RankRow>[] = [
  ...fieldColumns(RANK_FIELDS),
  column('period', 'Period', (_, { input }) => text(input.day) ?? daysText(input.period) ?? 'last 28 days'),
  column('comparedWith', 'Compared with', (_, { input }) =>
    input.day === undefined && input.period === undefined
      ? 'previous 28 days'
      : (text(input.compareDay) ?? daysText(input.comparePeriod)),
  ),
]

const movers: readonly Column<Mover>[] = [
  ...fieldColumns(MOVER_FIELDS),
  column('period', 'Period', ({ real }, { input }) =>
    real === undefined ? text(input.to) : `3 days to ${real.lastDay}`,
  ),
  column('comparedWith', 'Compared with', ({ real }, { input }) =>
    real === undefined ? text(input.from) : '28 days before',
  ),
]

/** What it takes in hours or money is the agency's to fill in. */
const opportunities: readonly Column<OpportunityRow>[] = [
  ...fieldColumns(OPPORTUNITY_FIELDS),
  column('effort', 'Effort', () => null),
]

export const searchLists = {
  overview: pagedList('brands.overview', overview, { dataset: 'rankings' }),
  rankings: pagedList('rankings.page', rankings, { resolve: withDays, dataset: 'rankings' }),
  movers: pagedList('rankings.movers', movers, {
    pageRows: MOVERS_PAGE_MAX,
    dataset: 'rankings',
    inputOf: (input) => ({ moves: 'real', ...input }),
  }),
  'competing-pages': pagedList('cannibalisation.page', fieldColumns(CONFLICT_FIELDS), { dataset: 'rankings' }),
  opportunities: pagedList('opportunities.page', opportunities, { dataset: 'rankings' }),
  clusters: pagedList('clusters.page', fieldColumns(CLUSTER_FIELDS), { dataset: 'clusters' }),
}
