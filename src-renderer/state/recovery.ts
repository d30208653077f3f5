import { create } from 'zustand'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'
import { useBrands } from './brands.ts'

type Recovery = CallOutput<'desk.recovery'>

/** Null while there is nothing to recover. */
export const useRecovery = create<{ readonly recovery: Recovery | null }>()(() => ({ recovery: null }))

/** Whether core.db is missing and the desk waits for a choice. Loads the choices then. */
export const isCoreMissing = async (): Promise<boolean> => {
  if (useBrands.getState().error?.detail?.isCoreMissing !== true) return false
  const reply = await ask('desk.recovery', {})
  if (!reply.ok || reply.value.state === 'none') return false
  useRecovery.setState({ recovery: reply.value })
  return true
}

export const lookForBackups = () => ask('desk.lookForBackups', {})
export const startEmpty = () => ask('desk.startEmpty', {})

export const backUp = () => ask('desk.backup', {})

/** The desk reopens; its event then reloads the page. */
export const restoreBackup = (id: string) => ask('desk.restore', { id })

export const confirmClock = () => ask('desk.confirmClock', {})
