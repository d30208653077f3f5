import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { Intent } from '../../../src-shared/desk/intents.ts'
import { keyWords, needsKey } from '../../format/brand-sign.ts'
import { Name } from '../../parts/name.tsx'
import { useBrand } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { openDialog } from '../../state/ui.ts'
import css from './intent-parts.module.css'

/** Whether this act stands still for want of a key. */
export const useWaitsForKey = ({ brandId, state }: Pick<Intent, 'brandId' | 'state'>): boolean => {
  const brand = useBrand(brandId)
  return state === 'ready' && brand !== undefined && needsKey(brand.keyState)
}

const WaitsForAddress = () => (
  <div className={css.key} role="status">
    <IconKey size={16} aria-hidden />
    <span>
      <strong>Waiting: the service address changed.</strong> Sent items are done; the rest is sent when you confirm the
      address.
    </span>
    <Button variant="default" size="compact-sm" onClick={() => openDialog('confirm-address')}>
      Confirm address
    </Button>
  </div>
)

/** What is left of it goes on by itself once the brand has its key again. */
export const WaitsForKey = ({ intent }: { readonly intent: Intent }) => {
  const brand = useBrand(intent.brandId)
  if (!useWaitsForKey(intent) || brand === undefined) return null
  if (brand.keyState === 'unconfirmed') return <WaitsForAddress />
  return (
    <div className={css.key} role="status">
      <IconKey size={16} aria-hidden />
      <span>
        <strong>
          Waiting for the key of <Name>{brand.name}</Name>.
        </strong>{' '}
        {keyWords(brand.keyState)}. Sent items are done; the rest is sent when the key is back.
      </span>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => go({ view: 'settings', params: { section: 'keys', brand: brand.id } })}
      >
        Open the key
      </Button>
    </div>
  )
}
