// What can be done from anywhere. Views add their own while they are on the page (use-commands.ts).
import {
  IconBuildingStore,
  IconCalendarPlus,
  IconContrast2,
  IconHandStop,
  IconHistory,
  IconHourglass,
  IconKeyboard,
  IconLayoutRows,
  IconMailFast,
  IconPencil,
  IconPin,
  IconPlayerStop,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSend,
  IconStack2,
  IconWorldSearch,
} from '@tabler/icons-react'
import { togglePinned, useBrands } from '../store/brands.ts'
import { cancelAll, isHeld, pauseAll, useActs } from '../store/intents.ts'
import { brandIdsOf, go, setScope, useLocation } from '../store/location.ts'
import { notify } from '../store/notices.ts'
import { holdAllSends, isSendingHeld } from '../store/sending.ts'
import { setSettings, useSettings } from '../store/settings.ts'
import { openPinned, openRecent, stepBrand } from '../store/switching.ts'
import { cancelSync, isRunning, runSync, useSync } from '../store/sync.ts'
import { editBrand, openDialog } from '../store/ui.ts'
import { views } from '../views/registry.tsx'
import type { Command } from './registry.ts'

const scope = () => useLocation.getState().scope
const scopedBrand = () => useBrands.getState().byId.get(scope())
const hasBrand = () => scopedBrand() !== undefined

/** The filter of the view where it has one, else the brand filter. */
const focusFilter = (): void => {
  const filter =
    document.querySelector<HTMLInputElement>('[data-view-filter]') ?? document.querySelector('#brand-filter')
  filter?.focus()
}
const focusBrandFilter = (): void => document.querySelector<HTMLInputElement>('#brand-filter')?.focus()

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

const goBack = (): void => {
  if (Object.keys(useLocation.getState().params).length > 0) go({ params: {} })
  else if (scope() !== 'all') setScope('all')
}

const viewCommands: readonly Command[] = views.map(({ id, title, icon, shortcut }) => ({
  id: `view.${id}`,
  title: `Go to ${title}`,
  group: 'Go to',
  icon,
  keys: [shortcut],
  run: () => go({ view: id, ...(id === 'portfolio' ? { scope: 'all' } : {}) }),
}))

const pinnedCommands: readonly Command[] = Array.from({ length: 9 }, (_, index) => ({
  id: `brand.pinned.${index + 1}`,
  title: `Pinned brand ${index + 1}`,
  group: 'Brands',
  keys: [`mod+${index + 1}`, `alt+${index + 1}`],
  isKeyOnly: true,
  run: () => openPinned(index),
}))

const brandCommands: readonly Command[] = [
  {
    id: 'brand.all',
    title: 'All brands',
    group: 'Brands',
    icon: IconStack2,
    keys: ['mod+0', 'g a'],
    run: () => setScope('all'),
  },
  { id: 'brand.find', title: 'Find a brand', group: 'Brands', icon: IconSearch, keys: ['b'], run: focusBrandFilter },
  {
    id: 'brand.recent',
    title: 'Last brand',
    group: 'Brands',
    icon: IconHistory,
    keys: ['ctrl+tab', 'alt+q'],
    run: () => openRecent(),
  },
  {
    id: 'brand.previous',
    title: 'Previous brand',
    group: 'Brands',
    icon: IconBuildingStore,
    keys: ['['],
    run: () => stepBrand(-1),
  },
  {
    id: 'brand.next',
    title: 'Next brand',
    group: 'Brands',
    icon: IconBuildingStore,
    keys: [']'],
    run: () => stepBrand(1),
  },
  ...pinnedCommands,
  {
    id: 'brand.pin',
    title: 'Pin or unpin this brand',
    group: 'Brands',
    icon: IconPin,
    keys: ['shift+p'],
    isEnabled: hasBrand,
    run: () => togglePinned(scope()),
  },
  {
    id: 'brand.edit',
    title: 'Edit this brand',
    group: 'Brands',
    icon: IconPencil,
    keys: ['shift+e'],
    isEnabled: hasBrand,
    run: () => editBrand(scope()),
  },
  {
    id: 'brand.add',
    title: 'Add brands',
    group: 'Brands',
    icon: IconPlus,
    keys: ['shift+a'],
    run: () => openDialog('add-brands'),
  },
]

