import {
  IconContrast2,
  IconKeyboard,
  IconLayoutRows,
  IconPlayerStop,
  IconRefresh,
  IconSearch,
} from '@tabler/icons-react'
import { brandIdsOf, closeOpened, useLocation } from '../state/location.ts'
import { notify, useMessages } from '../state/notices.ts'
import { setSettings, useSettings } from '../state/settings.ts'
import { cancelSync, isRunning, runSync, useSync } from '../state/sync.ts'
import { openDialog } from '../state/ui.ts'
import { scopeOfView } from '../views/registry.tsx'
import { inGroup } from './registry.ts'

const shownScope = () => {
  const { view, scope } = useLocation.getState()
  return scopeOfView(view, scope)
}

/** The filter of the view where it has one: a field, or the chip that is on. A text meant for a view chooses no brand. */
const focusFilter = (): void =>
  document
    .querySelector<HTMLElement>(':is(input, button)[data-view-filter], [data-view-filter] [aria-pressed="true"]')
    ?.focus()

const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const

const switchTheme = (): void => {
  const theme = nextTheme[useSettings.getState().settings?.theme ?? 'system']
  void setSettings({ theme })
  notify({ title: `Theme: ${theme}` })
}

const switchDensity = (): void =>
  void setSettings({
    density: useSettings.getState().settings?.density === 'compact' ? 'comfortable' : 'compact',
  })

export const deskCommands = inGroup('Desk', [
  {
    id: 'desk.palette',
    title: 'Open the palette',
    icon: IconSearch,
    keys: ['mod+k'],
    isKeyOnly: true,
    run: () => openDialog('palette'),
  },
  {
    id: 'desk.shortcuts',
    title: 'Keyboard shortcuts',
    icon: IconKeyboard,
    keys: ['?'],
    run: () => openDialog('shortcuts'),
  },
  {
    id: 'desk.messages',
    title: 'Show messages',
    isEnabled: () => useMessages.getState().list.length > 0,
    run: () => openDialog('messages'),
  },
  {
    id: 'desk.sync',
    title: 'Sync this view',
    icon: IconRefresh,
    keys: ['mod+r'],
    run: () => void runSync({ brandIds: brandIdsOf(shownScope()) }),
  },
  {
    id: 'desk.sync-all',
    title: 'Sync all brands',
    icon: IconRefresh,
    keys: ['mod+shift+r'],
    run: () => void runSync({ brandIds: 'all' }),
  },
  {
    id: 'desk.sync-cancel',
    title: 'Cancel the sync',
    icon: IconPlayerStop,
    isEnabled: () => isRunning(useSync.getState().run),
    run: () => void cancelSync({}),
  },
  { id: 'desk.filter', title: 'Filter this view', icon: IconSearch, keys: ['/'], run: focusFilter },
  {
    id: 'desk.export',
    title: 'Export this view',
    keys: ['mod+e'],
    isKeyOnly: true,
    run: () => notify({ title: 'Nothing to export in this view', message: 'Rankings can be exported.' }),
  },
  {
    id: 'desk.close',
    title: 'Close what is open',
    keys: ['escape'],
    isKeyOnly: true,
    run: closeOpened,
  },
  {
    id: 'desk.theme',
    title: 'Switch theme: system, light, dark',
    icon: IconContrast2,
    keys: ['mod+shift+l'],
    run: switchTheme,
  },
  { id: 'desk.density', title: 'Switch density', icon: IconLayoutRows, keys: ['mod+shift+d'], run: switchDensity },
])
