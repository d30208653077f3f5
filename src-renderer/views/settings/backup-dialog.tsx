import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Backup, BackupCounts } from '../../../src-shared/desk/backups.ts'
import { formatWhole } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import { formatClock } from '../../format/time.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { type GridColumn, GridTable } from '../../parts/grid-table.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useNow } from '../../parts/use-now.ts'
import { restoreBackup } from '../../state/recovery.ts'
import { COUNTS, lossLabel } from './backup-labels.ts'

const COLUMNS: readonly GridColumn[] = [
  { title: 'Rows' },
  { title: 'Now', isNumber: true },
  { title: 'In the backup', isNumber: true },
]

type CountsProps = { readonly now: BackupCounts; readonly backup: BackupCounts }

const Comparison = ({ now, backup }: CountsProps) => (
  <GridTable label="What the backup holds" columns={COLUMNS}>
    {COUNTS.map(([kind, one, many = `${one}s`]) => (
      <tr key={kind}>
        <td>{capitalise(many)}</td>
        <td data-numbers>{formatWhole(now[kind])}</td>
        <td data-numbers>{formatWhole(backup[kind])}</td>
      </tr>
    ))}
  </GridTable>
)

const Loss = ({ now, backup }: CountsProps) => {
  const loss = lossLabel(now, backup)
  return (
    <>
      <Text c="dimmed">
        <strong>{loss === '' ? 'Changes made since are lost.' : `Lost: ${loss}, and changes made since.`}</strong>
        {now.suppressions > backup.suppressions
          ? ' People who were suppressed since can be contacted again: add them again.'
          : ''}
      </Text>
      <Text c="dimmed">
        The desk backs up the present state first. Actions that wait in the backup become unknown, because they may have
        been sent: check them in Activity. Keys stay.
      </Text>
    </>
  )
}

export type OpenedBackup = { readonly backup: Backup; readonly isRestoring: boolean }
type Props = OpenedBackup & { readonly now: BackupCounts; readonly onClose: () => void }

/** What a backup holds beside what the desk holds now; and what a restore takes away, before it does. */
export const BackupDialog = ({ backup, isRestoring, now, onClose }: Props) => {
  const nowMs = useNow()
  const { isBusy, error, run } = useAction()
  const taken = formatClock(backup.takenAt, nowMs)
  return (
    <Modal
      opened
      onClose={onClose}
      title={isRestoring ? `Restore the backup of ${taken}?` : `Backup of ${taken}`}
      size={520}
    >
      <Stack>
        {backup.counts === null ? null : <Comparison now={now} backup={backup.counts} />}
        {backup.counts === null || !isRestoring ? null : <Loss now={now} backup={backup.counts} />}
        <code>{backup.id}</code>
        <ErrorNotice title="The backup was not restored" error={error} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {isRestoring ? 'Cancel' : 'Close'}
          </Button>
          {isRestoring ? (
            <Button loading={isBusy} onClick={() => void run(restoreBackup(backup.id))}>
              Restore backup
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  )
}
