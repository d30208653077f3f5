// Fields of Rankings, Movers, Cannibalisation and Clusters.
import type { ConflictRow } from '../cannibalisation.ts'
import type { ClusterRow } from '../clusters.ts'
import type { OpportunityRow } from '../opportunities.ts'
import type { Mover, RankRow } from '../rankings.ts'
import { absentDayOf } from '../values/absent-move.ts'
import { FIGURES } from '../values/figures.ts'
import { day, fieldsOf, instant, list, number, percent, position, score, share, text, yes } from './field.ts'

const keyword = text('Keyword', { isSorted: true, view: ['keyword', 'The search term.'] })
/** The name of a file's column; the window shows a climb by its arrow. */
const POSITION_CHANGE = 'Position change (minus is a climb)'

export const RANK_FIELDS = fieldsOf<RankRow>()({
  keyword,
  clicks: number('Clicks', { view: ['clicks', 'Clicks of the 28 days.'] }),
  impressions: number('Impressions', { view: ['impressions', 'Impressions of the 28 days.'] }),
  ctr: share('CTR', { about: 'Clicks per impression', view: ['ctr'] }),
  positionBefore: position('Position before', {
    short: 'Before',
    about: 'Average position in the period that is compared with',
    isUnexported: true,
  }),
  position: position('Position', {
    about: 'Average position in the period above; 1 is the best; — if the keyword does not rank',
    view: ['position', 'Average position; 1 is best, NULL: not ranking.'],
  }),
  clicksChange: number('Clicks change', {
    short: 'Δ clicks',
    view: ['clicks_change', 'Clicks vs the 28 days before.'],
  }),
  impressionsChange: number('Impressions change', {
    short: 'Δ impr.',
    view: ['impressions_change', 'Impressions vs the 28 days before.'],
  }),
  ctrChange: number('CTR change', { short: 'Δ CTR', about: 'Change of the CTR in percentage points' }),
  positionChange: number(POSITION_CHANGE, {
    short: 'Change',
    about: 'Positions up (▲) or down (▼) vs the previous period',
    view: ['position_change', 'Now minus before: negative is a climb.'],
  }),
  isStarred: yes('Starred', {
    isSorted: true,
    short: '★',
    about: 'Starred here or in the service',
    view: ['starred', 'Starred on the desk or in the service.'],
  }),
  languageId: text('Language', { view: ['language', 'Language of the keyword.'] }),
  pages: number('Ranked pages', {
    short: 'Pages',
    about: 'Pages of the brand that rank for this keyword; counted in the last 28 days only',
    view: ['pages', 'How many pages of the brand rank for it.'],
  }),
  topRankedPage: {
    ...text('First ranked page', {
      short: 'Top page',
      about: 'The page that ranks best; in another period, the page of its last stored day',
    }),
    value: ({ topPage }) => topPage,
  },
  tags: list('Tags', { about: 'Tags of this desk', view: ['tags', 'Tags of the keyword.'] }),
  isTracked: yes('Tracked', { view: ['tracked', 'Tracked in the service.'] }),
})

export const MOVER_FIELDS = fieldsOf<Mover>()({
  keyword,
  kind: text('Move', { isSorted: true, view: ['kind', 'up, down, new (ranks now) or lost (no longer ranks).'] }),
  fromPosition: position('Position before', {
    short: 'Before',
    view: ['position_before', 'Usual position before the move.'],
  }),
  toPosition: position('Position now', {
    short: 'Now',
    view: ['position_now', 'Mean position of the last 3 days; NULL: it did not rank on last_day.'],
  }),
  absentOn: { ...day('Did not rank on'), value: absentDayOf },
  positionChange: number(POSITION_CHANGE, { short: 'Change' }),
  usualLow: { ...position('Usual position from'), value: ({ real }) => real?.usual?.low },
  usualHigh: { ...position('Usual position to'), value: ({ real }) => real?.usual?.high },
  clicksBefore: {
    ...number('Clicks a day before', { view: ['clicks_before', 'Clicks per day before the move.'] }),
    value: ({ real }) => real?.clicksBefore,
  },
  clicksNow: {
    ...number('Clicks a day now', { view: ['clicks_now', 'Clicks per day after the move.'] }),
    value: ({ real }) => real?.clicksNow,
  },
  clicks: number('Clicks', { view: ['clicks', 'Clicks of the days that were compared.'] }),
  impressions: number('Impressions', { view: ['impressions', 'Impressions of the days that were compared.'] }),
})

