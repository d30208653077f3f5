import { Checkbox } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useDesk } from '../../data/use-desk.ts'
import classes from './brands.module.css'

type Props = { readonly isGiven: boolean; readonly onChange: (isGiven: boolean) => void }

/** Whether keys can be kept by the system; undefined until the desk has answered. */
export const useKeychain = () => useDesk('desk.about', {}).value?.keychain

/** Where the system keeps no keys: what that means, and the consent without which nothing is stored. */
export const SessionConsent = ({ isGiven, onChange }: Props) => {
  const keychain = useKeychain()
  if (keychain === undefined || keychain.state === 'ok') return null
  return (
    <div className={classes.consent}>
      <IconLock size={16} aria-hidden />
      <div>
        <div>{keychain.message}</div>
        <Checkbox
          mt={6}
          checked={isGiven}
          onChange={(event) => onChange(event.currentTarget.checked)}
          label="Keep keys in memory only, until the desk ends. I must enter them again after that."
        />
      </div>
    </div>
  )
}
