// What other rooms may use of the rankings' SQL.
import { readOf, writeOf } from '../store/ask.ts'

export { brandDays } from './queries/brand-days.ts'
export { brandPages, somePages } from './queries/brand-pages.ts'
export {
  columnsOfKeyword,
  columnsOfSlice,
  type KeywordColumns,
  type KnownSpan,
  stampedSpan,
  type WholeStamp,
  wholeSpan,
  wholeStamps,
} from './queries/keywords/keyword-days.ts'
export { matrixOfSlice, type SliceMatrix } from './queries/keywords/keyword-matrix.ts'
export { keywordSeries, keywordTexts, seriesStamp, wholeDays } from './queries/keywords/keyword-series.ts'
export { type WindowKeyword, windowKeywords } from './queries/keywords/window-keywords.ts'
export { markedSets } from './queries/marked-sets.ts'
export type { RankDrop } from './queries/rank-drops.ts'
export { keywordNumbering } from './queries/rank-keywords.ts'
export { readOnce } from './queries/rank-memo.ts'
export { readDay } from './queries/rank-packed.ts'
export { addressesOf, brandAddresses, pagesOfSlices } from './queries/rank-pages.ts'
export { type RankSeries, rankSeries } from './queries/rank-series.ts'
export { findSlice, listSlices, SLICE_SPAN } from './queries/rank-slices.ts'
export {
  findKeyword,
  foldedOf,
  foldedOfSlice,
  joinKeyword,
  joinPage,
  keywordNo,
  pageNo,
  textOf,
  textsOfSlice,
  windowReadAt,
} from './queries/rank-texts.ts'
export { cachedDays, dayTimes, renumberDay, saveSharedDays, textsOfDays } from './queries/shared-days.ts'
export { joinWholeSlice, RANKING_VIEWS, VIEW_DAYS } from './queries/views.ts'
export { type ArrayRoom, createArrayRoom } from './rules/array-room.ts'
export {
  type BrandSeries,
  type DaySpan,
  type KeywordSeries,
  type KnownDays,
  knownDaysOf,
  sumOver,
} from './rules/keyword-series.ts'
export { topicWords } from './rules/topic-words.ts'

export const ingestRankDay = writeOf('rankings.ingestDay')
export const ingestRankPeriod = writeOf('rankings.ingestPeriod')
export const ingestRankWindow = writeOf('rankings.ingestWindow')
export const pruneRankings = writeOf('rankings.prune')
export const readBrandDays = readOf('brands.days')
export const readBrandPages = readOf('brands.pages')
export const readKeywordStatus = readOf('keywordStatus.of')
export const readMissingDays = readOf('rankings.missingDays')
export const readRankDrops = readOf('rankings.drops')
export const readSomePages = readOf('brands.somePages')
export const readStaleMoves = readOf('rankings.staleMoves')
export const readTopicKeywords = readOf('rankings.topic')
export const saveRankMoves = writeOf('rankings.saveMoves')
