import { Button, Group } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { needsKey } from '../format/brand-sign.ts'
import { holdLabel, intentsLabel } from '../format/intent-labels.ts'
import { plural } from '../format/numbers.ts'
import { BrandMark } from '../parts/brand-badge.tsx'
import { useSeconds } from '../parts/use-now.ts'
import { brandName, useBrands } from '../state/brands.ts'
import {
  cancelAll,
  cancelIntent,
  isHeld,
  isHeldBack,
  pauseAll,
  pauseAllSending,
  useIsSendingHeld,
  useLiveIntents,
} from '../state/intents.ts'
import { go } from '../state/location.ts'
import { Bar } from './bar.tsx'

const MARKS_MAX = 6

const Marks = ({ ids }: { readonly ids: readonly string[] }) => {
  const byId = useBrands((state) => state.byId)
  const shown = [...new Set(ids)].slice(0, MARKS_MAX)
  return (
    <Group component="span" gap={3} wrap="nowrap">
      {shown.map((id) => {
        const brand = byId.get(id)
        return brand === undefined ? null : <BrandMark key={id} name={brand.name} colour={brand.colour} size="sm" />
      })}
    </Group>
  )
}

/** Its turn comes, unless the brand's key is missing. */
const readyLabel = (brandId: string): string => {
  const keyState = useBrands.getState().byId.get(brandId)?.keyState ?? 'ok'
  if (keyState === 'unconfirmed') return 'waiting for you to confirm the service address'
  return needsKey(keyState) ? 'waiting for the brand’s key' : 'sending next'
}

const Held = () => {
  const live = useLiveIntents()
  const isAllHeld = useIsSendingHeld()
  const nowMs = useSeconds()
  // What waits because all sending is paused has a bar of its own.
  const held = live.filter((intent) => isHeld(intent) && !isHeldBack(intent, isAllHeld))
  const [next] = held
  if (next === undefined) return null
  const isPaused = held.every((intent) => intent.isPaused)
  const brands = new Set(held.map((intent) => intent.brandId)).size
  const what = `${intentsLabel(held)} for ${brands === 1 ? brandName(next.brandId) : plural(brands, 'brand')}`
  const isCounting = next.state === 'held' && !next.isPaused
  const when = next.state === 'held' ? holdLabel(next, nowMs) : readyLabel(next.brandId)
  return (
    <Bar
      isOneLine
      label="Held actions"
      icon={
        <>
          <IconHourglass size={16} aria-hidden />
          <Marks ids={held.map((intent) => intent.brandId)} />
        </>
      }
      actions={
        <>
          {held.some(({ kind }) => kind === 'queue') ? (
            <Button variant="default" size="compact-sm" onClick={pauseAllSending}>
              Pause all sending
            </Button>
          ) : null}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => go({ view: 'activity', scope: 'all', params: { open: next.id } })}
          >
            View
          </Button>
          <Button variant="default" size="compact-sm" onClick={pauseAll}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void (held.length === 1 ? cancelIntent(next) : cancelAll())}
          >
            {held.length === 1 ? 'Cancel' : `Cancel all ${held.length}`}
          </Button>
        </>
      }
    >
      <strong>Held: {what}</strong> · {held.length > 1 && isCounting ? `next: ${when}` : when}
    </Bar>
  )
}

/** What waits before it is sent, in sight wherever the person is; gone when nothing waits. */
export const HoldBar = () => (useLiveIntents((intents) => intents.some(isHeld)) ? <Held /> : null)
