import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { setProfile, useProfile } from '../../store/profile.ts'
import classes from './brands.module.css'

/** Where no service address is set yet: the field for it, right where it is missed. */
export const ServiceAddress = () => {
  const profile = useProfile()
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string | null>(null)
  if (profile === undefined || profile.baseUrl !== '') return null
  const save = async () => {
    const reply = await setProfile({ baseUrl: address.trim() })
    setError(reply.ok ? null : (reply.error.detail?.issues?.[0]?.message ?? reply.error.message))
  }
  return (
    <form
      className={classes.address}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        className={classes.grow}
        label="Service address"
        description="Set once for all brands. Keys are checked against it."
        placeholder="https://api.example.com"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={address.trim() === ''}>
        Set address
      </Button>
    </form>
  )
}
