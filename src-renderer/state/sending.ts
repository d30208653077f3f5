// The switch that pauses all sending: while it is on, the desk sends no pitch of any brand.

import type { Intent } from '../../src-shared/desk/intents.ts'
import { useLiveIntents } from './intents.ts'
import { orNotify } from './notices.ts'
import { setSettings, useSettings } from './settings.ts'

export const isSendingHeld = (): boolean => useSettings.getState().settings?.isSendingHeld === true
export const useIsSendingHeld = (): boolean => useSettings((state) => state.settings?.isSendingHeld === true)

const switchTo = (isSendingHeld: boolean) =>
  orNotify(isSendingHeld ? 'Could not pause sending' : 'Could not resume sending', setSettings({ isSendingHeld }))

/** Pauses at once, without a question: nothing is lost by it. */
export const pauseAllSending = (): void => void switchTo(true)
export const resumeAllSending = () => switchTo(false)

/** Whether the switch stops this intent. */
export const isHeldBack = ({ kind, state }: Pick<Intent, 'kind' | 'state'>, isHeld: boolean): boolean =>
  isHeld && kind === 'queue' && (state === 'held' || state === 'ready')

export const heldBack = (live: readonly Intent[]): readonly Intent[] =>
  live.filter((intent) => isHeldBack(intent, true))
export const useHeldBack = (): readonly Intent[] => heldBack(useLiveIntents())

export const pitchesIn = (acts: readonly Intent[]): number => acts.reduce((sum, { counts }) => sum + counts.total, 0)
