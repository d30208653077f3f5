import { Text } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { formatDecimal, plural } from '../../format/numbers.ts'
import { ScopeFreshness } from '../../parts/freshness-label.tsx'
import { Name } from '../../parts/name.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useClusterFilters } from '../../state/filters/lists.ts'
import { go } from '../../state/location.ts'
import css from './visibility.module.css'

/** Clusters, narrowed to this one. */
const openCluster = (name: string): void => {
  useClusterFilters.setState({ search: name, trends: [] })
  go({ view: 'clusters' })
}

const SHOWN = 20
const BEST_FIRST = [{ by: 'aiVisibility' as const, direction: 'desc' as const }]

/** How often the models name the brand, by topic: what the choice of models leads to. */
export const ClusterVisibility = ({ brandId }: { readonly brandId: string }) => {
  const { value } = useDesk('clusters.page', { brandIds: [brandId], sort: BEST_FIRST, limit: SHOWN })
  const average = useDesk('clusters.summary', { brandIds: [brandId] }).value?.all.avgAiVisibility ?? null
  return (
    <Panel
      title="AI visibility by cluster"
      isFlush
      aside={
        average === null ? null : (
          <>
            <Text c="dimmed">
              average <strong className="figures">{formatDecimal(average)}</strong> of 100
            </Text>
            <ScopeFreshness freshAsOf={value?.freshAsOf} scope={brandId} dataset="clusters" />
          </>
        )
      }
    >
      {value === undefined ? null : value.rows.length === 0 ? (
        <Text c="dimmed" p="md">
          No clusters are synced.
        </Text>
      ) : (
        <ul className="lines" aria-label="AI visibility by cluster">
          {value.rows.map(({ id, name, aiVisibility }) => (
            <li key={id} className={css.cluster}>
              <button
                type="button"
                className={`truncate ${css.open}`}
                title={`Open ${isolate(name)} in Clusters`}
                onClick={() => openCluster(name)}
              >
                <Name>{name}</Name>
              </button>
              <span className={css.share} aria-hidden>
                <span style={{ width: `${aiVisibility ?? 0}%` }} />
              </span>
              <span className="numbers">{formatDecimal(aiVisibility)}</span>
            </li>
          ))}
        </ul>
      )}
      {value === undefined || value.rows.length === 0 ? null : (
        <Text size="xs" c="dimmed" px="md" py={6}>
          All tracked models together: the service gives no figure by model.
        </Text>
      )}
      {value === undefined || value.total <= value.rows.length ? null : (
        <button type="button" className={css.more} onClick={() => go({ view: 'clusters' })}>
          View all {plural(value.total, 'cluster')}
        </button>
      )}
    </Panel>
  )
}
