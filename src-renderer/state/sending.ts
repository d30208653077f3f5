// The one switch over all brands: while it is on, no pitch that was not released yet leaves the desk.

import type { Intent } from '../../src-shared/desk/intents.ts'
import { useLiveIntents } from './intents.ts'
import { notifyError } from './notices.ts'
import { setSettings, useSettings } from './settings.ts'

export const isSendingHeld = (): boolean => useSettings.getState().settings?.isSendingHeld === true
export const useIsSendingHeld = (): boolean => useSettings((state) => state.settings?.isSendingHeld === true)

const switchTo = async (isHeld: boolean): Promise<void> => {
  const reply = await setSettings({ isSendingHeld: isHeld })
  if (!reply.ok) notifyError(isHeld ? 'Could not pause sending' : 'Could not resume sending', reply.error)
}

/** Stops at once; nothing that can be lost is asked for. */
export const holdAllSends = (): void => void switchTo(true)
export const letAllGo = (): Promise<void> => switchTo(false)

/** Whether the switch keeps this act from leaving. */
export const isKeptBack = ({ kind, state }: Pick<Intent, 'kind' | 'state'>, isHeld: boolean): boolean =>
  isHeld && kind === 'queue' && (state === 'held' || state === 'ready')

export const keptBack = (live: readonly Intent[]): readonly Intent[] => live.filter((act) => isKeptBack(act, true))
export const useKeptBack = (): readonly Intent[] => keptBack(useLiveIntents())

export const pitchesIn = (acts: readonly Intent[]): number => acts.reduce((sum, { counts }) => sum + counts.total, 0)
