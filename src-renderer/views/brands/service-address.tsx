import { Button } from '@mantine/core'
import { AddressField } from '../../parts/address-field.tsx'
import { useProfile } from '../../state/profile.ts'

/** Where no service address is set yet: the field for it, right where it is missed. */
export const ServiceAddress = () => {
  const profile = useProfile()
  if (profile === undefined || profile.baseUrl !== '') return null
  return (
    <AddressField
      saved=""
      label="Service address"
      description="Set once for all brands. The desk checks keys with it."
      submit={(commit, isEmpty) => (
        <Button variant="default" disabled={isEmpty} onClick={commit}>
          Set address
        </Button>
      )}
    />
  )
}
