import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import { coverageLabel } from '../../charts/coverage.ts'
import { CoverageBar } from '../../charts/coverage-bar.tsx'
import { Delta } from '../../charts/delta.tsx'
import { formatDecimal, formatPercent, formatWhole } from '../../format/numbers.ts'
import { formatDate } from '../../format/time.ts'
import { brandColumn, centred, numberColumn, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { Trend } from './trend.tsx'

const number = numberColumn<ClusterRow>

const leadersText = ({ leaders }: ClusterRow): string => leaders.map(({ domain, name }) => domain || name).join(', ')

const columns: readonly DataColumn<ClusterRow>[] = [
  {
    id: 'name',
    header: 'Cluster',
    widthPx: 180,
    grows: true,
    sortField: 'name',
    text: (row) => row.name,
    cell: (row) => <OpenText>{row.name}</OpenText>,
  },
  number('topicalAuthorityScore', {
    header: 'Authority',
    about: 'Topical authority score',
    widthPx: 100,
    text: (row) => formatDecimal(row.topicalAuthorityScore),
  }),
  {
    id: 'trend',
    header: 'Trend',
    widthPx: 92,
    text: (row) => row.trend ?? '',
    cell: (row) => centred(<Trend word={row.trend} />),
  },
  number('changePct', {
    header: 'Change',
    widthPx: 84,
    text: (row) => (row.changePct === null ? '' : `${row.changePct}%`),
    cell: (row) => <Delta change={row.changePct} of="percent" />,
  }),
  {
    id: 'coverage',
    header: 'Coverage',
    about: 'Published, generated, planned and unused',
    widthPx: 130,
    text: (row) => coverageLabel(row.coverage),
    cell: (row) => <CoverageBar coverage={row.coverage} />,
  },
  number('coveragePct', { header: 'Covered', widthPx: 82, text: (row) => formatPercent(row.coveragePct) }),
  number('searchVisibility', {
    header: 'Search vis.',
    about: 'Visibility in search',
    widthPx: 92,
    text: (row) => formatDecimal(row.searchVisibility),
  }),
  number('aiVisibility', {
    header: 'AI vis.',
    about: 'Visibility in AI answers',
    widthPx: 76,
    text: (row) => formatDecimal(row.aiVisibility),
  }),
  number('keywordCount', { header: 'Keywords', widthPx: 86, text: (row) => formatWhole(row.keywordCount) }),
  number('trackedKeywordCount', {
    header: 'Tracked',
    about: 'Keywords that are tracked',
    widthPx: 80,
    isHiddenAtFirst: true,
    text: (row) => formatWhole(row.trackedKeywordCount),
  }),
  number('promptCount', {
    header: 'Prompts',
    widthPx: 80,
    isHiddenAtFirst: true,
    text: (row) => formatWhole(row.promptCount),
  }),
  number('trackedPromptCount', {
    header: 'Tracked prompts',
    widthPx: 118,
    isHiddenAtFirst: true,
    text: (row) => formatWhole(row.trackedPromptCount),
  }),
  {
    id: 'leaders',
    header: 'Leaders',
    about: 'The sites that lead this topic',
    widthPx: 170,
    text: leadersText,
    cell: (row) => <SoftText>{leadersText(row)}</SoftText>,
  },
  number('createdAt', {
    header: 'Created',
    widthPx: 96,
    isHiddenAtFirst: true,
    text: (row) => formatDate(row.createdAt),
  }),
]

export const CLUSTER_COLUMNS = {
  one: columns,
  all: [
    brandColumn<ClusterRow>(150),
    ...columns.map((column) =>
      column.id === 'leaders' || column.id === 'coveragePct' ? { ...column, isHiddenAtFirst: true } : column,
    ),
  ],
}
export const CLUSTER_SORTING = [{ id: 'topicalAuthorityScore', desc: true }] as const
