import { create } from 'zustand'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'
import { useBrands } from './brands.ts'

type Recovery = CallOutput<'desk.recovery'>

/** Null while there is nothing to recover. */
export const useRecovery = create<{ readonly recovery: Recovery | null }>()(() => ({ recovery: null }))

/** Whether the desk has no core.db and waits for a choice, as its answers tell; what there is to choose is then asked. */
export const isCoreMissing = async (): Promise<boolean> => {
  if (useBrands.getState().error?.detail?.isCoreMissing !== true) return false
  const reply = await ask('desk.recovery', {})
  if (!reply.ok || reply.value.state === 'none') return false
  useRecovery.setState({ recovery: reply.value })
  return true
}

export const lookForBackups = () => ask('desk.lookForBackups', {})
export const startEmpty = () => ask('desk.startEmpty', {})
