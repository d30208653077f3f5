import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AddressField } from '../../parts/fields/address-field.tsx'
import { UiDialog } from '../../parts/ui-dialog.tsx'
import { useBrands } from '../../state/brands.ts'
import { useProfile } from '../../state/profile.ts'
import { closeDialog } from '../../state/ui.ts'
import { AddMany } from './add-many.tsx'
import { AddOne } from './add-one.tsx'
import { parsePaste } from './parse-paste.ts'

/** The address that checks the keys: its field until a brand proves it, and later the address itself. */
const ServiceAddress = () => {
  const profile = useProfile()
  const hasProved = useBrands((state) => state.list.some((brand) => !brand.demo))
  if (profile === undefined) return null
  if (hasProved && profile.baseUrl !== '')
    return (
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Keys are checked at {profile.baseUrl}. Change the address in Settings.
      </Text>
    )
  return (
    <AddressField
      saved={profile.baseUrl}
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

const MODES = [
  { value: 'one', label: 'One brand' },
  { value: 'many', label: 'Paste a list' },
]

const Body = () => {
  const [mode, setMode] = useState('one')
  const [pasted, setPasted] = useState('')
  const hasDemo = useBrands((state) => state.list.some((brand) => brand.demo))
  return (
    <Stack
      onPasteCapture={(event) => {
        if (mode !== 'one') return
        const text = event.clipboardData.getData('text/plain')
        // A name with its key, on one line or on many, is a list. A name or a key alone goes into its field.
        if (!parsePaste(text).some(({ problem }) => problem === null)) return
        event.preventDefault()
        setPasted(text)
        setMode('many')
      }}
    >
      {hasDemo ? (
        <Text c="dimmed">
          The demo brands have sample data. Brands that you add here use your service. You can keep both.
        </Text>
      ) : null}
      <ServiceAddress />
      <SegmentedControl data={MODES} value={mode} onChange={setMode} fullWidth />
      {mode === 'one' ? <AddOne onDone={closeDialog} /> : <AddMany start={pasted} onDone={closeDialog} />}
    </Stack>
  )
}

/** Adds one brand or a whole list of them. */
export const AddBrands = () => (
  <UiDialog name="add-brands" title="Add brands" size={640}>
    <Body />
  </UiDialog>
)
