import { Chip, Text } from '@mantine/core'
import { IconHierarchy2 } from '@tabler/icons-react'
import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import { readText, readTexts, useClusterFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, type Scope, useScope } from '../../state/location.ts'
import { FilterRow } from '../../table/filter-row.tsx'
import { TableView } from '../../table/table-view.tsx'
import { useOpenedRow } from '../../table/use-opened.ts'
import { useTable } from '../../table/use-table.ts'
import { type ListWords, ViewEmpty } from '../../table/view-empty.tsx'
import { CLUSTER_COLUMNS, CLUSTER_SORTING } from './cluster-columns.tsx'
import { ClusterDetail } from './cluster-detail.tsx'
import css from './clusters.module.css'

const { clusterVisibility, aiVisibility } = FIGURES
type Summary = CallOutput<'clusters.summary'>['all']

const score = (value: number | null | undefined): string =>
  value == null ? NO_VALUE : `${formatDecimal(value)} of 100`

/** The service's own summary of one brand, or over all of them. */
const ClusterSummary = ({ summary }: { readonly summary: Summary | undefined }) => {
  const facts: readonly (readonly [name: string, value: string, about?: string])[] = [
    ['Clusters', formatWhole(summary?.clusters)],
    ['Keywords in clusters', formatWhole(summary?.totalKeywords)],
    ['Tracked prompts', formatWhole(summary?.trackedPrompts)],
    [`${clusterVisibility.label}, average`, score(summary?.avgSearchVisibility), clusterVisibility.about],
    [`${aiVisibility.label}, average`, score(summary?.avgAiVisibility), aiVisibility.about],
  ]
  return (
    <div className={css.cards}>
      {facts.map(([name, value, about]) => (
        <div key={name} className={css.card} title={about}>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          <Text fz="1.125rem" fw={600} className="figures">
            {summary === undefined ? NO_VALUE : value}
          </Text>
        </div>
      ))}
    </div>
  )
}

/** Undefined: the service gave none of these brands yet, which is not none at all. */
export const shownSummary = (
  found: Pick<CallOutput<'clusters.summary'>, 'rows' | 'all'> | undefined,
  scope: Scope,
): Summary | undefined => (scope === 'all' && found?.rows[0] !== undefined ? found.all : found?.rows[0])

/** What the coverage bar of the table means. */
const Legend = () => (
  <div className={css.legend}>
    <span>Coverage:</span>
    {(['published', 'generated', 'planned', 'unused'] as const).map((part) => (
      <span key={part} data-part={part}>
        {capitalise(part)}
      </span>
    ))}
  </div>
)

const ROW_NOUNS = ['cluster', 'clusters'] as const

const TEACHES = 'The service groups keywords and prompts into topic clusters.'
const EMPTY: ListWords = { datasets: ['clusters'], many: 'topic clusters', teaches: TEACHES }

type FiltersBarProps = { readonly words: readonly string[]; readonly onDone: () => void }

const FiltersBar = ({ words, onDone }: FiltersBarProps) => {
  const { trends } = useClusterFilters()
  return (
    <FilterRow by="cluster" of="clusters" store={useClusterFilters} onDone={onDone}>
      <Chip.Group multiple value={[...trends]} onChange={(next) => useClusterFilters.setState({ trends: next })}>
        {words.map((word) => (
          <Chip key={word} value={word}>
            {capitalise(word)}
          </Chip>
        ))}
      </Chip.Group>
      <Legend />
    </FilterRow>
  )
}

export const ClustersView = () => {
  const scope = useScope()
  const brandIds = brandIdsOf(scope)
  const filters = useClusterFilters()
  const { search, trends } = filters
  const summary = useDesk('clusters.summary', { brandIds }).value
  const filter = trends.length === 0 ? {} : { trend: [...trends] }
  const table = useTable<ClusterRow>({
    view: 'clusters',
    columns: CLUSTER_COLUMNS,
    sorting: CLUSTER_SORTING,
    query: (sort) => pageQuery('clusters.page', { input: { brandIds, filter }, search, sort }),
  })
  // The service does not say how it tells a trend: one who shows the column filters by it.
  const isTrendShown = trends.length > 0 || !table.grid.layout.hidden.includes('trend')
  return (
    <TableView
      table={table}
      title="Topic clusters"
      rowNouns={ROW_NOUNS}
      top={
        <>
          <ClusterSummary summary={shownSummary(summary, scope)} />
          <FiltersBar words={isTrendShown ? (summary?.trends ?? []) : []} onDone={table.focus} />
        </>
      }
      opened={useOpenedRow<ClusterRow>()}
      side={(row, close) => <ClusterDetail row={row} onClose={close} />}
      saved={{
        write: () => ({ search, trends: [...trends] }),
        read: (state) =>
          useClusterFilters.setState({ search: readText(state.search), trends: readTexts(state.trends) }),
      }}
      empty={<ViewEmpty table={table} store={useClusterFilters} icon={<IconHierarchy2 size={22} />} of={EMPTY} />}
    />
  )
}
