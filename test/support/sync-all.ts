import { expect } from 'vitest'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { DeskProcess } from './desk-process.ts'

/** Starts a run on a desk in a process of its own, and waits for its end. */
export const syncAll = async (desk: Pick<DeskProcess, 'value'>, input: CallInput<'sync.run'> = {}): Promise<void> => {
  await desk.value('sync.run', input)
  await expect
    .poll(async () => (await desk.value('sync.status', {})).run?.endedAt ?? null, { timeout: 60_000, interval: 100 })
    .not.toBeNull()
}