const deskCommands: readonly Command[] = [
  {
    id: 'desk.palette',
    title: 'Open the palette',
    group: 'Desk',
    icon: IconSearch,
    keys: ['mod+k'],
    isKeyOnly: true,
    run: () => openDialog('palette'),
  },
  {
    id: 'desk.shortcuts',
    title: 'Keyboard shortcuts',
    group: 'Desk',
    icon: IconKeyboard,
    keys: ['?'],
    run: () => openDialog('shortcuts'),
  },
  {
    id: 'desk.sync',
    title: 'Sync what is in view',
    group: 'Desk',
    icon: IconRefresh,
    keys: ['mod+r'],
    run: () => void runSync({ brandIds: brandIdsOf(scope()) }),
  },
  {
    id: 'desk.sync-all',
    title: 'Sync all brands',
    group: 'Desk',
    icon: IconRefresh,
    keys: ['mod+shift+r'],
    run: () => void runSync({ brandIds: 'all' }),
  },
  {
    id: 'desk.sync-cancel',
    title: 'Cancel the sync',
    group: 'Desk',
    icon: IconPlayerStop,
    isEnabled: () => isRunning(useSync.getState().run),
    run: () => void cancelSync({}),
  },
  { id: 'desk.filter', title: 'Filter this view', group: 'Desk', icon: IconSearch, keys: ['/'], run: focusFilter },
  {
    id: 'desk.export',
    title: 'Export this view',
    group: 'Desk',
    keys: ['mod+e'],
    isKeyOnly: true,
    run: () => notify({ title: 'Nothing to export here', message: 'Rankings can be exported.' }),
  },
  { id: 'desk.back', title: 'Back', group: 'Desk', keys: ['escape'], isKeyOnly: true, run: goBack },
  {
    id: 'desk.theme',
    title: 'Switch theme: system, light, dark',
    group: 'Desk',
    icon: IconContrast2,
    keys: ['mod+shift+l'],
    run: switchTheme,
  },
  {
    id: 'desk.density',
    title: 'Switch density',
    group: 'Desk',
    icon: IconLayoutRows,
    keys: ['mod+shift+d'],
    run: switchDensity,
  },
]

const isHolding = () => useActs.getState().live.some(isHeld)

const actCommands: readonly Command[] = [
  {
    id: 'act.publish',
    title: 'Publish articles',
    group: 'Publishing',
    icon: IconSend,
    keys: ['shift+u'],
    run: () => go({ view: 'publish', params: { act: 'publish' } }),
  },
  {
    id: 'act.schedule',
    title: 'Schedule articles',
    group: 'Publishing',
    icon: IconCalendarPlus,
    run: () => go({ view: 'publish', params: { act: 'schedule' } }),
  },
  {
    id: 'act.unschedule',
    title: 'Take articles off the schedule',
    group: 'Publishing',
    run: () => go({ view: 'publish', params: { act: 'unschedule' } }),
  },
  {
    id: 'act.unpublish',
    title: 'Unpublish articles',
    group: 'Publishing',
    run: () => go({ view: 'publish', params: { act: 'unpublish' } }),
  },
  {
    id: 'act.pause',
    title: 'Pause or continue what is held',
    group: 'Publishing',
    icon: IconHourglass,
    keys: ['shift+h'],
    isEnabled: isHolding,
    run: pauseAll,
  },
  {
    id: 'act.cancel',
    title: 'Call off everything that is held',
    group: 'Publishing',
    keys: ['mod+shift+backspace'],
    isEnabled: isHolding,
    run: () => void cancelAll(),
  },
]

const outreachCommands: readonly Command[] = [
  {
    id: 'outreach.write',
    title: 'Write pitches',
    group: 'Outreach',
    icon: IconPencil,
    keys: ['shift+w'],
    run: () => go({ view: 'compose' }),
  },
  {
    id: 'outreach.outbox',
    title: 'What waits in the outbox, and what was sent',
    group: 'Outreach',
    icon: IconMailFast,
    run: () => go({ view: 'outbox' }),
  },
  {
    id: 'outreach.hold-all',
    title: 'Hold all sends',
    group: 'Outreach',
    icon: IconHandStop,
    keys: ['mod+shift+h'],
    isEnabled: () => !isSendingHeld(),
    run: holdAllSends,
  },
  {
    id: 'outreach.let-go',
    title: 'Let all sends go …',
    group: 'Outreach',
    icon: IconHandStop,
    keys: ['mod+shift+h'],
    isEnabled: isSendingHeld,
    run: () => openDialog('let-go'),
  },
  {
    id: 'outreach.discover',
    title: 'Discover prospects …',
    group: 'Outreach',
    icon: IconWorldSearch,
    // Where the prospects are in view, they have a command of their own.
    isEnabled: () => useLocation.getState().view !== 'prospects',
    run: () => go({ view: 'prospects', params: { act: 'discover' } }),
  },
]

export const globalCommands: readonly Command[] = [
  ...viewCommands,
  ...brandCommands,
  ...actCommands,
  ...outreachCommands,
  ...deskCommands,
]
