import { Checkbox } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { Notice } from '../../parts/notice.tsx'

/** Whether keys can be kept by the system; undefined until the desk has answered. */
export const useKeychain = () => useDesk('desk.about', {}).value?.keychain

/** Where the system keeps no keys: the consent, without which no key is stored, and the field that asks for it. */
export const useSessionConsent = () => {
  const keychain = useKeychain()
  const [isGiven, setGiven] = useState(false)
  if (keychain === undefined || keychain.state === 'ok') return { isGiven, isMissing: false, field: null }
  const field = (
    <Notice tone="warn" icon={<IconLock size={16} aria-hidden />}>
      {keychain.message}
      <Checkbox
        mt={6}
        checked={isGiven}
        onChange={(event) => setGiven(event.currentTarget.checked)}
        label="Keep keys in memory only, until the desk ends. I must enter them again after that."
      />
    </Notice>
  )
  return { isGiven, isMissing: !isGiven, field }
}
