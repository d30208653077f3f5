import { Button } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import type { SyncRun } from '../../../src-shared/desk/sync.ts'
import { formatWhole } from '../../format/numbers.ts'
import { formatUntil } from '../../format/time.ts'
import { Name } from '../../parts/name.tsx'
import { useSeconds } from '../../parts/use-now.ts'
import { brandName } from '../../state/brands.ts'
import { cancelSync, isRunning, useSync } from '../../state/sync.ts'
import { partsOf } from './run-words.ts'
import classes from './sync.module.css'

const elapsed = (run: SyncRun, nowMs: number): string => {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(run.startedAt)) / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const Running = ({ run }: { readonly run: SyncRun }) => {
  const nowMs = useSeconds()
  const ended = run.done + run.failed + run.cancelled
  return (
    <section className={classes.run} aria-label="Sync in progress">
      <div className={classes.runText}>
        <strong>
          {formatWhole(ended)} of {formatWhole(run.total)}
        </strong>
        <span className={classes.soft}>
          {elapsed(run, nowMs)}
          {partsOf(run)}
        </span>
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} />}
          onClick={() => void cancelSync({ runId: run.runId })}
        >
          Cancel
        </Button>
      </div>
      <progress className={classes.runMeter} value={ended} max={Math.max(1, run.total)} aria-label="Sync progress" />
    </section>
  )
}

const Waits = () => {
  const waits = useSync((state) => state.waits)
  const nowMs = useSeconds()
  const open = waits.filter((wait) => wait.untilMs > nowMs)
  if (open.length === 0) return null
  return (
    <ul className={classes.waits} aria-label="Rate limits">
      {open.slice(0, 6).map((wait) => (
        <li key={`${wait.brandId} ${wait.operation}`}>
          <Name>{brandName(wait.brandId)}</Name>: {wait.operation} waiting for the rate limit; continues automatically{' '}
          {formatUntil(wait.untilMs, nowMs)}
        </li>
      ))}
    </ul>
  )
}

/** The run under way with its counted progress and rate-limit countdowns. */
export const RunPanel = () => {
  const run = useSync((state) => state.run)
  const hasWaits = useSync((state) => state.waits.length > 0)
  // What was cancelled waits for nothing any more.
  if (run === null || !isRunning(run)) return null
  return (
    <>
      <Running run={run} />
      {hasWaits ? <Waits /> : null}
    </>
  )
}
