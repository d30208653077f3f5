import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import type { SavedView, Settings } from '../../src-shared/desk/desk.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { ask } from '../data/desk.ts'
import { inOrder } from '../data/in-order.ts'
import { isZone, myZone } from '../format/zones.ts'
import { orNotify } from './notices.ts'

/** Null until the desk has answered. */
export const useSettings = create<{ readonly settings: Settings | null }>()(() => ({ settings: null }))

/** Changes of this page without a reply yet. */
let underWay = 0

/** How often newer settings came: a reply to an earlier question is then out of date. */
let newer = 0

export const loadSettings = async (): Promise<void> => {
  const before = newer
  const reply = await ask('desk.settings', {})
  if (reply.ok && underWay === 0 && newer === before) useSettings.setState({ settings: reply.value })
}

/** Takes over what another window changed. While a change of our own is under way, its reply has both. */
export const applySettings = (settings: Settings): void => {
  newer += 1
  if (underWay === 0) useSettings.setState({ settings })
}

const takeReply = (reply: Reply<Settings>): Reply<Settings> => {
  if (reply.ok) applySettings(reply.value)
  return reply
}

const saveInOrder = inOrder()

/** Shown at once, and undone if the desk refuses; the switch of all sending shows only what the desk has agreed to. */
export const setSettings = async (patch: Partial<Settings>): Promise<Reply<Settings>> => {
  if (patch.isSendingHeld !== undefined) return takeReply(await ask('desk.setSettings', patch))
  underWay += 1
  const before = useSettings.getState().settings
  if (before !== null) useSettings.setState({ settings: { ...before, ...patch } })
  const reply = await saveInOrder(() => ask('desk.setSettings', patch))
  underWay -= 1
  if (!reply.ok) useSettings.setState({ settings: before })
  return takeReply(reply)
}

/** The same where nothing else shows a refusal. */
export const changeSettings = (patch: Partial<Settings>) => orNotify('The setting was not changed', setSettings(patch))

export const useDensity = (): Settings['density'] => useSettings((state) => state.settings?.density ?? 'comfortable')

/** Saved views of one view. */
export const useSavedViews = (view: string): readonly SavedView[] =>
  useSettings(useShallow((state) => (state.settings?.savedViews ?? []).filter((saved) => saved.view === view)))

const currentViews = () => useSettings.getState().settings?.savedViews ?? []

/** Saves under a name; replaces the same name of the same view. */
export const saveView = (view: string, name: string, state: SavedView['state']): Promise<Reply<Settings>> => {
  const others = currentViews().filter((saved) => !(saved.view === view && saved.name === name))
  return setSettings({ savedViews: [...others, { id: crypto.randomUUID(), view, name, state }] })
}

export const deleteView = (id: string): Promise<Reply<Settings>> =>
  setSettings({ savedViews: currentViews().filter((saved) => saved.id !== id) })

// Preferences per view, kept in the desk's settings: the web shell has a new port at each start, and with it an empty
// localStorage. Changes count at once; one save runs at a time and includes all changes.
type Preferences = Settings['preferences']

const useChanged = create<Preferences>()(() => ({}))

/** Undefined until the user has set it. */
export const usePreference = (key: string): Preferences[string] | undefined => {
  const changed = useChanged((state) => state[key])
  const saved = useSettings((state) => state.settings?.preferences[key])
  return changed ?? saved
}

let isSaving = false
let isSaved = true

const save = async (): Promise<void> => {
  if (isSaving) return
  isSaving = true
  while (!isSaved) {
    isSaved = true
    const saved = useSettings.getState().settings?.preferences
    // Before the settings have loaded, a save would overwrite them.
    if (saved !== undefined) await setSettings({ preferences: { ...saved, ...useChanged.getState() } })
  }
  isSaving = false
}

export const setPreference = (key: string, value: Preferences[string]): void => {
  useChanged.setState({ [key]: value })
  isSaved = false
  void save()
}

// The zone of times, per view. Brands have no zone; the user's own is the default.
const keyOf = (view: string): string => `zone.${view}`

export const useZone = (view: string): string => {
  const zone = usePreference(keyOf(view))
  return typeof zone === 'string' && isZone(zone) ? zone : myZone()
}

export const setZone = (view: string, zone: string): void => setPreference(keyOf(view), zone)

// Assistants on this machine: what they may read. Each change takes effect at once.
export const configureAssistants = (change: CallInput<'mcp.configure'>) =>
  orNotify('The setting was not changed', ask('mcp.configure', change))

/** The new token with its address, or null where the desk refused. */
export const newAssistantToken = async (): Promise<CallOutput<'mcp.newToken'> | null> => {
  const reply = await orNotify('No token was made', ask('mcp.newToken', {}))
  return reply.ok ? reply.value : null
}
