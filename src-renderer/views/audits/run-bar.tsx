import { Button } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import type { AuditRun } from '../../../src-shared/desk/research.ts'
import { plural } from '../../format/numbers.ts'
import { Meter } from '../../parts/meter.tsx'
import { useSeconds } from '../../parts/use-now.ts'
import { cancelAudits, closeRun, useAudits } from '../../state/audits.ts'
import css from './audits.module.css'

const elapsed = (run: AuditRun, nowMs: number): string => {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(run.startedAt)) / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const Going = ({ run }: { readonly run: AuditRun }) => {
  const nowMs = useSeconds()
  const [isCancelling, setCancelling] = useState(false)
  const ended = run.done + run.failed
  return (
    <section className={css.run} aria-label="Audits running">
      <div className={css.runText}>
        <strong>
          {ended} of {run.total}
        </strong>
        <span className={css.soft}>
          {elapsed(run, nowMs)}
          {run.failed === 0 ? '' : ` · ${run.failed} without a result`}
          {isCancelling ? ' · cancelling: running audits still finish' : ''}
        </span>
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          disabled={isCancelling}
          onClick={() => {
            setCancelling(true)
            void cancelAudits(run.runId)
          }}
        >
          Cancel
        </Button>
      </div>
      <Meter label="Audits progress" value={ended} max={run.total} />
    </section>
  )
}

const runLabel = ({ done, failed, total }: AuditRun): string => {
  const left = total - done - failed
  return [
    `${plural(done, 'site')} audited`,
    failed === 0 ? '' : `${failed} without a result`,
    left === 0 ? '' : `${left} cancelled`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Audits of many brands: counted while they go, and what became of them. */
export const RunBar = ({ run }: { readonly run: AuditRun | null | undefined }) => {
  const closed = useAudits((state) => state.closedRunId)
  if (run == null) return null
  if (run.endedAt === null) return <Going key={run.runId} run={run} />
  if (closed === run.runId) return null
  return (
    <section className={css.run} aria-label="Last audit run">
      <div className={css.runText} role="status">
        <strong>{runLabel(run)}</strong>
        {run.failed === 0 ? null : <span className={css.soft}>Each row shows its result and what to do next.</span>}
        <Button variant="default" onClick={() => closeRun(run.runId)}>
          Close
        </Button>
      </div>
    </section>
  )
}
