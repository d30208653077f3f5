// What other rooms may use of the rankings' SQL.
export { somePages } from './queries/brand-pages.ts'
export type { RankDrop } from './queries/rank-drops.ts'
export { cachedDays, dayTimes, renumberDay, saveSharedDays, textsOfDays } from './queries/shared-days.ts'
