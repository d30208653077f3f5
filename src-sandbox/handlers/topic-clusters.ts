import type { Cluster } from '../../src-shared/service/topic-clusters.ts'
import { seedClusters } from '../seed/clusters.ts'
import type { HandlersOf } from './handler.ts'
import { pageOf } from './paging.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const mean = (clusters: readonly Cluster[], numberOf: (cluster: Cluster) => number | null | undefined): number =>
  clusters.length === 0 ? 0 : Math.round((10 * sum(clusters.map((it) => numberOf(it) ?? 0))) / clusters.length) / 10

export const topicClusterHandlers: HandlersOf<'topicClusters'> = {
  /** A Search Console export has no clusters. The summary covers all clusters, not only the page. */
  'topicClusters.list': ({ query }, { brand, pageSize }) => {
    const clusters = brand.kind === 'seeded' ? seedClusters(brand, brand.keywords()) : []
    return {
      summary: {
        totalKeywords: sum(clusters.map(({ keywordCount }) => keywordCount)),
        trackedPrompts: sum(clusters.map(({ trackedPromptCount }) => trackedPromptCount)),
        avgSearchVisibility: mean(clusters, ({ searchVisibility }) => searchVisibility),
        avgAiVisibility: mean(clusters, ({ aiVisibility }) => aiVisibility),
      },
      ...pageOf(clusters, query.cursor, pageSize),
    }
  },
}
