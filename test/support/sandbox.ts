import { onTestFinished } from 'vitest'
import type { Fault } from '../../src-sandbox/faults.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src-sandbox/server.ts'
import type { LoggedRequest } from '../../src-sandbox/state/request-log.ts'
import { DEFAULT_PROFILE, mergeProfile } from '../../src-shared/service/profile.ts'
import { fieldsOfRun } from './renamed-fields.ts'
import { startRenamingProxy } from './renaming-proxy.ts'
import { testClock } from './test-clock.ts'

type LimiterCount = { teamId: string | null; operation: string; limit: number; largest: number; refused: number }
type FaultInput = Partial<Fault> & Pick<Fault, 'operation' | 'kind'>

/** Where a desk finds the service: the sandbox, or in a run with other names the proxy before it. */
const serviceUrl = async (sandbox: Sandbox, profile: SandboxOptions['profile']): Promise<string> => {
  if (fieldsOfRun === undefined) return sandbox.baseUrl
  const target = { target: sandbox.baseUrl, profile: mergeProfile(DEFAULT_PROFILE, profile ?? {}) }
  return (await startRenamingProxy({ ...target, fields: fieldsOfRun })).baseUrl
}

/** A real sandbox in this process, small by default, closed when the test ends. */
export const openSandbox = async (options: SandboxOptions = {}) => {
  const sandbox = await startSandbox({ brands: 3, keywords: 30, days: 40, now: testClock.now, ...options })
  const baseUrl = await serviceUrl(sandbox, options.profile)
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
    baseUrl,
    close,
    /** The key of the brand with this index. */
    keyOf: (index: number): string => sandbox.brands[index]?.key ?? '',
    teamOf: (index: number): string => sandbox.brands[index]?.teamId ?? '',
    fault: (fault: FaultInput) => control('faults', { method: 'POST', body: JSON.stringify(fault) }),
    clearFaults: () => control('faults', { method: 'DELETE' }),
    /** Releases the requests that a fault holds. */
    release: () => control('faults/release', { method: 'POST' }),
    // The control endpoints answer with these.
    requests: async () => ((await control('requests')) as { requests: LoggedRequest[] }).requests,
    counts: async () => ((await control('counts')) as { counts: LimiterCount[] }).counts,
  }
}
export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>
