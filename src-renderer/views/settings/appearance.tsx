import { Button, SegmentedControl } from '@mantine/core'
import type { Settings } from '../../../src-shared/desk/desk.ts'
import { Panel } from '../../parts/panel.tsx'
import { changeSettings, useSettings } from '../../state/settings.ts'
import { openDialog } from '../../state/ui.ts'
import { Setting } from './setting.tsx'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] satisfies { value: Settings['theme']; label: string }[]

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] satisfies { value: Settings['density']; label: string }[]

/** How the desk looks. */
export const AppearanceSection = () => {
  const settings = useSettings((state) => state.settings)
  if (settings === null) return null
  return (
    <Panel title="Appearance">
      <Setting title="Theme" note="System follows the computer’s own setting.">
        <SegmentedControl
          aria-label="Theme"
          data={THEMES}
          value={settings.theme}
          onChange={(value) =>
            void changeSettings({ theme: THEMES.find((theme) => theme.value === value)?.value ?? 'system' })
          }
        />
      </Setting>
      <Setting title="Density" note="Compact shows about a third more rows.">
        <SegmentedControl
          aria-label="Density"
          data={DENSITIES}
          value={settings.density}
          onChange={(value) => void changeSettings({ density: value === 'compact' ? 'compact' : 'comfortable' })}
        />
      </Setting>
      <Setting title="Keyboard" note="Every action can be reached by keys.">
        <Button variant="default" onClick={() => openDialog('shortcuts')}>
          Show all shortcuts
        </Button>
      </Setting>
    </Panel>
  )
}
