import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { myZone } from '../../format/zones.ts'
import { BrandBadge, BrandMark } from '../../parts/brand-badge.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Name } from '../../parts/name.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrand } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { findPitch } from '../../state/outbox.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { PitchBody, PitchSubject } from '../compose/pitch-text.tsx'
import { MoreList } from '../prospects/more-list.tsx'
import css from './outbox.module.css'
import { personOf, statusTone, whenText } from './outbox-columns.tsx'
import { statusLabel } from './outbox-labels.ts'

type Pitch = CallOutput<'outreach.pitch'> & { readonly intentId: string }

/** `undefined` while it is looked for; null where this desk did not write it. */
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
  if (pitch === undefined) return <p className={css.soft}>Loading the message …</p>
  if (pitch === null)
    return (
      <>
        <PitchSubject subject={row.subject ?? ''} />
        <p className={css.soft}>
          The service sends only the subject, and this pitch was not written on this desk, so its text cannot be shown.
        </p>
      </>
    )
  return (
    <>
      <div className={css.paper}>
        <PitchSubject subject={pitch.subject ?? ''} />
        <hr />
        <PitchBody body={pitch.body ?? ''} />
      </div>
      <Button
        className={css.start ?? ''}
        variant="default"
        onClick={() => go({ view: 'intents', params: { open: pitch.intentId } })}
      >
        View details
      </Button>
    </>
  )
}

type Props = {
  readonly row: OutboxRow
  readonly onClose: () => void
  readonly onTakeBack: (row: OutboxRow) => void
}

/** One pitch of the outbox: its state, its words where the desk has them, and the way back while there is one. */
export const OutboxDetail = ({ row, onClose, onTakeBack }: Props) => {
  const brand = useBrand(row.brandId)
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
          ['Site', row.domain ?? '–'],
          [row.sentAt === null ? 'Send time' : 'Sent', whenText(row, nowMs, myZone())],
          ['Mailbox', row.mailboxEmail ?? 'the service does not say which'],
        ]}
      />
      {row.isWaiting ? (
        <Button
          className={css.start ?? ''}
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={() => onTakeBack(row)}
        >
          <span className={css.act}>
            Unsend 1 pitch of{' '}
            {brand === undefined ? null : <BrandMark name={brand.name} colour={brand.colour} size="sm" />}{' '}
            <Name>{brand?.name ?? 'this brand'}</Name>
          </span>
        </Button>
      ) : (
        <p className={css.soft}>Sent; it cannot be recalled. Read replies in the service’s dashboard.</p>
      )}
      <section>
        <SideHeading>Message</SideHeading>
        <div className={css.words}>
          <Message row={row} />
        </div>
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
