import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import { CLUSTER_FIELDS } from '../../../src-shared/desk/fields/search.ts'
import { coverageLabel } from '../../charts/coverage.ts'
import { CoverageBar } from '../../charts/coverage-bar.tsx'
import { formatDate } from '../../format/time.ts'
import { centred } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf, withBrand } from '../../table/field-columns.tsx'
import { ClusterChange, Trend } from './trend.tsx'

const leadersText = ({ leaders }: ClusterRow): string => leaders.map(({ domain, name }) => domain || name).join(', ')

const cluster = columnOf(CLUSTER_FIELDS)

/** The others leave, the last first, before a name is cut. */
const columns: readonly DataColumn<ClusterRow>[] = [
  cluster('name', { widthPx: 180, fitPx: 214, grows: true, look: 'open' }),
  cluster('topicalAuthorityScore', { widthPx: 94 }),
  cluster('trend', { widthPx: 84, isHiddenAtFirst: true, cell: (row) => centred(<Trend word={row.trend} />) }),
  cluster('changePct', {
    widthPx: 116,
    isHiddenAtFirst: true,
    text: (row) => (row.changePct === null ? '' : `${row.changePct}%`),
    cell: (row) => <ClusterChange {...row} />,
  }),
  {
    id: 'coverage',
    header: 'Coverage',
    about: 'Published, generated, planned and unused',
    widthPx: 82,
    isLesser: true,
    text: (row) => coverageLabel(row.coverage),
    cell: (row) => <CoverageBar coverage={row.coverage} />,
  },
  cluster('coveragePct', { widthPx: 82, isLesser: true }),
  cluster('searchVisibility', { widthPx: 124, isLesser: true }),
  cluster('aiVisibility', { widthPx: 94, isLesser: true }),
  cluster('keywordCount', { widthPx: 86, isLesser: true }),
  cluster('trackedKeywordCount', { widthPx: 80, isHiddenAtFirst: true }),
  cluster('promptCount', { widthPx: 80, isHiddenAtFirst: true }),
  cluster('trackedPromptCount', { widthPx: 118, isHiddenAtFirst: true }),
  cluster('leaders', { widthPx: 170, isLesser: true, look: 'soft', text: leadersText }),
  cluster('createdAt', {
    widthPx: 96,
    align: 'end',
    isHiddenAtFirst: true,
    text: (row) => formatDate(row.createdAt),
  }),
]

export const CLUSTER_COLUMNS = withBrand(columns, { widthPx: 150, isHiddenAtFirst: ['leaders', 'coveragePct'] })
export const CLUSTER_SORTING = [{ id: 'topicalAuthorityScore', desc: true }] as const
