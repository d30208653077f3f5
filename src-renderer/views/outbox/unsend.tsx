import { Group, Modal, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { KeyWaits } from '../../parts/key-waits.tsx'
import { go } from '../../state/location.ts'
import { unsendPitches } from '../../state/outbox.ts'
import { notifyWithAction } from '../../state/undo.tsx'
import { unsendingLabel } from './outbox-labels.ts'

type LabelProps = { readonly count: number; readonly brandIds: readonly string[] }

/** `Unsend 12 pitches of Acme`; without brands `Unsend 12 pitches …`. */
export const UnsendLabel = ({ count, brandIds }: LabelProps) => {
  const what = `Unsend ${plural(count, 'pitch', 'pitches')}`
  return brandIds.length === 0 ? `${what} …` : <ActionLabel what={`${what} of`} brandIds={brandIds} />
}

type Props = { readonly rows: readonly OutboxRow[]; readonly onClose: () => void; readonly onUnsent: () => void }

/** Asks before pitches are removed from the queue, then shows the results. */
export const UnsendDialog = ({ rows, onClose, onUnsent }: Props) => {
  const [isBusy, setBusy] = useState(false)
  const queued = useMemo(() => rows.filter((row) => row.isWaiting), [rows])
  const groups = useMemo(() => [...Map.groupBy(queued, (row) => row.brandId)], [queued])
  const gone = rows.length - queued.length
  const unsend = async () => {
    setBusy(true)
    const taken = await unsendPitches(queued)
    setBusy(false)
    onClose()
    if (taken.length === 0) return
    onUnsent()
    const [first] = taken
    notifyWithAction(
      { title: unsendingLabel(taken) },
      {
        label: 'View details',
        run: () =>
          go({ view: 'activity', params: taken.length === 1 && first !== undefined ? { open: first.intentId } : {} }),
      },
    )
  }
  return (
    <Modal opened onClose={onClose} title="Unsend pitches" size={540}>
      <DialogForm
        canSubmit={queued.length > 0}
        isBusy={isBusy}
        isSubmitFocused
        submit={
          queued.length === 0 ? undefined : (
            <UnsendLabel count={queued.length} brandIds={groups.map(([brandId]) => brandId)} />
          )
        }
        cancel={queued.length === 0 ? 'Close' : 'Keep them'}
        onSubmit={() => void unsend()}
        onCancel={onClose}
      >
        {queued.length === 0 ? null : (
          <ul className="box lines" style={{ maxHeight: 240 }}>
            {groups.map(([brandId, pitches]) => (
              <Group key={brandId} component="li" justify="space-between" px="sm" py={7}>
                <BrandBadge brandId={brandId} size="md" />
                <Text c="dimmed">{plural(pitches.length, 'pitch', 'pitches')}</Text>
              </Group>
            ))}
          </ul>
        )}
        <KeyWaits brandIds={groups.map(([brandId]) => brandId)} />
        {gone === 0 ? null : (
          <Text c="dimmed">
            {plural(gone, 'pitch was', 'pitches were')} sent or already left the queue and cannot be recalled.
          </Text>
        )}
        <Text c="dimmed">
          {queued.length === 0
            ? 'None of the selected pitches are queued.'
            : 'The desk removes them from the service’s queue. Pitches that are sent meanwhile stay sent; Activity shows the result of each.'}
        </Text>
      </DialogForm>
    </Modal>
  )
}
