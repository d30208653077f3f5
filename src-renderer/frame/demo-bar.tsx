import { ActionIcon, Button } from '@mantine/core'
import { IconFlask, IconX } from '@tabler/icons-react'
import { plural } from '../format/numbers.ts'
import { useBrands, useIsDemoOnly } from '../state/brands.ts'
import { setPreference, usePreference } from '../state/preferences.ts'
import { openDialog } from '../state/ui.ts'
import { Bar } from './bar.tsx'

const HIDDEN = 'demo-bar-hidden'

/** Until an agency is connected: says that the brands are invented, and offers both ways on. */
export const DemoBar = () => {
  const isDemoOnly = useIsDemoOnly()
  const count = useBrands(({ list }) => list.length)
  const isHidden = usePreference(HIDDEN) === 'yes'
  if (!isDemoOnly || isHidden) return null
  return (
    <Bar
      label="Demo"
      icon={<IconFlask size={16} aria-hidden />}
      actions={
        <>
          <Button variant="default" size="compact-sm" onClick={() => openDialog('remove-demo')}>
            Remove the demo
          </Button>
          <Button size="compact-sm" onClick={() => openDialog('add-brands')}>
            Connect your agency
          </Button>
          <ActionIcon aria-label="Hide this line" onClick={() => setPreference(HIDDEN, 'yes')}>
            <IconX size={14} />
          </ActionIcon>
        </>
      }
    >
      <strong>This is a demo:</strong> {plural(count, 'invented brand')} on this computer.
    </Bar>
  )
}
