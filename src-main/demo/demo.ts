// The sandbox of the demo agency: a child of the desk that lives no longer than the desk does. Its keys come over
// its stdout and stay in memory.
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { StartSandbox } from './sandbox-process.ts'

const ReadyLineSchema = z.object({
  baseUrl: z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ }),
  brands: z.array(z.object({ teamId: z.string().min(1), name: z.string().min(1), key: z.string().min(1) })),
})

export type DemoBrand = { readonly teamId: string; readonly name: string; readonly key: string }

export type Demo = {
  readonly baseUrl: string
  readonly brands: readonly DemoBrand[]
  /** One of the sandbox's control endpoints: a POST where there is a body, else a GET. Rejects unless it succeeds. */
  readonly control: (path: string, body?: object) => Promise<unknown>
  /** Resolves with the exit code once the child has ended, for any reason. */
  readonly ended: Promise<number | null>
  readonly close: () => Promise<void>
}

const CONTROL_PATH = '/__sandbox'
const CONTROL_TIMEOUT_MS = 10_000
const GRACE_MS = 3000
const STDERR_KEPT = 2000

const parseReadyLine = (line: string) => {
  try {
    return ReadyLineSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

const createControl =
  (baseUrl: string): Demo['control'] =>
  async (path, body) => {
    const response = await fetch(`${baseUrl}${CONTROL_PATH}${path}`, {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CONTROL_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${path}`)
    return response.json()
  }

/** Starts the sandbox and waits for its first line. Rejects with DeskError 'service' where it does not come. */
export const startDemo = async (options: {
  readonly startSandbox: StartSandbox
  readonly readyTimeoutMs?: number
}): Promise<Demo> => {
  const sandbox = options.startSandbox()
  let stderr = ''
  sandbox.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT)
  })
  const ended = sandbox.ended.then(({ code, error }) => {
    stderr += error ?? ''
    return code
  })
  const close = async () => {
    const kill = setTimeout(sandbox.kill, GRACE_MS)
    sandbox.end()
    await ended
    clearTimeout(kill)
  }

  const lines = createInterface({ input: sandbox.stdout })
  const timeout = AbortSignal.timeout(options.readyTimeoutMs ?? 30_000)
  const firstLine = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    ended.then(() => null),
    new Promise<null>((resolve) => timeout.addEventListener('abort', () => resolve(null), { once: true })),
  ])
  const ready = firstLine === null ? null : parseReadyLine(firstLine)
  if (ready === null) {
    await close()
    const reason = stderr.trim().split('\n').at(-1) ?? ''
    throw new DeskError(
      'service',
      `The sandbox of the demo agency did not start${reason === '' ? '' : `: ${reason}`}. Your own brands are not affected.`,
    )
  }
  return { ...ready, control: createControl(ready.baseUrl), ended, close }
}
