import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Intent } from '../../../src-shared/desk/intents.ts'
import { keyStateLabel, needsKey } from '../../format/brand-sign.ts'
import { Name } from '../../parts/name.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useBrand } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { useTeam } from '../../state/team.ts'
import { openDialog } from '../../state/ui.ts'

type Asked = Pick<Intent, 'brandId' | 'state' | 'reason'>

/** Whether this intent waits for a key: in a team only while no other desk is at it, and so has no reason. */
export const useWaitsForKey = ({ brandId, state, reason }: Asked): boolean => {
  const brand = useBrand(brandId)
  const isAlone = useTeam() === null
  return state === 'ready' && brand !== undefined && needsKey(brand.keyState) && (isAlone || reason !== null)
}

/** In a few words; null: it waits for no key. */
export const useKeyNote = (intent: Asked): string | null => {
  const isAlone = useTeam() === null
  if (!useWaitsForKey(intent)) return null
  return isAlone ? 'waiting for the key' : 'waiting for a desk with the key'
}

type WaitingProps = { readonly children: ReactNode; readonly button: string; readonly onClick: () => void }

const Waiting = ({ children, button, onClick }: WaitingProps) => (
  <Notice
    tone="warn"
    role="status"
    icon={<IconKey size={16} aria-hidden />}
    actions={
      <Button variant="default" size="compact-sm" onClick={onClick}>
        {button}
      </Button>
    }
  >
    {children}
  </Notice>
)

/** Why an intent waits for the brand's key or for the service address; it goes on when that is back. */
export const WaitsForKey = ({ intent }: { readonly intent: Intent }) => {
  const brand = useBrand(intent.brandId)
  const isAlone = useTeam() === null
  if (!useWaitsForKey(intent) || brand === undefined) return null
  if (brand.keyState === 'unconfirmed')
    return (
      <Waiting button="Confirm address" onClick={() => openDialog('confirm-address')}>
        <strong>Waiting: the service address changed.</strong> Sent items are done; the rest is sent when you confirm
        the address.
      </Waiting>
    )
  return (
    <Waiting
      button="Open the key"
      onClick={() => go({ view: 'settings', params: { section: 'keys', brand: brand.id } })}
    >
      <strong>
        {isAlone ? (
          <>
            Waiting for the key of <Name>{brand.name}</Name>.
          </>
        ) : (
          intent.reason
        )}
      </strong>{' '}
      {keyStateLabel(brand.keyState)}. Sent items are done;{' '}
      {isAlone ? 'the rest is sent when the key is back.' : 'a desk with the key sends the rest.'}
    </Waiting>
  )
}
