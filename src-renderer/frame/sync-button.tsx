import { Button, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { formatWhole } from '../format/numbers.ts'
import { KeyCaps } from '../parts/key-caps.tsx'
import { Meter } from '../parts/meter.tsx'
import { useConnection } from '../state/connection.ts'
import { brandIdsOf, go, useScope } from '../state/location.ts'
import { isRunning, runSync, useSync } from '../state/sync.ts'
import classes from './top-bar.module.css'

/** Starts a sync of what is in view; while one runs, its counted progress and the way to the sync centre. */
export const SyncButton = () => {
  const scope = useScope()
  const run = useSync((state) => state.run)
  const isLost = useConnection((state) => state.state === 'lost' || state.state === 'signed-out')
  if (run === null || !isRunning(run))
    return (
      <Tooltip label={<KeyCaps keys="mod+r" />}>
        <Button
          variant="default"
          disabled={isLost}
          leftSection={<IconRefresh size={14} />}
          onClick={() => void runSync({ brandIds: brandIdsOf(scope) })}
        >
          Sync
        </Button>
      </Tooltip>
    )
  const ended = run.done + run.failed + run.cancelled
  return (
    <button
      type="button"
      className={classes.progress}
      onClick={() => go({ view: 'sync' })}
      title="Open the sync centre"
    >
      <span className="figures">
        Syncing {formatWhole(ended)} of {formatWhole(run.total)}
      </span>
      <Meter isThin label="Sync progress" value={ended} max={run.total} />
    </button>
  )
}
