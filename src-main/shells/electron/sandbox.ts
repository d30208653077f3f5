// The demo's sandbox as a utility process: the packaged program cannot be told to be plain Node (its runAsNode fuse is
// off). A utility process has no stdin; Electron ends it with the main process.
import { PassThrough, Readable } from 'node:stream'
import { utilityProcess } from 'electron'
import { DEMO_ARGUMENTS, type StartSandbox } from '../../demo/sandbox-process.ts'

/** Electron's streams are typed as the old interface; what is there is a Readable, and none where it did not start. */
const asReadable = (stream: NodeJS.ReadableStream | null): Readable =>
  stream instanceof Readable ? stream : new PassThrough().end()

export const forkSandbox =
  (file: string, env: Record<string, string>): StartSandbox =>
  () => {
    const child = utilityProcess.fork(file, [...DEMO_ARGUMENTS, '--ignore-stdin'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Agency Desk demo',
    })
    return {
      stdout: asReadable(child.stdout),
      stderr: asReadable(child.stderr),
      ended: new Promise((resolve) => child.once('exit', (code) => resolve({ code }))),
      end: () => void child.kill(),
      kill: () => {
        if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
      },
    }
  }
