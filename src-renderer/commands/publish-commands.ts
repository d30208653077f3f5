import { IconCalendarPlus, IconHourglass, IconSend } from '@tabler/icons-react'
import { cancelAll, isHeld, pauseAll, useLiveIntents } from '../state/intents.ts'
import { go } from '../state/location.ts'
import type { Command } from './registry.ts'

const isHolding = () => useLiveIntents.getState().some(isHeld)

export const actCommands: readonly Command[] = [
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
    title: 'Unschedule articles',
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
    title: 'Pause or resume held actions',
    group: 'Publishing',
    icon: IconHourglass,
    keys: ['shift+h'],
    isEnabled: isHolding,
    run: pauseAll,
  },
  {
    id: 'act.cancel',
    title: 'Cancel all held actions',
    group: 'Publishing',
    keys: ['mod+shift+backspace'],
    isEnabled: isHolding,
    run: () => void cancelAll(),
  },
]
