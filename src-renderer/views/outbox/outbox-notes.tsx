import { useDesk } from '../../data/use-desk.ts'
import { myZone } from '../../format/zones.ts'
import { useNow } from '../../parts/use-now.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { useSettings } from '../../state/settings.ts'
import css from './outbox.module.css'
import { pacingLabel, pacingOf } from './outbox-labels.ts'

/** The most waiting pitches whose times are read for the line about pacing. */
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
  const rows = value?.rows ?? []
  const brands = new Set(rows.map((row) => row.brandId)).size
  return (
    <span className={css.pacing} role="status">
      {pacingLabel(waiting, pacingOf(rows), { nowMs, zone: myZone(), brands })}
    </span>
  )
}

/** The switch itself stands at the head of the window. */
export const SendingPaused = () => {
  const isHeldBack = useSettings((state) => state.settings?.isSendingHeld === true)
  return isHeldBack ? (
    <span className={css.heldBack}>All sending is paused: this desk sends no new pitches.</span>
  ) : null
}
