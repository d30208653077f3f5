import { Button, Group, Paper } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { AuditRun } from '../../../src-shared/desk/research.ts'
import { joinParts } from '../../format/join-parts.ts'
import { plural } from '../../format/numbers.ts'
import { Meter } from '../../parts/meter.tsx'
import { useSeconds } from '../../parts/use-now.ts'
import { cancelAudits, closeRun, useAudits } from '../../state/audits.ts'

const Bar = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Paper component="section" withBorder radius="lg" px="md" py="sm" aria-label={label}>
    {children}
  </Paper>
)

const elapsed = (run: AuditRun, nowMs: number): string => {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(run.startedAt)) / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const Running = ({ run }: { readonly run: AuditRun }) => {
  const nowMs = useSeconds()
  const [isCancelling, setCancelling] = useState(false)
  const ended = run.done + run.failed
  return (
    <Bar label="Audits running">
      <Group>
        <strong>
          {ended} of {run.total}
        </strong>
        <span className="soft">
          {elapsed(run, nowMs)}
          {run.failed === 0 ? '' : ` · ${run.failed} without a result`}
          {isCancelling ? ' · cancelling: running audits still finish' : ''}
        </span>
        <Button
          ml="auto"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          disabled={isCancelling}
          onClick={() => {
            setCancelling(true)
            void cancelAudits(run.runId).then(({ ok }) => setCancelling(ok))
          }}
        >
          Cancel
        </Button>
      </Group>
      <Meter label="Audits progress" value={ended} max={run.total} />
    </Bar>
  )
}

const runLabel = ({ done, failed, total }: AuditRun): string => {
  const left = total - done - failed
  return joinParts([
    `${plural(done, 'site')} audited`,
    failed === 0 ? '' : `${failed} without a result`,
    left === 0 ? '' : `${left} cancelled`,
  ])
}

/** Progress of audits of many brands, then their results. */
export const RunBar = ({ run }: { readonly run: AuditRun | null | undefined }) => {
  const closed = useAudits((state) => state.closedRunId)
  if (run == null) return null
  if (run.endedAt === null) return <Running key={run.runId} run={run} />
  if (closed === run.runId) return null
  return (
    <Bar label="Last audit run">
      <Group role="status">
        <strong>{runLabel(run)}</strong>
        {run.failed === 0 ? null : <span className="soft">Each row shows its result and what to do next.</span>}
        <Button ml="auto" variant="default" onClick={() => closeRun(run.runId)}>
          Close
        </Button>
      </Group>
    </Bar>
  )
}
