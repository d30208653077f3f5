import { Text } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { myZone } from '../../format/zones.ts'
import { useNow } from '../../parts/use-now.ts'
import { useIsSendingHeld } from '../../state/intents.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { lastQueued, pacingLabel } from './outbox-labels.ts'

/** The most queued pitches whose times are read for the line about pacing. */
const PACED_MAX = 500

export const PacingLine = ({ waiting }: { readonly waiting: number }) => {
  const scope = useScope()
  const nowMs = useNow()
  const { value } = useDesk(
    'outreach.outbox',
    waiting === 0
      ? null
      : {
          brandIds: brandIdsOf(scope),
          filter: { isWaiting: true },
          sort: { by: 'scheduledAt', direction: 'asc' },
          offset: Math.max(0, waiting - PACED_MAX),
          limit: PACED_MAX,
        },
  )
  return (
    <Text span inherit c="var(--ink)" fw={500} role="status">
      {pacingLabel(waiting, lastQueued(value?.rows ?? []), { nowMs, zone: myZone() })}
    </Text>
  )
}

/** The switch itself is at the top of the window. */
export const SendingPaused = () => {
  return useIsSendingHeld() ? (
    <Text span inherit c="var(--warn)" fw={500}>
      All sending is paused: this desk sends no new pitches.
    </Text>
  ) : null
}
