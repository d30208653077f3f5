// The query process under plain Node. Its environment holds nothing of the desk's; a group of its own, so that Ctrl-C on a
// terminal reaches the desk alone.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { QUERY_LIMITS } from '../../src-shared/desk/values/query-limits.ts'
import type { QueryReply, StartQueryProcess } from './messages.ts'

/** Windows starts no program without it. */
const environment = (): NodeJS.ProcessEnv => {
  const { SystemRoot } = process.env
  return SystemRoot === undefined ? {} : { SystemRoot }
}

/** `file`: the entry of the process; absent: the one in the sources. */
export const spawnQueryProcess =
  (file = fileURLToPath(new URL('../query-process.ts', import.meta.url))): StartQueryProcess =>
  () => {
    const flags = ['--disable-sigusr1', `--max-old-space-size=${QUERY_LIMITS.memoryMb / 2}`]
    const child = spawn(process.execPath, [...flags, file], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: environment(),
      windowsHide: true,
      detached: process.platform !== 'win32',
    })
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve())
      child.once('exit', () => resolve())
    })
    // A message to a process that has ended is not an error of the desk.
    child.on('error', () => {})
    return {
      send: (request) => void (child.connected && child.send(request, () => {})),
      onReply: (listener) => void child.on('message', (message) => listener(message as QueryReply)), // our own process
      ended,
      kill: () => void child.kill('SIGKILL'),
    }
  }
