import { IconHandStop, IconPencil, IconWorldSearch } from '@tabler/icons-react'
import { go, useLocation } from '../state/location.ts'
import { isSendingHeld, pauseAllSending } from '../state/sending.ts'
import { openDialog } from '../state/ui.ts'
import { inGroup } from './registry.ts'

export const outreachCommands = inGroup('Outreach', [
  {
    id: 'outreach.write',
    title: 'Write pitches',
    icon: IconPencil,
    keys: ['shift+w'],
    run: () => go({ view: 'compose' }),
  },
  {
    id: 'outreach.hold-all',
    title: 'Pause all sending',
    icon: IconHandStop,
    keys: ['mod+shift+h'],
    isEnabled: () => !isSendingHeld(),
    run: pauseAllSending,
  },
  {
    id: 'outreach.let-go',
    title: 'Resume sending …',
    icon: IconHandStop,
    keys: ['mod+shift+h'],
    isEnabled: isSendingHeld,
    run: () => openDialog('let-go'),
  },
  {
    id: 'outreach.discover',
    title: 'Discover prospects …',
    icon: IconWorldSearch,
    // Where the prospects are in view, they have a command of their own.
    isEnabled: () => useLocation.getState().view !== 'prospects',
    run: () => go({ view: 'prospects', params: { action: 'discover' } }),
  },
])
