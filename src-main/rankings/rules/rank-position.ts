import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'

/** A position of 0 or below, or none at all, means that the keyword does not rank. */
export const rankedPosition = (position: number | null | undefined): number | null =>
  typeof position === 'number' && position > 0 ? position : null

/** Only a move between two positions is a change: from or to "not ranking" it is null. */
export const rankedChange = (item: Pick<TopKeyword, 'position' | 'positionChange'>): number | null => {
  const position = rankedPosition(item.position)
  const change = item.positionChange ?? null
  return position === null || change === null || position - change <= 0 ? null : change
}