const CONFLICT_KINDS = { flips: 'take turns', split: 'share clicks', both: 'both' } as const

const NEEDS = {
  page: 'improve the page',
  competing: 'resolve competing pages',
  new: 'write a page',
} as const

export const OPPORTUNITY_FIELDS = fieldsOf<OpportunityRow>()({
  subject: text('Keyword or page', { isSorted: true, view: ['keyword', 'The search term.'] }),
  page: text('Ranked page', {
    about: 'The page of the brand that ranks',
    view: ['page', 'Address of the page that ranks; NULL: none.'],
  }),
  keywords: number('Keywords', { about: 'Keywords that could climb' }),
  position: position('Position', {
    short: '28-day position',
    about: 'Average position of the last 28 days; Movers shows the last 3',
    view: ['position', 'Average position; NULL: not ranking.'],
  }),
  reachable: position('Reachable position', {
    short: 'Reachable',
    about:
      'A quarter of similar keywords have it, and one in ten of this brand climbed that far from about here in 28 days',
    view: ['reachable'],
  }),
  basis: text('Reachable because', {
    about: 'similar: keywords that have it; climbs: keywords that climbed that far',
    view: ['basis', 'similar (keywords have it) or climbs (keywords climbed that far).'],
  }),
  similar: number('Compared keywords', {
    about: 'Keywords of this brand that were compared',
    view: ['similar'],
  }),
  word: text('Common word', {
    about: 'The word that similar keywords have in common; — if there is none',
    view: ['word', 'The word that similar keywords have in common; NULL: there is none.'],
  }),
  clicks: number('Clicks', { view: ['clicks', 'Clicks of the last 28 days.'] }),
  impressions: number('Impressions', { view: ['impressions', 'Impressions of the last 28 days.'] }),
  expected: number('Expected clicks', {
    short: 'Expected',
    about: 'Clicks in 28 days at the reachable position, by the click curve of this brand',
    view: ['expected'],
  }),
  low: number('Expected clicks from', {
    about: 'Four of five cases are at or above this',
    view: ['expected_low', 'In four of five cases clicks are between this and expected_high.'],
  }),
  high: number('Expected clicks to', { view: ['expected_high', 'See expected_low.'] }),
  gain: number('Extra clicks', {
    about: 'Expected clicks less those of the last 28 days',
    view: ['gain'],
  }),
  needs: {
    ...text('Next step', {
      about: 'Improve: a page ranks already. Resolve competing pages: two of them compete. Write: none ranks',
      view: ['needs', 'page (one ranks already), competing (two of them compete) or new (none ranks).'],
    }),
    value: ({ needs }) => NEEDS[needs],
  },
})

/** Days of the strip that are synced: the clicks and impressions beside it are of these. */
export const syncedDays = ({ days }: ConflictRow['strip']): number => days.replaceAll(' ', '').length

