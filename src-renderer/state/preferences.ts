// Preferences per view, kept in the desk's settings: the web shell has a new port at each start, and with it an empty
// localStorage. Changes count at once; one save runs at a time and includes all changes.
import { create } from 'zustand'
import type { Settings } from '../../src-shared/desk/desk.ts'
import { setSettings, useSettings } from './settings.ts'

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
