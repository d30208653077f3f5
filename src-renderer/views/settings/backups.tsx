import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Backup } from '../../../src-shared/desk/backups.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatBytes, formatWhole } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import { formatClock } from '../../format/time.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { type GridColumn, GridTable } from '../../parts/grid-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { BackupDialog, type OpenedBackup } from './backup-dialog.tsx'
import { COUNTS, reasonLabel } from './backup-labels.ts'
import classes from './settings.module.css'

type RowProps = { readonly backup: Backup; readonly onOpen: (opened: OpenedBackup) => void }

const Row = ({ backup, onOpen }: RowProps) => {
  const taken = formatClock(backup.takenAt, useNow())
  const { counts } = backup
  return (
    <tr>
      <td>
        {taken} {backup.isFromFuture ? <StateWord word="dated in the future" tone="warn" /> : null}
      </td>
      <td>{reasonLabel(backup.reason)}</td>
      <td data-numbers>{formatBytes(backup.bytes)}</td>
      {counts === null ? (
        <td colSpan={COUNTS.length}>Damaged, or from a newer program</td>
      ) : (
        COUNTS.map(([kind]) => (
          <td key={kind} data-numbers>
            {formatWhole(counts[kind])}
          </td>
        ))
      )}
      <td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          {(['View', 'Restore'] as const).map((act) => (
            <Button
              key={act}
              variant="subtle"
              size="compact-xs"
              disabled={counts === null}
              aria-label={`${act} the backup of ${taken}`}
              onClick={() => onOpen({ backup, isRestoring: act === 'Restore' })}
            >
              {act}
            </Button>
          ))}
        </Group>
      </td>
    </tr>
  )
}

const COLUMNS: readonly GridColumn[] = [
  { title: 'Date' },
  { title: 'Reason' },
  { title: 'Size', isNumber: true },
  ...COUNTS.map(([, one, many = `${one}s`]) => ({ title: capitalise(many), isNumber: true })),
  { title: 'Actions', isTitleHidden: true },
]

const NOUNS = ['backup', 'backups'] as const

/** The copies of core.db, the one that a restore would choose first. */
export const Backups = () => {
  const { value, error, reload } = useDesk('desk.backups', {})
  const [opened, setOpened] = useState<OpenedBackup | null>(null)
  if (error !== undefined) return <ErrorNotice title="The backups were not read" error={error} onRetry={reload} />
  if (value === undefined || value.backups.length === 0) return null
  return (
    <Panel
      isFlush
      title="Backups"
      aside={<ExportMenu choices={listChoices('backups', NOUNS, { all: value.backups, input: {} })} />}
    >
      <GridTable className={`${classes.tight} ${classes.backups}`} label="Backups" columns={COLUMNS}>
        {value.backups.map((backup) => (
          <Row key={backup.id} backup={backup} onOpen={setOpened} />
        ))}
      </GridTable>
      {opened === null ? null : <BackupDialog {...opened} now={value.now} onClose={() => setOpened(null)} />}
    </Panel>
  )
}
