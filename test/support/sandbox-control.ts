import type { Fault } from '../../src-sandbox/faults.ts'
import type { Sandbox } from '../../src-sandbox/server.ts'
import type { LoggedRequest } from '../../src-sandbox/state/request-log.ts'

export type FaultInput = Partial<Fault> & Pick<Fault, 'operation' | 'kind'>
export type SandboxControl = ReturnType<typeof sandboxControl>

/** The control endpoints of a sandbox. */
export const sandboxControl = (sandbox: Pick<Sandbox, 'controlUrl'>) => {
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const reply = await fetch(`${sandbox.controlUrl}/${path}`, init)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  return {
    fault: (fault: FaultInput) => ask('faults', { method: 'POST', body: JSON.stringify(fault) }),
    clearFaults: () => ask('faults', { method: 'DELETE' }),
    /** Releases the requests that a fault holds. */
    release: () => ask('faults/release', { method: 'POST' }),
    requests: async () => ((await ask('requests')) as { requests: LoggedRequest[] }).requests, // what it answers with
  }
}
