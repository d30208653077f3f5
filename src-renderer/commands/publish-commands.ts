import { IconCalendarPlus, IconHourglass, IconSend } from '@tabler/icons-react'
import { cancelAll, isHeld, pauseAll, useLiveIntents } from '../state/intents.ts'
import { go } from '../state/location.ts'
import { inGroup } from './registry.ts'

const isHolding = () => useLiveIntents.getState().some(isHeld)

export const actCommands = inGroup('Publishing', [
  {
    id: 'action.publish',
    title: 'Publish articles',
    icon: IconSend,
    keys: ['shift+u'],
    run: () => go({ view: 'articles', params: { action: 'publish' } }),
  },
  {
    id: 'action.schedule',
    title: 'Schedule articles',
    icon: IconCalendarPlus,
    run: () => go({ view: 'articles', params: { action: 'schedule' } }),
  },
  {
    id: 'action.unschedule',
    title: 'Unschedule articles',
    run: () => go({ view: 'articles', params: { action: 'unschedule' } }),
  },
  {
    id: 'action.unpublish',
    title: 'Unpublish articles',
    run: () => go({ view: 'articles', params: { action: 'unpublish' } }),
  },
  {
    id: 'action.pause',
    title: 'Pause or resume held actions',
    icon: IconHourglass,
    keys: ['shift+h'],
    isEnabled: isHolding,
    run: pauseAll,
  },
  {
    id: 'action.cancel',
    title: 'Cancel all held actions',
    keys: ['mod+shift+backspace'],
    isEnabled: isHolding,
    run: cancelAll,
  },
])
