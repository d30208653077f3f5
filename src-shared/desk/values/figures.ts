// One definition of each figure of a brand: its name, what it is, its period and where it comes from. Every view, export,
// report and assistant tool takes its figures from here.

/** The days that the service adds up, and as many before them: the review window. */
export const WINDOW_DAYS = 28
/** How far back the change of a figure of one day looks; a day that is not cached counts as the oldest one since. */
export const COMPARED_DAYS = 7
/** A real move: the mean of the last days vs what was usual in the days before. */
export const RECENT_DAYS = 3

/** Clicks of a lost keyword: its days before that, as later ones would make the loss look smaller each day. */
export const LOST_VS = 'vs the days before it was lost'

type FigurePeriod = { readonly period: string; readonly vs: string }
const WINDOW: FigurePeriod = { period: `last ${WINDOW_DAYS} days`, vs: `vs previous ${WINDOW_DAYS} days` }
const WHOLE_DAY: FigurePeriod = { period: 'last whole day', vs: `vs ${COMPARED_DAYS} days before` }
const RECENT: FigurePeriod = { period: `last ${RECENT_DAYS} days`, vs: `vs the ${WINDOW_DAYS} days before` }

/** `service` adds it up itself, `keywords` are added up by the desk from the service's rows, `days` from its single days. */
type FigureSource = 'service' | 'keywords' | 'days'

export type Figure = FigurePeriod & {
  readonly label: string
  readonly unit: 'count' | 'share' | 'position' | 'score'
  readonly source: FigureSource
  readonly about: string
}

const ofWindow = (label: string, unit: Figure['unit'], about: string): Figure => ({
  ...WINDOW,
  label,
  unit,
  source: 'keywords',
  about,
})
const ofMoves = (label: string, about: string): Figure => ({ ...RECENT, label, unit: 'count', source: 'days', about })

/** Of another period (a report, a chosen period, an earlier day) each is the same sum or mean over that period's rows. */
export const FIGURES = {
  keywords: ofWindow('Keywords', 'count', 'Keywords with data, also those that lost their position since.'),
  ranking: ofWindow('Ranking keywords', 'count', 'Keywords that rank.'),
  top3: ofWindow('In top 3', 'count', 'Keywords in the top 3: below position 3.5.'),
  top10: ofWindow('In top 10', 'count', 'Keywords in the top 10: below position 10.5.'),
  distribution: ofWindow('Position distribution', 'count', 'Keywords by group of positions.'),
  clicks: ofWindow('Clicks', 'count', 'Clicks of all keywords.'),
  impressions: ofWindow('Impressions', 'count', 'Impressions of all keywords.'),
  ctr: ofWindow('CTR', 'share', 'Clicks of all keywords per impression.'),
  avgPosition: ofWindow(
    'Average position',
    'position',
    'Mean over the keywords that rank; its change is the mean over those that rank in both periods.',
  ),
  visibility: {
    ...WHOLE_DAY,
    label: 'Visibility',
    unit: 'score',
    source: 'days',
    about:
      'Each keyword’s position weighted by the click curve, the mean over all keywords of the day, 0 to 100. The service’s score of a topic cluster is the cluster visibility.',
  },
  clickShare: {
    ...WINDOW,
    label: 'Click share',
    unit: 'share',
    source: 'keywords',
    about:
      'Clicks as a share of those that the first place would bring for the same impressions, by the click curve of the brand itself.',
  },
  realMoves: ofMoves('Real moves', 'Keywords that moved more than they usually do.'),
  lostClicks: ofMoves(
    'Lost clicks a day',
    'Clicks a day that keywords with a real fall lost; what others of them gained is not taken off. A lost keyword counts with the days before it was lost.',
  ),
  clusterVisibility: {
    period: 'when last synced',
    vs: '',
    label: 'Cluster visibility',
    unit: 'score',
    source: 'service',
    about: 'The service’s own score of a topic cluster in search, 0 to 100. It is not the visibility of a brand.',
  },
  aiVisibility: {
    period: 'when last synced',
    vs: '',
    label: 'AI visibility',
    unit: 'score',
    source: 'service',
    about: 'Average of the clusters in AI answers, 0 to 100.',
  },
} as const satisfies Readonly<Record<string, Figure>>
