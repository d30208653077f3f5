import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'

type Summary = CallOutput<'clusters.summary'>
type SummaryRow = Summary['rows'][number]

const sum = (rows: readonly SummaryRow[], value: (row: SummaryRow) => number): number =>
  rows.reduce((total, row) => total + value(row), 0)

/** Weighted by clusters, over the brands that have a value; null where none has. */
const average = (rows: readonly SummaryRow[], value: (row: SummaryRow) => number | null): number | null => {
  const known = rows.filter((row) => value(row) !== null && row.clusters > 0)
  const weight = sum(known, ({ clusters }) => clusters)
  return weight === 0 ? null : sum(known, (row) => (value(row) ?? 0) * row.clusters) / weight
}

/** The service's own summary of each brand that has one, and the totals of all. */
export const clustersSummary = (db: ReadableDb, { brandIds }: ParsedInput<'clusters.summary'>): Summary => {
  const scope = brandScope(db, brandIds)
  const rows = prepared<SummaryRow>(
    db.cache,
    `SELECT (SELECT id FROM brand WHERE no = brand_no) AS brandId,
       (SELECT count(*) FROM cluster WHERE cluster.brand_no = cluster_summary.brand_no) AS clusters,
       total_keywords AS totalKeywords, tracked_prompts AS trackedPrompts,
       avg_search_visibility AS avgSearchVisibility, avg_ai_visibility AS avgAiVisibility
     FROM cluster_summary WHERE ${scope.sql} ORDER BY brand_no`,
  ).all(...scope.params)
  const trends = prepared<{ trend: string }>(
    db.cache,
    `SELECT DISTINCT trend FROM cluster WHERE trend IS NOT NULL AND ${scope.sql} ORDER BY trend`,
  ).all(...scope.params)
  return {
    rows,
    all: {
      clusters: sum(rows, (row) => row.clusters),
      totalKeywords: sum(rows, (row) => row.totalKeywords),
      trackedPrompts: sum(rows, (row) => row.trackedPrompts),
      avgSearchVisibility: average(rows, (row) => row.avgSearchVisibility),
      avgAiVisibility: average(rows, (row) => row.avgAiVisibility),
    },
    trends: trends.map(({ trend }) => trend),
    freshAsOf: freshAsOf(db, 'clusters', brandIds),
  }
}
