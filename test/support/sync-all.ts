import { vi } from 'vitest'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { DeskProcess } from './desk-process.ts'

/** Starts a run on a desk in a process of its own, and waits for its end. */
export const syncAll = async (desk: Pick<DeskProcess, 'value'>, input: CallInput<'sync.run'> = {}): Promise<void> => {
  const { runId } = await desk.value('sync.run', input)
  await vi.waitFor(
    async () => {
      const { run } = await desk.value('sync.status', {})
      if (run?.endedAt == null) throw new Error(`The run ${runId} is still going: ${JSON.stringify(run)}`)
    },
    { timeout: 60_000, interval: 100 },
  )
}
