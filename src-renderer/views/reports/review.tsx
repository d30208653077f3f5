import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconCheck, IconChecks, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { periodLabel } from '../../format/report-labels.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { NoMainAction } from '../../parts/main-action.tsx'
import { useBrand } from '../../state/brands.ts'
import { brandIdsOf, setParams, useParams, useScope } from '../../state/location.ts'
import {
  approveLabel,
  approvePacks,
  draftLabel,
  draftsInOrder,
  nextDraft,
  openReports,
  PACKS_MAX,
  type PackRow,
} from '../../state/reports.ts'
import pageCss from '../../table/table-page.module.css'
import { ViewHead } from '../../table/table-page.tsx'
import { DraftWords } from './draft-words.tsx'
import { ReportPreview } from './preview.tsx'
import css from './reports.module.css'

/** The page keys turn the preview wherever the focus is, but in a text. */
const turn = (pages: number): void => {
  const preview = document.querySelector('[data-preview]')
  preview?.scrollBy({ top: pages * preview.clientHeight * 0.9 })
}

/** The drafts that wait, of one run or of all; those of one run stand together. */
const useDrafts = () => {
  const brandIds = brandIdsOf(useScope())
  const { run, pack } = useParams()
  const { value, error, reload } = useDesk('reports.packs', {
    brandIds,
    filter: { state: ['review'] },
    limit: PACKS_MAX,
  })
  const drafts = useMemo(() => draftsInOrder(value?.rows ?? [], run), [value, run])
  const at = Math.max(
    0,
    drafts.findIndex(({ id }) => id === pack),
  )
  const total = value?.total
  const isAll = total === value?.rows.length
  return { drafts, at, draft: drafts[at], runId: run, total, isAll, error, reload }
}

const show = (draft: PackRow | undefined): void => {
  if (draft !== undefined) setParams({ pack: draft.id })
}

type NoneProps = { readonly runId: string | undefined; readonly others: number }

const NoDraft = ({ runId, others }: NoneProps) => (
  <EmptyState
    icon={<IconChecks size={22} />}
    title="No draft to review"
    action={
      <>
        <Button onClick={() => openReports('list', runId === undefined ? {} : { open: runId })}>View reports</Button>
        {others === 0 ? (
          <Button variant="default" onClick={() => openReports('new')}>
            New report
          </Button>
        ) : (
          <Button variant="default" onClick={() => setParams({ run: '' })}>
            Review {plural(others, 'other draft')}
          </Button>
        )}
      </>
    }
  >
    Files are made of the drafts that you approve. The list of reports has them.
  </EmptyState>
)

type DraftProps = {
  readonly drafts: readonly PackRow[]
  readonly at: number
  readonly draft: PackRow
  /** No draft that waits is missing from the list. */
  readonly isAll: boolean
}

const Draft = ({ drafts, at, draft, isAll }: DraftProps) => {
  const name = useBrand(draft.brandId)?.name ?? 'this brand'
  const [isBusy, setBusy] = useState(false)
  const ofRun = drafts.filter(({ runId }) => runId === draft.runId)
  const approve = async (packs: readonly PackRow[]) => {
    setBusy(true)
    const next = nextDraft(drafts, packs)
    if (await approvePacks(draft.runId, packs)) show(next)
    setBusy(false)
  }
  useCommands('Review', [
    {
      id: 'review.next',
      title: 'Next draft',
      keys: ['j', 'arrowright'],
      isKeyOnly: true,
      run: () => show(drafts[at + 1]),
    },
    {
      id: 'review.previous',
      title: 'Previous draft',
      keys: ['k', 'arrowleft'],
      isKeyOnly: true,
      run: () => show(drafts[at - 1]),
    },
    { id: 'review.down', title: 'Preview: down', keys: ['pagedown', 'space'], isKeyOnly: true, run: () => turn(1) },
    { id: 'review.up', title: 'Preview: up', keys: ['pageup'], isKeyOnly: true, run: () => turn(-1) },
    {
      id: 'review.leave',
      title: 'Back to the reports',
      keys: ['escape'],
      isKeyOnly: true,
      run: () => openReports('list', { open: draft.runId }),
    },
    {
      id: 'review.approve',
      title: `Approve the draft of ${name}`,
      keys: ['a', 'mod+enter'],
      run: () => void approve([draft]),
    },
  ])
  const title = `Report of ${name}`
  const preview = {
    brandId: draft.brandId,
    packId: draft.id,
    period: draft.run.period,
    ...(draft.summary !== null && { summary: draft.summary }),
    ...(draft.nextSteps !== null && { nextSteps: draft.nextSteps }),
  }
  return (
    <div className={`${pageCss.main} ${css.review}`}>
      <ReportPreview key={draft.id} title={title} input={preview} />
      <aside className={css.side} aria-label={`Draft of ${name}`}>
        <div className={css.sideBody}>
          <div>
            <Text component="h2" fz="0.9375rem" fw={600}>
              <BrandBadge brandId={draft.brandId} size="md" />
            </Text>
            <Text size="xs" c="dimmed" mt={4}>
              {periodLabel(draft.run.period)} · {draft.run.templateName}
            </Text>
          </div>
          <DraftWords key={draft.id} pack={draft} preview={preview} />
        </div>
        <div className={css.sideFoot}>
          <Button
            loading={isBusy}
            leftSection={<IconCheck size={14} aria-hidden />}
            title="Approve (A)"
            onClick={() => void approve([draft])}
          >
            <ActionLabel what="Approve" brandIds={[draft.brandId]} />
          </Button>
          {ofRun.length < 2 ? null : (
            <Button variant="default" disabled={isBusy} onClick={() => void approve(ofRun)}>
              {approveLabel(ofRun.length, isAll)}
            </Button>
          )}
        </div>
      </aside>
    </div>
  )
}

/** Drafts one after the other: how each will look, beside the words that the agency adds. */
export const ReviewDrafts = () => {
  const { drafts, at, draft, runId, total, isAll, error, reload } = useDrafts()
  return (
    <div className={pageCss.page}>
      <NoMainAction />
      <ViewHead
        actions={
          <Button variant="default" title="Back to reports (Esc)" onClick={() => openReports('list')}>
            Back to reports
          </Button>
        }
        note={
          draft === undefined ? null : (
            <Group gap={4}>
              <ActionIcon
                aria-label="Previous draft"
                title="Previous draft (K)"
                disabled={at === 0}
                onClick={() => show(drafts[at - 1])}
              >
                <IconChevronLeft size={16} />
              </ActionIcon>
              <Text aria-live="polite">{draftLabel(at, drafts.length, isAll)}</Text>
              <ActionIcon
                aria-label="Next draft"
                title="Next draft (J)"
                disabled={at === drafts.length - 1}
                onClick={() => show(drafts[at + 1])}
              >
                <IconChevronRight size={16} />
              </ActionIcon>
            </Group>
          )
        }
      />
      <div className={pageCss.notices}>
        <ErrorNotice error={error} title="The drafts could not be read" onRetry={reload} />
      </div>
      {draft !== undefined ? (
        <Draft drafts={drafts} at={at} draft={draft} isAll={isAll} />
      ) : total === undefined ? null : (
        <NoDraft runId={runId} others={total} />
      )}
    </div>
  )
}
