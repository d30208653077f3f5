import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Cluster } from '../../../src-shared/service/topic-clusters.ts'
import { caseFold } from '../../base/text.ts'
import { brandScope } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { ingestListing } from '../../store/listing.ts'
import { listPage, type SortKey } from '../../store/paging.ts'
import { type IngestArgs, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { holds, isOneOf, searchText } from '../../store/search-text.ts'
import { saveAiVisibility } from './ai-visibility-days.ts'

const SAVE_SUMMARY = `
  INSERT OR REPLACE INTO cluster_summary
    (brand_no, total_keywords, tracked_prompts, avg_search_visibility, avg_ai_visibility, raw)
  VALUES (@brandNo, @totalKeywords, @trackedPrompts, @avgSearchVisibility, @avgAiVisibility, @raw)
`

/** As they are stored and as they are shown. */
const numbersOf = (item: Cluster) => ({
  keywordCount: item.keywordCount,
  promptCount: item.promptCount,
  trackedPromptCount: item.trackedPromptCount,
  trackedKeywordCount: item.trackedKeywordCount,
  aiVisibility: item.aiVisibility ?? null,
  searchVisibility: item.searchVisibility ?? null,
  topicalAuthorityScore: item.topicalAuthorityScore ?? null,
  coveragePct: item.coveragePct ?? null,
  changePct: item.changePct ?? null,
})

const toRecord = (item: Cluster) => ({
  id: item.id,
  nameKey: caseFold(item.name),
  createdAt: item.createdAt,
  ...numbersOf(item),
  trend: item.trend ?? null,
  search: searchText([item.name, ...item.leaders.flatMap(({ name, domain }) => [name, domain])]),
  raw: JSON.stringify(item),
})

/** One page of a brand's clusters; the last page removes clusters that are no longer listed. */
export const ingestClusters = (db: WritableDb, args: IngestArgs): IngestResult => {
  const reply = parseReply(db, 'topicClusters.list', args)
  const { summary } = reply
  const saveSummary = (brand: number) => {
    const { avgAiVisibility } = summary
    if (avgAiVisibility != null) saveAiVisibility(db, { brand, atMs: args.fetchedAtMs, value: avgAiVisibility })
    prepared(db.cache, SAVE_SUMMARY).run({
      brandNo: brand,
      totalKeywords: summary.totalKeywords,
      trackedPrompts: summary.trackedPrompts,
      avgSearchVisibility: summary.avgSearchVisibility ?? null,
      avgAiVisibility: summary.avgAiVisibility ?? null,
      raw: JSON.stringify(summary),
    })
  }
  return ingestListing(db, args, reply, { table: 'cluster', toRecord, onPage: saveSummary })
}

type PageInput = ParsedInput<'clusters.page'>
type SortField = PageInput['sort'][number]['by']

const column = (sql: string, nullable = false) => ({ sql: `cluster.${sql}`, nullable })
const SORT_COLUMNS: Record<SortField, Pick<SortKey, 'sql' | 'nullable'>> = {
  name: column('name_key'),
  keywordCount: column('keyword_count'),
  promptCount: column('prompt_count'),
  trackedPromptCount: column('tracked_prompt_count'),
  trackedKeywordCount: column('tracked_keyword_count'),
  aiVisibility: column('ai_visibility', true),
  searchVisibility: column('search_visibility', true),
  topicalAuthorityScore: column('topical_authority_score', true),
  coveragePct: column('coverage_pct', true),
  changePct: column('change_pct', true),
  createdAt: column('created_at'),
}

type ClusterRecord = { readonly brandId: string; readonly raw: string }

const toRow = ({ brandId, raw }: ClusterRecord): ClusterRow => {
  const item = JSON.parse(raw) as Cluster // as toRecord wrote it
  const { total, published, generated, planned, unused } = item.coverage
  return {
    brandId,
    id: item.id,
    name: item.name,
    createdAt: item.createdAt,
    ...numbersOf(item),
    coverage: { total, published, generated, planned, unused },
    trend: item.trend ?? null,
    leaders: item.leaders.map(({ name, domain }) => ({ name, domain })),
  }
}

export const clustersPage = (db: ReadableDb, input: PageInput): CallOutput<'clusters.page'> => {
  const { rows, ...page } = listPage<ClusterRecord>(db.cache, input, {
    columns: '(SELECT id FROM brand WHERE brand.no = cluster.brand_no) AS brandId, cluster.raw',
    from: 'cluster',
    conditions: [
      brandScope(db, input.brandIds, 'cluster.brand_no'),
      holds('cluster.search', input.search),
      isOneOf('cluster.trend', input.filter.trend),
    ],
    keys: input.sort.map(({ by, direction }) => ({ by, direction, ...SORT_COLUMNS[by] })),
    tie: 'cluster.no',
  })
  return { rows: rows.map(toRow), ...page, freshAsOf: freshAsOf(db, 'clusters', input.brandIds) }
}

/** The name of a cluster. Throws not-found where the cache has none with this id. */
export const clusterName = (db: ReadableDb, { brandId, clusterId }: { brandId: string; clusterId: string }): string => {
  const scope = brandScope(db, [brandId])
  const sql = `SELECT raw FROM cluster WHERE ${scope.sql} AND id = ?`
  const row = prepared<{ raw: string }>(db.cache, sql).get(...scope.params, clusterId)
  if (row === undefined)
    throw new DeskError('not-found', 'This cluster is no longer listed by the service.', { brandId })
  return (JSON.parse(row.raw) as Cluster).name // as toRecord wrote it
}

const NAMES = "SELECT raw ->> 'name' AS name FROM cluster WHERE brand_no = ? ORDER BY id"

const PRINTS = `SELECT brand_no AS brandNo, group_concat(name_key, char(10)) AS print FROM cluster
  WHERE brand_no IN (SELECT value FROM json_each(?)) GROUP BY brand_no`

/** By brand, of those that have topics: it changes with any of their names. */
export const clusterPrints = ({ cache }: ReadableDb, brandNos: readonly number[]): ReadonlyMap<number, string> =>
  new Map(
    prepared<{ brandNo: number; print: string }>(cache, PRINTS)
      .all(JSON.stringify(brandNos))
      .map(({ brandNo, print }) => [brandNo, print]),
  )

/** The names of a brand's topics. */
export const clusterNames = ({ cache }: ReadableDb, brandNo: number): string[] =>
  prepared<{ name: string }>(cache, NAMES)
    .all(brandNo)
    .map(({ name }) => name)
