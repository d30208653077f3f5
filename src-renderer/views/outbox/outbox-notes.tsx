import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useNow } from '../../components/use-now.ts'
import { myZone } from '../../format/zones.ts'
import { brandIdsOf, useScope } from '../../store/location.ts'
import { setSettings, useSettings } from '../../store/settings.ts'
import { useDesk } from '../../store/use-desk.ts'
import css from './outbox.module.css'
import { pacingOf, pacingWords } from './outbox-words.ts'

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
      {pacingWords(waiting, pacingOf(rows), { nowMs, zone: myZone(), brands })}
    </span>
  )
}

export const HeldBack = () => {
  const isHeldBack = useSettings((state) => state.settings?.isSendingHeld === true)
  if (!isHeldBack) return null
  return (
    <div className={css.heldBack} role="status">
      <IconHandStop size={16} aria-hidden />
      <span>
        <strong>All sends are held.</strong> No pitch that was not released yet leaves this desk. What is queued with
        the service already goes out in its turn.
      </span>
      <Button variant="default" size="compact-sm" onClick={() => void setSettings({ isSendingHeld: false })}>
        Let sends go on
      </Button>
    </div>
  )
}
