import { Button, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { myZone } from '../../format/zones.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Facts } from '../../parts/facts.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { go } from '../../state/location.ts'
import { findPitch } from '../../state/outbox.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { PitchPaper, PitchSubject } from '../compose/pitch-text.tsx'
import { MoreList } from '../prospects/more-list.tsx'
import { personOf, statusTone, whenText } from './outbox-columns.tsx'
import { goneLabel, statusLabel } from './outbox-labels.ts'

type Pitch = CallOutput<'outreach.pitch'> & { readonly intentId: string }

/** `undefined` while it loads; null where this desk did not write it. */
const usePitch = ({ brandId, conversationId, prospectEmailId, email }: OutboxRow): Pitch | null | undefined => {
  const [pitch, setPitch] = useState<Pitch | null>()
  useEffect(() => {
    let isOld = false
    setPitch(undefined)
    void findPitch({ brandId, conversationId, prospectEmailId, email }).then((found) => {
      if (!isOld) setPitch(found)
    })
    return () => {
      isOld = true
    }
  }, [brandId, conversationId, prospectEmailId, email])
  return pitch
}

const Message = ({ row }: { readonly row: OutboxRow }) => {
  const pitch = usePitch(row)
  if (pitch === undefined) return <Text c="dimmed">Loading the message …</Text>
  if (pitch === null)
    return (
      <>
        <PitchSubject subject={row.subject ?? ''} />
        <Text c="dimmed">
          The service lists the subject of a pitch, not its text, and the text was not found on this desk.
        </Text>
      </>
    )
  return (
    <>
      <PitchPaper subject={pitch.subject ?? ''} body={pitch.body ?? ''} p="md" bg="var(--sunken)" />
      <Button variant="default" onClick={() => go({ view: 'activity', params: { open: pitch.intentId } })}>
        View details
      </Button>
    </>
  )
}

type Props = {
  readonly row: OutboxRow
  readonly onClose: () => void
  readonly onUnsend: (row: OutboxRow) => void
}

/** One pitch of the outbox: its state, its text if this desk wrote it, and the button that unsends it. */
export const OutboxDetail = ({ row, onClose, onUnsend }: Props) => {
  const nowMs = useNow()
  return (
    <SidePanel
      title={personOf(row)}
      note={
        <>
          <BrandBadge brandId={row.brandId} /> · <StateWord word={statusLabel(row.status)} tone={statusTone(row)} />
        </>
      }
      onClose={onClose}
    >
      <Facts
        rows={[
          ['Address', row.email ?? 'not known here'],
          ['Site', row.domain ?? '—'],
          [row.sentAt === null ? 'Send time' : 'Sent', whenText(row, nowMs, myZone())],
          ['Mailbox', row.mailboxEmail ?? 'the service does not say which'],
        ]}
      />
      {row.isWaiting ? (
        <Button
          style={{ alignSelf: 'flex-start' }}
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={() => onUnsend(row)}
        >
          <ActionLabel what="Unsend 1 pitch of" brandIds={[row.brandId]} />
        </Button>
      ) : (
        <Text c="dimmed">{goneLabel(row)}</Text>
      )}
      <section>
        <SideHeading>Message</SideHeading>
        <Stack gap={10} align="flex-start">
          <Message row={row} />
        </Stack>
      </section>
      {Object.keys(row.more).length === 0 ? null : (
        <section>
          <SideHeading>Other fields</SideHeading>
          <MoreList more={row.more} />
        </section>
      )}
    </SidePanel>
  )
}
