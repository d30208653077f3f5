// What other rooms may use of the rankings' SQL.
export { somePages } from './queries/brand-pages.ts'
export { columnsOfKeyword, columnsOfSlice, type KeywordColumns, wholeSpan } from './queries/keyword-days.ts'
export { keywordSeries, keywordTexts, seriesStamp, wholeDays } from './queries/keyword-series.ts'
export { markedSets } from './queries/marked-sets.ts'
export type { RankDrop } from './queries/rank-drops.ts'
export { readOnce } from './queries/rank-memo.ts'
export { readDay } from './queries/rank-packed.ts'
export { addressesOf, brandAddresses, pagesOfSlices } from './queries/rank-pages.ts'
export { type RankSeries, rankSeries } from './queries/rank-series.ts'
export { findSlice, SLICE_SPAN } from './queries/rank-slices.ts'
export { cachedDays, dayTimes, renumberDay, saveSharedDays, textsOfDays } from './queries/shared-days.ts'
export {
  type BrandSeries,
  type DaySpan,
  type KeywordSeries,
  type KnownDays,
  knownDaysOf,
  sumOver,
} from './rules/keyword-series.ts'
