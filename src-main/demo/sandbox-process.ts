// The shell starts the demo's sandbox: a child of plain Node, or a utility process of Electron.
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

export type SandboxEnd = {
  /** Null where a signal ended it, or where it could not be started. */
  readonly code: number | null
  /** Why it could not be started. */
  readonly error?: string
}

export type SandboxProcess = {
  readonly stdout: Readable
  readonly stderr: Readable
  readonly ended: Promise<SandboxEnd>
  /** Asks it to end. */
  readonly end: () => void
  /** Ends it without asking. */
  readonly kill: () => void
}

/** Starts the sandbox, which then prints one line of JSON on stdout (`--ready-json`). */
export type StartSandbox = () => SandboxProcess

/** How the sandbox is started: a program, its arguments and its whole environment (absent: the desk's own). */
export type SandboxCommand = {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

/** One line of JSON once it is ready, and some keywords for Cannibalisation to show. */
export const DEMO_ARGUMENTS = ['--ready-json', '--conflicts', '5'] as const

/** The sandbox as a child process. Its stdin closes with the desk, also where the desk is killed, and that ends it. */
export const spawnSandbox =
  ({ command, args, env }: SandboxCommand): StartSandbox =>
  () => {
    const child = spawn(command, [...args, ...DEMO_ARGUMENTS], {
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own: Ctrl-C on a terminal reaches the desk alone, which then ends it in its turn.
      detached: process.platform !== 'win32',
      ...(env === undefined ? {} : { env }),
    })
    // A write to a child that has ended is not an error of the desk.
    child.stdin.on('error', () => {})
    return {
      stdout: child.stdout,
      stderr: child.stderr,
      ended: new Promise((resolve) => {
        child.once('error', (error) => resolve({ code: null, error: error.message }))
        child.once('exit', (code) => resolve({ code }))
      }),
      end: () => {
        child.stdin.end()
        child.kill('SIGTERM')
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