export const CONFLICT_FIELDS = fieldsOf<ConflictRow>()({
  keyword,
  kind: {
    ...text('Pages', {
      about:
        'Take turns: the page that ranks best goes back and forth. Share clicks: both get them in the last 28 days',
      view: ['kind', 'flips (they take turns), split (they share the clicks) or both.'],
    }),
    value: ({ kind }) => CONFLICT_KINDS[kind],
  },
  firstPage: {
    ...text('First page', {
      short: 'Page A',
      about: 'The page that ranked best on most days',
      view: ['page_a', 'Address of the page.'],
    }),
    value: ({ pages }) => pages[0].page,
  },
  firstDays: {
    ...number('First page: days ranked best', { view: ['days_a', 'Days on which page a ranked best.'] }),
    value: ({ pages }) => pages[0].days,
  },
  firstPosition: {
    ...position('First page: average position', {
      view: ['position_a', 'Mean position on those days; of the last 28 days where days_a is 0.'],
    }),
    value: ({ pages }) => pages[0].position,
  },
  firstClicks: {
    ...number('First page: clicks', { isUnexported: true, view: ['clicks_a', 'Clicks of the keyword on those days.'] }),
    value: ({ pages }) => pages[0].clicks,
  },
  firstClickShare: {
    ...share('First page: share of clicks, 28 days', {
      view: ['share_a', 'Share of the clicks of both pages in the last 28 days, 0 to 1.'],
    }),
    value: ({ pages }) => pages[0].clickShare,
  },
  secondPage: {
    ...text('Second page', {
      short: 'Page B',
      about: 'The page that competes with it',
      view: ['page_b', 'Address of the other page.'],
    }),
    value: ({ pages }) => pages[1].page,
  },
  secondDays: {
    ...number('Second page: days ranked best', { view: ['days_b', 'Days on which page b ranked best.'] }),
    value: ({ pages }) => pages[1].days,
  },
  secondPosition: {
    ...position('Second page: average position', {
      view: ['position_b', 'Mean position on those days; of the last 28 days where days_b is 0.'],
    }),
    value: ({ pages }) => pages[1].position,
  },
  secondClicks: {
    ...number('Second page: clicks', {
      isUnexported: true,
      view: ['clicks_b', 'Clicks of the keyword on those days.'],
    }),
    value: ({ pages }) => pages[1].clicks,
  },
  secondClickShare: {
    ...share('Second page: share of clicks, 28 days', { view: ['share_b', 'The same of page b.'] }),
    value: ({ pages }) => pages[1].clickShare,
  },
  flips: number('Changes of page', {
    short: 'Changes',
    about: 'How often the page that ranks best changed; single days are not counted',
    view: ['flips'],
  }),
  clicks: number('Clicks in the synced days', {
    short: 'Clicks',
    about: 'Clicks of the keyword in the days that are synced: what is at stake',
    view: ['clicks'],
  }),
  impressions: number('Impressions in the synced days', {
    short: 'Impressions',
    view: ['impressions', 'Impressions of the keyword in the days that are synced.'],
  }),
  syncedDays: {
    ...number('Synced days', {
      view: ['days', 'Days that are synced, of the last 90: what clicks and impressions are of.'],
    }),
    value: ({ strip }) => syncedDays(strip),
  },
  cost: number('Clicks lost, estimate', {
    short: 'Lost',
    about:
      'Estimate of the clicks that the days of the worse page cost; 0 where both do equally well, none where pages share clicks',
    view: ['cost', 'Clicks that the days of the worse page cost, estimated; NULL: of a split.'],
  }),
  since: day('Since', {
    isSorted: true,
    about: 'The first day of the first turn',
    view: ['since', 'The first day of the first turn; NULL: of a split.'],
  }),
})

export const CLUSTER_FIELDS = fieldsOf<ClusterRow>()({
  name: text('Cluster', { isSorted: true, view: ['cluster', 'Name of the cluster.'] }),
  keywordCount: number('Keywords', { view: ['keywords', 'Keywords in the cluster.'] }),
  trackedKeywordCount: number('Tracked keywords', {
    short: 'Tracked',
    about: 'Keywords that are tracked',
    view: ['tracked_keywords', 'Keywords of the cluster that are tracked.'],
  }),
  promptCount: number('Prompts', { view: ['prompts', 'Prompts in the cluster.'] }),
  trackedPromptCount: number('Tracked prompts'),
  topicalAuthorityScore: score('Topical authority', {
    short: 'Authority',
    about: 'The service’s own score of the topic. It names no scale and no period',
    view: ['topical_authority'],
  }),
  searchVisibility: score(FIGURES.clusterVisibility.label, {
    about: FIGURES.clusterVisibility.about,
    view: ['search_visibility', FIGURES.clusterVisibility.about],
  }),
  aiVisibility: score(FIGURES.aiVisibility.label, {
    about: 'Visibility in AI answers, 0 to 100',
    view: ['ai_visibility'],
  }),
  coveragePct: percent('Coverage', {
    short: 'Covered',
    view: ['coverage_pct', 'Share of the topics covered, in percent.'],
  }),
  published: { ...number('Published'), value: ({ coverage }) => coverage.published },
  generated: { ...number('Generated'), value: ({ coverage }) => coverage.generated },
  planned: { ...number('Planned'), value: ({ coverage }) => coverage.planned },
  unused: { ...number('Unused'), value: ({ coverage }) => coverage.unused },
  changePct: percent('Service change, no period', {
    short: 'Change, service',
    about: 'The service’s own change of the cluster. It names no period',
    view: ['change_pct', 'Change of the cluster in percent, as the service says; it does not name the period.'],
  }),
  trend: text('Service trend', {
    short: 'Trend',
    about: 'The service’s own word. It names no period',
    view: ['trend', 'As the service names it, e.g. rising.'],
  }),
  leaders: {
    ...text('Leaders', { about: 'The sites that lead this topic' }),
    value: ({ leaders }) => leaders.map(({ domain }) => domain).join(', '),
  },
  createdAt: instant('Created', { isSorted: true }),
})
