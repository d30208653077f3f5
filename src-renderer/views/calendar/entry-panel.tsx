import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { articleTitle, ENTRY_LABELS, ENTRY_TONES } from '../../format/entry-labels.ts'
import { formatMoment } from '../../format/time.ts'
import { instantOf, wallOf } from '../../format/zones.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { brandName } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { orNotify } from '../../state/notices.ts'
import { cancelMove, moveEntry, settleOverdue } from '../../state/publishing.ts'
import { useZone } from '../../state/settings.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { Clocks, When } from '../publish/when.tsx'
import { isMovable } from './calendar-grid.ts'

export const ZONE_VIEW = 'calendar'

const Reschedule = ({ entry }: { readonly entry: CalendarEntry }) => {
  const zone = useZone(ZONE_VIEW)
  const [change, setChange] = useState<{ readonly day?: string; readonly time?: string }>({})
  const wall = { ...wallOf(Date.parse(entry.at), zone), ...change }
  const to = instantOf(wall, zone)
  return (
    <Stack component="section">
      <SideHeading>Reschedule</SideHeading>
      <When {...wall} view={ZONE_VIEW} onChange={(next) => setChange((before) => ({ ...before, ...next }))} />
      <Group>
        <Button
          disabled={to === null || Object.keys(change).length === 0}
          onClick={() => to !== null && void moveEntry(entry, to.ms, zone)}
        >
          Reschedule
        </Button>
      </Group>
      <Text c="dimmed" size="xs">
        The desk unschedules the article and schedules it again, as one action that you can cancel during its hold. On
        the calendar, drag it, or move it with Shift and the arrow keys and press Enter.
      </Text>
    </Stack>
  )
}

const resolve = (entry: CalendarEntry, isOut: boolean) =>
  orNotify(
    `${entry.articleSlug} of ${brandName(entry.brandId)} was not updated`,
    settleOverdue({ entryId: entry.id, isOut }),
  )

const Settle = ({ entry }: { readonly entry: CalendarEntry }) => (
  <Stack component="section">
    <strong>{entry.state === 'overdue' ? 'Overdue, not confirmed.' : 'It should be out.'}</strong>
    <Text c="dimmed" size="xs">
      {entry.state === 'overdue'
        ? 'No webhook has confirmed it. Check the site, and check under Webhooks that deliveries of this brand arrive. Then choose what you found.'
        : `${entry.status === 'draft' ? 'No webhook reports a draft' : `${PROVIDER_NAMES[entry.provider]} sends no webhook to this desk`}. Check the site, then choose what you found.`}
    </Text>
    <Group>
      <Button onClick={() => void resolve(entry, true)}>It was published</Button>
      <Button variant="default" onClick={() => void resolve(entry, false)}>
        It was not published
      </Button>
    </Group>
  </Stack>
)

const openPublish = (entry: CalendarEntry, kind: 'unschedule' | 'unpublish') =>
  go({
    view: 'articles',
    scope: entry.brandId,
    params: { action: kind, slug: entry.articleSlug, ...(kind === 'unschedule' ? { from: entry.provider } : {}) },
  })

/** An action is cancelled as one, from any of its cards. */
const Moving = ({ move, zone }: { readonly move: NonNullable<CalendarEntry['move']>; readonly zone: string }) => (
  <Group>
    {move.part === 'kept' ? (
      <span>The service ends it with another schedule of this article. It is set again at the same time.</span>
    ) : (
      <span>
        Moves from {formatMoment(Date.parse(move.from), zone)} to {formatMoment(Date.parse(move.to), zone)}.
      </span>
    )}
    <Button variant="default" onClick={() => void cancelMove(move.intentId)}>
      {move.part === 'kept' ? 'Cancel action' : 'Cancel move'}
    </Button>
  </Group>
)

type Props = { readonly entry: CalendarEntry; readonly onClose: () => void }

export const EntryPanel = ({ entry, onClose }: Props) => {
  const zone = useZone(ZONE_VIEW)
  const isLate = entry.state === 'overdue' || entry.state === 'due'
  const isOut = ['published', 'confirmed'].includes(entry.state)
  return (
    <SidePanel
      title={articleTitle(entry)}
      note={
        <>
          <BrandBadge brandId={entry.brandId} /> ·{' '}
          <StateWord word={ENTRY_LABELS[entry.state]} tone={ENTRY_TONES[entry.state]} />
        </>
      }
      onClose={onClose}
    >
      <div style={{ overflowWrap: 'anywhere' }}>/{entry.articleSlug}</div>
      <Clocks ms={Date.parse(entry.at)} zone={zone} />
      {entry.move === null ? null : <Moving move={entry.move} zone={zone} />}
      <div>
        {PROVIDER_NAMES[entry.provider]}
        {entry.status === 'draft' ? ' · as a draft' : ''}
        {entry.confirmedByWebhook ? ' · confirmed by webhook' : ''}
      </div>
      {entry.intentId === '' ? <div>Not sent from this desk: a webhook reported it.</div> : null}
      {isLate ? <Settle entry={entry} /> : null}
      {entry.reason === null || isLate ? null : <div>{entry.reason}</div>}
      {entry.postUrl === null || !(isOut || isLate) ? null : <SafeLink text={entry.postUrl} />}
      <Group>
        {entry.intentId === '' ? null : (
          <Button variant="default" onClick={() => go({ view: 'activity', params: { open: entry.intentId } })}>
            View details
          </Button>
        )}
        {(entry.state === 'scheduled' || isLate) && entry.move === null ? (
          <Button variant="default" onClick={() => openPublish(entry, 'unschedule')}>
            Unschedule …
          </Button>
        ) : null}
        {isOut ? (
          <Button variant="default" onClick={() => openPublish(entry, 'unpublish')}>
            Unpublish …
          </Button>
        ) : null}
      </Group>
      {isMovable(entry) ? <Reschedule key={entry.id} entry={entry} /> : null}
    </SidePanel>
  )
}
