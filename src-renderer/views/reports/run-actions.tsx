import { Button, Group, Modal, Text } from '@mantine/core'
import { IconClipboard, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportRun } from '../../../src-shared/desk/reports.ts'
import { plural } from '../../format/numbers.ts'
import { periodLabel } from '../../format/report-labels.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { useAction } from '../../parts/use-action.ts'
import { copyText } from '../../state/notices.ts'
import { cancelRun, openReports, removeRun, resumeRun } from '../../state/reports.ts'
import { FileButton } from './files.tsx'

type Props = { readonly run: ReportRun }

const RemoveDialog = ({ run, onClose }: Props & { readonly onClose: () => void }) => {
  const { error, isBusy, run: ask } = useAction()
  const remove = async () => {
    if ((await ask(removeRun(run.id))).ok) onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Remove these reports?" size={460}>
      <DialogForm
        canSubmit
        isBusy={isBusy}
        submit={`Remove ${plural(run.total, 'report')}`}
        onSubmit={() => void remove()}
        onCancel={onClose}
      >
        <Text>
          {plural(run.total, 'report')} of {periodLabel(run.period)} ({run.templateName}) and their files are deleted
          from this computer. Copies that you sent or saved elsewhere stay.
        </Text>
        <ErrorNotice error={error} title="The reports were not removed" />
      </DialogForm>
    </Modal>
  )
}

/** What can be done with the reports that were made together. */
export const RunActions = ({ run }: Props) => {
  const { id, state, total, done, failed, toReview, zip, folder } = run
  const [isRemoving, setRemoving] = useState(false)
  const isRunning = state === 'running'
  const open = total - done - failed - toReview
  const again = failed + (isRunning ? 0 : open)
  return (
    <Group gap={6}>
      {toReview === 0 ? null : (
        <Button onClick={() => openReports('review', { run: id })}>Review {plural(toReview, 'draft')}</Button>
      )}
      {isRunning ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={() => void cancelRun(id)}
        >
          Cancel
        </Button>
      ) : null}
      {isRunning || again === 0 ? null : (
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void resumeRun(id)}
        >
          Make {plural(again, 'report')} again
        </Button>
      )}
      {zip === null ? null : <FileButton name="ZIP" whose={`all ${plural(done, 'report')}`} file={zip} />}
      {done === 0 ? null : (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconClipboard size={14} aria-hidden />}
          title={folder}
          onClick={() => copyText(folder, 'Path copied')}
        >
          Copy folder path
        </Button>
      )}
      {isRunning ? null : (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setRemoving(true)}
        >
          Remove …
        </Button>
      )}
      {isRemoving ? <RemoveDialog run={run} onClose={() => setRemoving(false)} /> : null}
    </Group>
  )
}
