import { BAND_ENDS } from '../../../src-shared/desk/position-bands.ts'
import { visibilityWeight } from '../rules/visibility.ts'

type Ranked = { readonly position: number | null; readonly clicks: number; readonly impressions: number }

/** Counts of a snapshot. The average is over the keywords that rank; visibility is over all (rules/visibility.ts). */
export const summarise = (rows: readonly Ranked[]) => {
  let ranking = 0
  let top3 = 0
  let top10 = 0
  let weights = 0
  let positions = 0
  let clicks = 0
  let impressions = 0
  for (const row of rows) {
    clicks += row.clicks
    impressions += row.impressions
    if (row.position === null) continue
    ranking += 1
    positions += row.position
    weights += visibilityWeight(row.position)
    if (row.position < BAND_ENDS.top3) top3 += 1
    if (row.position < BAND_ENDS['4-10']) top10 += 1
  }
  const keywords = rows.length
  return {
    keywords,
    ranking,
    top3,
    top10,
    visibility: keywords === 0 ? null : (weights / keywords) * 100,
    avgPosition: ranking === 0 ? null : positions / ranking,
    clicks,
    impressions,
  }
}
