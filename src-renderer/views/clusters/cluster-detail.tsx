import { Text } from '@mantine/core'
import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { CoverageBar } from '../../charts/coverage-bar.tsx'
import { formatDecimal, formatWhole } from '../../format/numbers.ts'
import { formatDate } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { Facts } from '../../table/table-page.tsx'
import { ClusterKeywords } from './cluster-keywords.tsx'
import css from './clusters.module.css'
import { ClusterChange, Trend } from './trend.tsx'

type ClusterDetailProps = { readonly row: ClusterRow; readonly onClose: () => void }

const tracked = (count: number) => <span className="soft">{formatWhole(count)} tracked</span>

export const ClusterDetail = ({ row, onClose }: ClusterDetailProps) => (
  <SidePanel
    title={row.name}
    note={
      <>
        <BrandBadge brandId={row.brandId} /> · created {formatDate(row.createdAt)}
      </>
    }
    onClose={onClose}
  >
    <Facts
      perRow={3}
      facts={[
        { name: 'Topical authority', value: formatDecimal(row.topicalAuthorityScore) },
        { name: 'Service trend', value: <Trend word={row.trend} />, change: <ClusterChange {...row} /> },
        { name: FIGURES.clusterVisibility.label, value: formatDecimal(row.searchVisibility) },
        { name: FIGURES.aiVisibility.label, value: formatDecimal(row.aiVisibility) },
        { name: 'Keywords', value: formatWhole(row.keywordCount), change: tracked(row.trackedKeywordCount) },
        { name: 'Prompts', value: formatWhole(row.promptCount), change: tracked(row.trackedPromptCount) },
      ]}
    />
    <Text size="xs" c="dimmed">
      The service names no period for its trend and change.
    </Text>
    <section>
      <SideHeading>
        Coverage: {formatWhole(row.coverage.published)} of {formatWhole(row.coverage.total)} published
      </SideHeading>
      <CoverageBar coverage={row.coverage} isLarge />
    </section>
    <ClusterKeywords row={row} />
    <section>
      <SideHeading>Leaders</SideHeading>
      {row.leaders.length === 0 ? (
        <span className="soft">None.</span>
      ) : (
        <ol className="box lines">
          {row.leaders.map(({ name, domain }) => (
            <li key={`${name} ${domain}`} className={css.leader}>
              <span>{name}</span>
              <span className="soft">{domain}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  </SidePanel>
)
