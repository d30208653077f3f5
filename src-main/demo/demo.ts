// The sandbox of the demo agency: a child of the desk that lives no longer than the desk does. Its keys come over
// its stdout and stay in memory; its stdin is the life line whose closing ends it, also where the desk is killed.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { DeskError } from '../../src-shared/desk/errors.ts'

/** How the sandbox is started: a program, its arguments and its whole environment (absent: the desk's own). */
export type SandboxCommand = {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

const ReadyLineSchema = z.object({
  baseUrl: z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost)$/ }),
  brands: z.array(z.object({ teamId: z.string().min(1), name: z.string().min(1), key: z.string().min(1) })),
})

export type DemoBrand = { readonly teamId: string; readonly name: string; readonly key: string }

export type Demo = {
  readonly baseUrl: string
  readonly brands: readonly DemoBrand[]
  /** Resolves with the exit code once the child has gone, whoever ended it. */
  readonly ended: Promise<number | null>
  readonly close: () => Promise<void>
}

const GRACE_MS = 3000
const STDERR_KEPT = 2000

const parseReadyLine = (line: string) => {
  try {
    return ReadyLineSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Starts the sandbox and waits for its first line. Rejects with DeskError 'service' where it does not come. */
export const startDemo = async (options: {
  readonly sandboxCommand: SandboxCommand
  readonly readyTimeoutMs?: number
}): Promise<Demo> => {
  const { command, args, env } = options.sandboxCommand
  const child = spawn(command, [...args, '--ready-json'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // A group of its own: Ctrl-C on a terminal reaches the desk alone, which then ends it in its turn.
    detached: process.platform !== 'win32',
    ...(env === undefined ? {} : { env }),
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT)
  })
  // Writing to a child that has gone is no fault of the desk's.
  child.stdin.on('error', () => {})
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      stderr += error.message
      resolve(null)
    })
    child.once('exit', (code) => resolve(code))
  })
  const close = async () => {
    child.stdin.end()
    const kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    child.kill('SIGTERM')
    await ended
    clearTimeout(kill)
  }

  const lines = createInterface({ input: child.stdout })
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
      `The sandbox of the demo agency did not start${reason === '' ? '' : `: ${reason}`}. Your own brands are not touched by this.`,
    )
  }
  return { ...ready, ended, close }
}
