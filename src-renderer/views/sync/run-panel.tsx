import { Button, Group, Paper } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import type { SyncRun } from '../../../src-shared/desk/sync.ts'
import { formatWhole } from '../../format/numbers.ts'
import { formatUntil } from '../../format/time.ts'
import { Meter } from '../../parts/meter.tsx'
import { Name } from '../../parts/name.tsx'
import { useSeconds } from '../../parts/use-now.ts'
import { brandName } from '../../state/brands.ts'
import { cancelSync, isRunning, useSync } from '../../state/sync.ts'
import { partsOf } from './run-labels.ts'

const elapsed = (run: SyncRun, nowMs: number): string => {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(run.startedAt)) / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const Running = ({ run }: { readonly run: SyncRun }) => {
  const nowMs = useSeconds()
  const ended = run.done + run.failed + run.cancelled
  return (
    <Paper component="section" withBorder radius="lg" px="md" py="sm" aria-label="Sync in progress">
      <Group gap="sm" mb={10} className="figures">
        <strong>
          {formatWhole(ended)} of {formatWhole(run.total)}
        </strong>
        <span className="soft">
          {elapsed(run, nowMs)}
          {partsOf(run)}
        </span>
        <Button
          ml="auto"
          variant="default"
          leftSection={<IconPlayerStop size={14} />}
          onClick={() => void cancelSync({ runId: run.runId })}
        >
          Cancel
        </Button>
      </Group>
      <Meter label="Sync progress" value={ended} max={run.total} />
    </Paper>
  )
}

const Waits = () => {
  const waits = useSync((state) => state.waits)
  const nowMs = useSeconds()
  const open = waits.filter((wait) => wait.untilMs > nowMs)
  if (open.length === 0) return null
  return (
    <Paper component="ul" withBorder radius="lg" px="md" py={8} c="dimmed" className="figures" aria-label="Rate limits">
      {open.slice(0, 6).map((wait) => (
        <li key={`${wait.brandId} ${wait.operation}`}>
          <Name>{brandName(wait.brandId)}</Name>: {wait.operation} waiting for the rate limit; continues automatically{' '}
          {formatUntil(wait.untilMs, nowMs)}
        </li>
      ))}
    </Paper>
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
