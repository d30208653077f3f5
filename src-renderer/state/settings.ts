import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { SavedView, Settings } from '../../src-shared/desk/desk.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { ask } from '../data/desk.ts'
import { orNotify } from './notices.ts'

/** Null until the desk has answered. */
export const useSettings = create<{ readonly settings: Settings | null }>()(() => ({ settings: null }))

export const loadSettings = async (): Promise<void> => {
  const reply = await ask('desk.settings', {})
  if (reply.ok) useSettings.setState({ settings: reply.value })
}

/** Changes of this page without a reply yet. */
let underWay = 0

/** Takes over what another window changed. While a change of our own is under way, its reply has both. */
export const applySettings = (settings: Settings): void => {
  if (underWay === 0) useSettings.setState({ settings })
}

const takeReply = (reply: Reply<Settings>): Reply<Settings> => {
  if (reply.ok) applySettings(reply.value)
  return reply
}

/** Shown at once, and undone if the desk refuses; the switch of all sending shows only what the desk has agreed to. */
export const setSettings = async (patch: Partial<Settings>): Promise<Reply<Settings>> => {
  if (patch.isSendingHeld !== undefined) return takeReply(await ask('desk.setSettings', patch))
  underWay += 1
  const before = useSettings.getState().settings
  if (before !== null) useSettings.setState({ settings: { ...before, ...patch } })
  const reply = await ask('desk.setSettings', patch)
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
