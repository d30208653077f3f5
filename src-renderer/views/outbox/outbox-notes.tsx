import { Text } from '@mantine/core'
import { myZone } from '../../format/zones.ts'
import { useNow } from '../../parts/use-now.ts'
import { useIsSendingHeld } from '../../state/intents.ts'
import { pacingLabel, type Queued } from './outbox-labels.ts'

export const PacingLine = (queued: Queued) => {
  const nowMs = useNow()
  return (
    <Text span inherit c="var(--ink)" fw={500} role="status">
      {pacingLabel(queued, { nowMs, zone: myZone() })}
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
