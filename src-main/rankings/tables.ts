import { byBrandId, byBrandNo, type RoomTables } from '../store/tables.ts'
import { brandDays } from './queries/brand-days.ts'
import { brandOverview } from './queries/brand-overview.ts'
import { brandPages, somePages } from './queries/brand-pages.ts'
import { brandStandings } from './queries/brand-standings.ts'
import { forecastNews, forecastSaid, keepForecast } from './queries/forecast-record.ts'
import { ingestDay } from './queries/ingest/day.ts'
import { deleteRankings } from './queries/ingest/delete.ts'
import { ingestPeriod } from './queries/ingest/period.ts'
import { ingestWindow } from './queries/ingest/window.ts'
import { listKeywordTags, saveKeywordMarks } from './queries/keywords/keyword-marks.ts'
import { keywordMarksOf, keywordStatusOf } from './queries/keywords/keyword-status.ts'
import { topicKeywords } from './queries/keywords/topic-keywords.ts'
import { ingestTracked, listTracked } from './queries/keywords/tracked-keywords.ts'
import { movesAsOf, movesDays } from './queries/moves-as-of.ts'
import { sumPeriods } from './queries/period-columns.ts'
import { missingDays, pruneDays, rankDays } from './queries/rank-days.ts'
import { rankDrops } from './queries/rank-drops.ts'
import { rankForecast } from './queries/rank-forecast.ts'
import { pageHistory, rankHistory } from './queries/rank-history.ts'
import { rankMovers } from './queries/rank-movers.ts'
import { saveMoves, staleMoves } from './queries/rank-moves.ts'
import { rankPage } from './queries/rank-page.ts'
import { resolvePeriods, savePeriods, wholeDay } from './queries/rank-periods.ts'
import { listSlices } from './queries/rank-slices.ts'
import { rankTotals } from './queries/rank-totals.ts'
import { realMovers } from './queries/real-movers.ts'
import { rankingsSchema } from './queries/schema.ts'
import { windowEnds } from './queries/window-figures.ts'

export const rankingsTables = {
  reads: {
    'brands.days': brandDays,
    'brands.overview': brandOverview,
    'brands.pages': brandPages,
    'brands.somePages': somePages,
    'brands.standings': brandStandings,
    'rankings.days': rankDays,
    'rankings.drops': rankDrops,
    'rankings.forecast': rankForecast,
    'rankings.forecastNews': forecastNews,
    'rankings.history': rankHistory,
    'rankings.marks': keywordMarksOf,
    'rankings.missingDays': missingDays,
    'rankings.movers': rankMovers,
    'rankings.movesAsOf': movesAsOf,
    'rankings.movesDays': movesDays,
    'rankings.page': rankPage,
    'rankings.pageHistory': pageHistory,
    'rankings.periods': resolvePeriods,
    'rankings.realMovers': realMovers,
    'rankings.slices': listSlices,
    'rankings.staleMoves': staleMoves,
    'rankings.sumPeriods': sumPeriods,
    'rankings.tags': listKeywordTags,
    'rankings.topic': topicKeywords,
    'rankings.totals': rankTotals,
    'rankings.wholeDay': wholeDay,
    'keywordStatus.of': keywordStatusOf,
    'tracked.list': listTracked,
  },
  writes: {
    core: {
      'rankings.keepForecast': keepForecast,
      'rankings.mark': saveKeywordMarks,
    },
    cache: {
      'rankings.ingestDay': ingestDay,
      'rankings.ingestPeriod': ingestPeriod,
      'rankings.ingestWindow': ingestWindow,
      'rankings.prune': pruneDays,
      'rankings.saveMoves': saveMoves,
      'rankings.savePeriods': savePeriods,
      'tracked.ingest': ingestTracked,
    },
  },
  schema: rankingsSchema,
  migrations: { core: { 62: forecastSaid }, cache: { 29: windowEnds } },
  team: {
    tables: {
      keyword_mark: {
        place: 11,
        key: ['brand_id', 'keyword'],
        brand: 'brand_id',
        merge: 'last-wins',
        columns: { tags: 'texts' },
        datasets: ['keywordMarks'],
      },
    },
  },
  brandRows: {
    core: [byBrandId('keyword_mark'), byBrandId('forecast_said')],
    cache: [byBrandNo('tracked_keyword'), deleteRankings],
  },
} satisfies RoomTables
