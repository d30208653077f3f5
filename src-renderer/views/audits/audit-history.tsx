import { Flex } from '@mantine/core'
import { IconHeartRateMonitor } from '@tabler/icons-react'
import type { AuditRow } from '../../../src-shared/desk/research.ts'
import { pageQuery } from '../../data/page-query.ts'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { shortSite } from '../../format/site.ts'
import { formatAgo, formatClock, formatInstant } from '../../format/time.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useDensity } from '../../state/settings.ts'
import { useTeam } from '../../state/team.ts'
import type { DataColumn } from '../../table/column.ts'
import { DataTable } from '../../table/data-table.tsx'
import { useTable } from '../../table/use-table.ts'
import { AuditState, passedLabel, Score, ScoreChange } from './score.tsx'

const When = ({ at }: Pick<AuditRow, 'at'>) => {
  const nowMs = useNow()
  return (
    <span title={formatInstant(at)}>
      {formatClock(at, nowMs)} <span className="soft">· {formatAgo(at, nowMs)}</span>
    </span>
  )
}

const siteOf = ({ url }: AuditRow): string => (url === '' ? NO_VALUE : shortSite(url))

/** The audited address, and below the one that the service answered for where it is another. */
const Site = ({ audit }: { readonly audit: AuditRow }) => {
  const { url, answeredUrl } = audit
  const isOther = answeredUrl !== null && answeredUrl !== url
  return (
    <>
      <bdi title={url}>{siteOf(audit)}</bdi>
      {isOther ? (
        <span className="soft" title={`The service answered for ${answeredUrl}`}>
          {' '}
          · answered for <bdi>{answeredUrl}</bdi>
        </span>
      ) : null}
    </>
  )
}

/** Every audit that was tried, newest first: the order of the desk. */
const AUDIT_COLUMNS: readonly DataColumn<AuditRow>[] = [
  { id: 'at', header: 'When', widthPx: 200, text: ({ at }) => at, cell: ({ at }) => <When at={at} /> },
  {
    id: 'url',
    header: 'Site',
    widthPx: 220,
    grows: true,
    text: ({ url, answeredUrl }) =>
      answeredUrl === null || answeredUrl === url ? url : `${url} (answered for ${answeredUrl})`,
    cell: (audit) => <Site audit={audit} />,
  },
  {
    id: 'overallScore',
    header: 'Score',
    widthPx: 110,
    align: 'end',
    text: ({ overallScore }) => formatDecimal(overallScore),
    cell: ({ overallScore }) => <Score score={overallScore} />,
  },
  { id: 'passed', header: 'Passed', widthPx: 90, align: 'end', text: passedLabel },
  {
    id: 'scoreChange',
    header: 'Change',
    widthPx: 80,
    align: 'end',
    text: ({ scoreChange }) => (scoreChange === null ? '' : String(scoreChange)),
    cell: (audit) => <ScoreChange audit={audit} />,
  },
  {
    id: 'state',
    header: 'Result',
    widthPx: 180,
    text: ({ state, error }) => (error === null ? state : `${state}: ${error.message}`),
    cell: (audit) => (audit.state === 'done' ? <StateWord word="done" tone="plain" /> : <AuditState audit={audit} />),
  },
]

/** In a team also who ran it. */
const TEAM_AUDIT_COLUMNS: readonly DataColumn<AuditRow>[] = [
  ...AUDIT_COLUMNS,
  { id: 'person', header: 'Person', about: 'Who ran it', widthPx: 120, text: ({ changedBy }) => changedBy?.name ?? '' },
]

const ROW_NOUNS = ['audit', 'audits'] as const
/** The bar, the head and a line below. */
const BARS_PX = 36 + 33 + 2
const ROW_PX = { comfortable: 34, compact: 28 } as const

type Props = {
  readonly brandId: string
  /** An audit that has a result was chosen: its tests are shown. */
  readonly onOpen: (audit: AuditRow) => void
}

/** All audits of a brand, also failed ones, newest first; only the rows in sight are requested. */
export const AuditHistory = ({ brandId, onOpen }: Props) => {
  const rowPx = ROW_PX[useDensity()]
  const isInTeam = useTeam() !== null
  const { grid } = useTable<AuditRow>({
    view: 'audits.history',
    columns: isInTeam ? TEAM_AUDIT_COLUMNS : AUDIT_COLUMNS,
    query: () => pageQuery('research.audits', { input: { brandIds: [brandId] } }),
  })
  return (
    <Panel isFlush title="All audits">
      <Flex
        mih={grid.blocks.snapshot.total === 0 ? 240 : 150}
        mah={420}
        h={BARS_PX + grid.blocks.snapshot.total * rowPx}
      >
        <DataTable
          {...grid}
          label="Audits, newest first"
          rowNouns={ROW_NOUNS}
          onOpen={(audit) => {
            if (audit.state === 'done') onOpen(audit)
          }}
          empty={<EmptyState icon={<IconHeartRateMonitor size={20} />} title="No audit yet" />}
        />
      </Flex>
    </Panel>
  )
}
