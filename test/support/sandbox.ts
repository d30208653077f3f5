import { onTestFinished } from 'vitest'
import type { Fault } from '../../src-sandbox/faults.ts'
import { type SandboxOptions, startSandbox } from '../../src-sandbox/server.ts'
import type { LoggedRequest } from '../../src-sandbox/state/request-log.ts'
import { testClock } from './test-clock.ts'

type LimiterCount = { teamId: string | null; operation: string; limit: number; largest: number; refused: number }
type FaultInput = Partial<Fault> & Pick<Fault, 'operation' | 'kind'>

/** A real sandbox in this process, small by default, closed when the test ends. */
export const openSandbox = async (options: SandboxOptions = {}) => {
  const sandbox = await startSandbox({ brands: 3, keywords: 30, days: 40, now: testClock.now, ...options })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= sandbox.close()
    return closed
  }
  onTestFinished(close)
  const control = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const reply = await fetch(`${sandbox.controlUrl}/${path}`, init)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  return {
    ...sandbox,
    close,
    /** The key of the brand at this place. */
    keyOf: (index: number): string => sandbox.brands[index]?.key ?? '',
    teamOf: (index: number): string => sandbox.brands[index]?.teamId ?? '',
    fault: (fault: FaultInput) => control('faults', { method: 'POST', body: JSON.stringify(fault) }),
    clearFaults: () => control('faults', { method: 'DELETE' }),
    /** What is held by a fault goes on. */
    letGo: () => control('faults/release', { method: 'POST' }),
    // The control endpoints answer with these.
    requests: async () => ((await control('requests')) as { requests: LoggedRequest[] }).requests,
    counts: async () => ((await control('counts')) as { counts: LimiterCount[] }).counts,
  }
}
export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>
