import { IconHandStop, IconPencil, IconReportAnalytics, IconWorldSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { isSendingHeld, pauseAllSending } from '../state/intents.ts'
import { go, useLocation } from '../state/location.ts'
import { openReports } from '../state/reports.ts'
import { openDialog, setGoing } from '../state/ui.ts'
import { openPlace, placeOfView, places, tabsOf, viewById } from '../views/registry.tsx'
import { brandCommands } from './brand-commands.ts'
import { deskCommands } from './desk-commands.ts'
import { followFocus, isPress, isTyping } from './focus.ts'
import { followLostFocus } from './focus-return.ts'
import { isBare, strokeOf } from './keys.ts'
import { actCommands } from './publish-commands.ts'
import { type Command, type CommandRegistry, commands, inGroup } from './registry.ts'

const reportCommands = inGroup('Reports', [
  {
    id: 'report.new',
    title: 'New report',
    icon: IconReportAnalytics,
    keys: ['shift+g'],
    run: () => openReports('new'),
  },
  { id: 'report.review', title: 'Review report drafts', run: () => openReports('review') },
])

const outreachCommands = inGroup('Outreach', [
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

const SEQUENCE_MS = 1200

/**
 * An open dialog, popover, menu or list of choices keeps the keys to itself, but for those with a modifier. All but
 * dialogs are found by what opens them: they stand on the page for a moment after they were closed, and keys are not
 * theirs then.
 */
const OPEN =
  '[role="dialog"][aria-modal="true"], :is([aria-haspopup="dialog"], [aria-haspopup="menu"], [aria-haspopup="listbox"])[aria-expanded="true"]'
const hasDialog = (): boolean => document.querySelector(OPEN) !== null

const listenForKeys = (registry: CommandRegistry): (() => void) => {
  let before: { stroke: string; atMs: number } | undefined
  let going: ReturnType<typeof setTimeout> | undefined
  /** Taken before anyone handles the key: the Escape that closes a popover is the popover's. */
  let wasOpen = false
  const onCapture = () => {
    wasOpen = hasDialog()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const stroke = strokeOf(event)
    if (isBare(stroke) && (isTyping(event.target) || isPress(event.target, stroke) || wasOpen)) return
    const first = before !== undefined && event.timeStamp - before.atMs < SEQUENCE_MS ? before.stroke : undefined
    before = undefined
    setGoing(false)
    const followed = first === undefined ? undefined : registry.match(stroke, first)
    const { command, isPrefix } = followed?.command === undefined ? registry.match(stroke, undefined) : followed
    if (command !== undefined) {
      event.preventDefault()
      command.run()
    } else if (isPrefix) {
      before = { stroke, atMs: event.timeStamp }
      setGoing(true)
      clearTimeout(going)
      going = setTimeout(() => setGoing(false), SEQUENCE_MS)
    }
  }
  const unfollow = followFocus()
  window.addEventListener('keydown', onCapture, { capture: true })
  window.addEventListener('keydown', onKeyDown)
  return () => {
    unfollow()
    window.removeEventListener('keydown', onCapture, { capture: true })
    window.removeEventListener('keydown', onKeyDown)
  }
}

// What can be done from anywhere. Views add their own while they are on the page (use-commands.ts).
const placeCommands = places.map((place) => ({
  id: `place.${place.id}`,
  title: `Go to ${place.title}`,
  icon: place.icon,
  keys: [`g ${place.key}`],
  isKeyOnly: true,
  run: () => openPlace(place),
}))

/** Of the place in view. */
const tabCommands = (): readonly Command[] => {
  const view = viewById(useLocation.getState().view)
  if (view === undefined) return []
  const place = placeOfView(view)
  return inGroup(
    `Tabs of ${place.title}`,
    tabsOf(place).map(({ id, title }, index) => ({
      id: `tab.${index + 1}`,
      title,
      keys: [`alt+${index + 1}`],
      isKeyOnly: true,
      run: () => go({ view: id }),
    })),
  )
}

const globalCommands = [
  ...inGroup('Go to', placeCommands),
  ...brandCommands,
  ...actCommands,
  ...outreachCommands,
  ...reportCommands,
  ...deskCommands,
]

commands.add(() => [...globalCommands, ...tabCommands()])

/** The keys of every command that is there, for as long as the page is. */
export const useGlobalKeys = (): void =>
  useEffect(() => {
    const ends = [listenForKeys(commands), followLostFocus()]
    return () => {
      for (const end of ends) end()
    }
  }, [])
