import type { RankedPage } from '../../../src-shared/service/rank-tracking.ts'

/** The page that ranked: the one that searchers saw most often; of equals the first of the reply. */
export const topPage = (pages: readonly RankedPage[] | null | undefined): string | undefined => {
  let top: RankedPage | undefined
  for (const page of pages ?? []) if (top === undefined || page.impressions > top.impressions) top = page
  return top?.page
}
