// Rankings, Movers, Clusters, and the overview of the brands.
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import type { ConflictRow } from '../../../src-shared/desk/cannibalisation.ts'
import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import { MOVERS_PAGE_MAX, type Mover, type RankRow } from '../../../src-shared/desk/rankings.ts'
import { given } from '../../base/given.ts'
import { type Ask, brandName, type Column, column, daysText, defineList, type Input } from '../list.ts'

const overview: readonly Column<BrandOverview>[] = [
  brandName(),
  column('health', 'Health', ({ health }) => health),
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
  column('clusters', 'Clusters', ({ clusters }) => clusters),
  column('avgAiVisibility', 'Visibility in AI answers', ({ avgAiVisibility }) => avgAiVisibility),
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
  brandName(),
  column('keyword', 'Keyword', ({ keyword }) => keyword),
  column('clicks', 'Clicks', ({ clicks }) => clicks),
  column('impressions', 'Impressions', ({ impressions }) => impressions),
  column('ctr', 'CTR (0–1)', ({ ctr }) => ctr),
  column('position', 'Position', ({ position }) => position),
  column('clicksChange', 'Clicks change', ({ clicksChange }) => clicksChange),
  column('impressionsChange', 'Impressions change', ({ impressionsChange }) => impressionsChange),
  column('ctrChange', 'CTR change', ({ ctrChange }) => ctrChange),
  column('positionChange', 'Position change (minus is a climb)', ({ positionChange }) => positionChange),
  column('isStarred', 'Starred', ({ isStarred }) => isStarred),
  column('languageId', 'Language', ({ languageId }) => languageId),
  column('pages', 'Ranked pages', ({ pages }) => pages),
  column('topRankedPage', 'First ranked page', ({ topPage }) => topPage),
  column('tags', 'Tags', ({ tags }) => tags.join(', ')),
  column('isTracked', 'Tracked', ({ isTracked }) => isTracked),
  column('period', 'Period', (_, { input }) => text(input.day) ?? daysText(input.period) ?? 'last 28 days'),
  column('comparedWith', 'Compared with', (_, { input }) =>
    input.day === undefined && input.period === undefined
      ? 'previous 28 days'
      : (text(input.compareDay) ?? daysText(input.comparePeriod)),
  ),
]

const movers: readonly Column<Mover>[] = [
  brandName(),
  column('keyword', 'Keyword', ({ keyword }) => keyword),
  column('kind', 'Move', ({ kind }) => kind),
  column('fromPosition', 'Position before', ({ fromPosition }) => fromPosition),
  column('toPosition', 'Position now', ({ toPosition }) => toPosition),
  column('positionChange', 'Position change (minus is a climb)', ({ positionChange }) => positionChange),
  column('usualLow', 'Usual position from', ({ real }) => real?.usual?.low),
  column('usualHigh', 'Usual position to', ({ real }) => real?.usual?.high),
  column('clicksBefore', 'Clicks a day before', ({ real }) => real?.clicksBefore),
  column('clicksNow', 'Clicks a day now', ({ real }) => real?.clicksNow),
  column('clicks', 'Clicks', ({ clicks }) => clicks),
  column('impressions', 'Impressions', ({ impressions }) => impressions),
  column('period', 'Period', ({ real }, { input }) =>
    real === undefined ? text(input.to) : `3 days to ${real.lastDay}`,
  ),
  column('comparedWith', 'Compared with', ({ real }, { input }) =>
    real === undefined ? text(input.from) : '28 days before',
  ),
]

const conflicts: readonly Column<ConflictRow>[] = [
  brandName(),
  column('keyword', 'Keyword', ({ keyword }) => keyword),
  column('kind', 'Pages', ({ kind }) => ({ flips: 'take turns', split: 'share clicks', both: 'both' })[kind]),
  column('firstPage', 'First page', ({ pages }) => pages[0].page),
  column('firstDays', 'First page: days ranked best', ({ pages }) => pages[0].days),
  column('firstPosition', 'First page: average position', ({ pages }) => pages[0].position),
  column('firstClickShare', 'First page: share of clicks, 28 days (0–1)', ({ pages }) => pages[0].clickShare),
  column('secondPage', 'Second page', ({ pages }) => pages[1].page),
  column('secondDays', 'Second page: days ranked best', ({ pages }) => pages[1].days),
  column('secondPosition', 'Second page: average position', ({ pages }) => pages[1].position),
  column('secondClickShare', 'Second page: share of clicks, 28 days (0–1)', ({ pages }) => pages[1].clickShare),
  column('flips', 'Changes of page', ({ flips }) => flips),
  column('clicks', 'Clicks in 90 days', ({ clicks }) => clicks),
  column('impressions', 'Impressions in 90 days', ({ impressions }) => impressions),
  column('cost', 'Clicks lost, estimate', ({ cost }) => cost),
  column('since', 'Since', ({ since }) => since),
]

const clusters: readonly Column<ClusterRow>[] = [
  brandName(),
  column('name', 'Cluster', ({ name }) => name),
  column('keywordCount', 'Keywords', ({ keywordCount }) => keywordCount),
  column('trackedKeywordCount', 'Tracked keywords', ({ trackedKeywordCount }) => trackedKeywordCount),
  column('promptCount', 'Prompts', ({ promptCount }) => promptCount),
  column('trackedPromptCount', 'Tracked prompts', ({ trackedPromptCount }) => trackedPromptCount),
  column('topicalAuthorityScore', 'Topical authority', ({ topicalAuthorityScore }) => topicalAuthorityScore),
  column('searchVisibility', 'Search visibility', ({ searchVisibility }) => searchVisibility),
  column('aiVisibility', 'Visibility in AI answers', ({ aiVisibility }) => aiVisibility),
  column('coveragePct', 'Coverage (%)', ({ coveragePct }) => coveragePct),
  column('published', 'Published', ({ coverage }) => coverage.published),
  column('generated', 'Generated', ({ coverage }) => coverage.generated),
  column('planned', 'Planned', ({ coverage }) => coverage.planned),
  column('unused', 'Unused', ({ coverage }) => coverage.unused),
  column('changePct', 'Change (%)', ({ changePct }) => changePct),
  column('trend', 'Trend', ({ trend }) => trend),
  column('leaders', 'Leaders', ({ leaders }) => leaders.map(({ domain }) => domain).join(', ')),
  column('createdAt', 'Created', ({ createdAt }) => createdAt),
]

export const searchLists = {
  overview: defineList({ call: 'brands.overview', rowsOf: ({ rows }) => rows, columns: overview, dataset: 'rankings' }),
  rankings: defineList({
    call: 'rankings.page',
    isPaged: true,
    resolve: withDays,
    rowsOf: ({ rows }) => rows,
    columns: rankings,
    dataset: 'rankings',
  }),
  movers: defineList({
    call: 'rankings.movers',
    isPaged: true,
    pageRows: MOVERS_PAGE_MAX,
    rowsOf: ({ rows }) => rows,
    columns: movers,
    dataset: 'rankings',
    inputOf: (input) => ({ moves: 'real', ...input }),
  }),
  cannibalisation: defineList({
    call: 'cannibalisation.page',
    isPaged: true,
    rowsOf: ({ rows }) => rows,
    columns: conflicts,
    dataset: 'rankings',
  }),
  clusters: defineList({
    call: 'clusters.page',
    isPaged: true,
    rowsOf: ({ rows }) => rows,
    columns: clusters,
    dataset: 'clusters',
  }),
}
