import { Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useBrands } from '../../state/brands.ts'
import { closeDialog, useUi } from '../../state/ui.ts'
import { AddMany } from './add-many.tsx'
import { AddOne } from './add-one.tsx'
import { ServiceAddress } from './service-address.tsx'

const MODES = [
  { value: 'one', label: 'One brand' },
  { value: 'many', label: 'Paste a list' },
]

const Body = () => {
  const [mode, setMode] = useState('one')
  const hasDemo = useBrands((state) => state.list.some((brand) => brand.demo))
  return (
    <Stack>
      {hasDemo ? (
        <Text c="dimmed">
          The desk’s sandbox serves the demo brands. Brands that you add here use the real service. You can keep both.
        </Text>
      ) : null}
      <ServiceAddress />
      <SegmentedControl data={MODES} value={mode} onChange={setMode} fullWidth />
      {mode === 'one' ? <AddOne onDone={closeDialog} /> : <AddMany onDone={closeDialog} />}
    </Stack>
  )
}

/** Adds one brand or a whole list of them. */
export const AddBrands = () => {
  const isOpen = useUi((state) => state.dialog === 'add-brands')
  return (
    <Modal opened={isOpen} onClose={closeDialog} title="Add brands" size={640}>
      {isOpen ? <Body /> : null}
    </Modal>
  )
}
