import { Button } from '@mantine/core'
import { IconEye, IconReportAnalytics } from '@tabler/icons-react'
import type { ReportRun } from '../../../src-shared/desk/reports.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { madeLabel, toMake } from '../../format/report-labels.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Meter } from '../../parts/meter.tsx'
import { Notice } from '../../parts/notice.tsx'
import { brandIdsOf, go, setParams, useParams, useScope } from '../../state/location.ts'
import { cancelRun, openReports, PACKS_MAX, type PackRow, type RunListRow } from '../../state/reports.ts'
import pageCss from '../../table/table-page.module.css'
import { TableView } from '../../table/table-view.tsx'
import { useOpenedId } from '../../table/use-opened.ts'
import { useTable } from '../../table/use-table.ts'
import { PackPanel } from './pack-panel.tsx'
import { NEWEST_FIRST, packColumnsOf, RUN_COLUMNS } from './report-columns.tsx'
import css from './reports.module.css'
import { RunPanel } from './run-panel.tsx'

const RUN_NOUNS = ['set of reports', 'sets of reports'] as const
const PACK_NOUNS = ['report', 'reports'] as const

const Nothing = ({ who }: { readonly who: string }) => (
  <EmptyState
    icon={<IconReportAnalytics size={22} />}
    title="No report yet"
    action={
      <>
        <Button onClick={() => openReports('new')}>New report</Button>
        <Button variant="default" onClick={() => go({ view: 'schedules' })}>
          Make one each month
        </Button>
      </>
    }
  >
    A report shows {who} clicks, positions, gains and losses, content and outreach in one month, under your logo. The
    desk makes it from synced data, also offline, as PDF, HTML or CSV. Nothing is sent.
  </EmptyState>
)

/** What is being made now. */
const Running = ({ run }: { readonly run: ReportRun }) => {
  const { id, done, failed } = run
  return (
    <Notice
      tone="plain"
      role="status"
      icon={<IconReportAnalytics size={16} aria-hidden />}
      actions={
        <>
          <Button variant="default" onClick={() => setParams({ open: id })}>
            View
          </Button>
          <Button variant="default" onClick={() => void cancelRun(id)}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={css.progress}>
        <span>Making reports: {madeLabel(run)}</span>
        <Meter label="Reports made" value={done + failed} max={toMake(run)} />
      </div>
    </Notice>
  )
}

const ToReview = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <Notice
      tone="plain"
      role="status"
      icon={<IconEye size={16} aria-hidden />}
      actions={
        <Button variant="default" size="compact-xs" onClick={() => openReports('review')}>
          Review all
        </Button>
      }
    >
      <strong>{plural(count, 'draft')} to review.</strong> Files are made when you approve a draft.
    </Notice>
  )

/** What is under way and what waits, above either list. */
const Top = () => {
  const brandIds = brandIdsOf(useScope())
  const runs = useDesk('reports.runs', { filter: { state: ['running'] }, limit: 1 })
  const drafts = useDesk('reports.packs', { brandIds, filter: { state: ['review'] }, limit: 1 })
  const running = runs.value?.rows[0]
  return (
    <div className={pageCss.notices}>
      <ErrorNotice
        error={runs.error ?? drafts.error}
        title="The reports could not be read"
        onRetry={() => {
          runs.reload()
          drafts.reload()
        }}
      />
      {running === undefined ? null : <Running run={running} />}
      <ToReview count={drafts.value?.total ?? 0} />
    </div>
  )
}

const COMMON = { title: 'Reports', top: <Top /> }

const Runs = () => {
  const table = useTable<RunListRow>({
    view: 'reports',
    columns: RUN_COLUMNS,
    sorting: NEWEST_FIRST,
    query: (sort) => pageQuery('reports.runs', { input: {}, sort }),
  })
  return (
    <TableView
      table={table}
      {...COMMON}
      rowNouns={RUN_NOUNS}
      opened={useOpenedId()}
      side={(id, close) => <RunPanel key={id} runId={id} onClose={close} />}
      empty={<Nothing who="each brand’s" />}
    />
  )
}

const [WITH_PAGES, WITHOUT_PAGES] = [packColumnsOf(true), packColumnsOf(false)]

const Packs = () => {
  const scope = useScope()
  const { open } = useParams()
  const brandIds = [scope]
  const { value } = useDesk('reports.packs', { brandIds, limit: PACKS_MAX })
  const table = useTable<PackRow>({
    view: 'reports.brand',
    columns: value?.rows.some(({ pages }) => pages !== null) === true ? WITH_PAGES : WITHOUT_PAGES,
    sorting: NEWEST_FIRST,
    query: (sort) => pageQuery('reports.packs', { input: { brandIds }, sort }),
  })
  const shown = value?.rows.find(({ id }) => id === open) ?? null
  return (
    <TableView
      table={table}
      {...COMMON}
      rowNouns={PACK_NOUNS}
      opened={{ ...useOpenedId(), shown }}
      side={(pack, close) => <PackPanel pack={pack} onClose={close} />}
      empty={<Nothing who="the brand’s" />}
    />
  )
}

/** What was made: of all brands, by run; of one brand, each of its reports. */
export const Made = () => (useScope() === 'all' ? <Runs /> : <Packs />)
