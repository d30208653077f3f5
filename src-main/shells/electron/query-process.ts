// The query process as a utility process: the packaged program cannot be told to be plain Node (its runAsNode fuse is off).
import { utilityProcess } from 'electron'
import { QUERY_LIMITS } from '../../../src-shared/desk/values/query-limits.ts'
import type { QueryReply, StartQueryProcess } from '../../query/messages.ts'

export const forkQueryProcess =
  (file: string): StartQueryProcess =>
  () => {
    const child = utilityProcess.fork(file, [], {
      env: {},
      execArgv: [`--max-old-space-size=${QUERY_LIMITS.memoryMb / 2}`],
      stdio: 'ignore',
      serviceName: 'Agency Desk queries',
    })
    return {
      send: (request) => child.postMessage(request),
      onReply: (listener) => void child.on('message', (message) => listener(message as QueryReply)), // our own process
      ended: new Promise((resolve) => child.once('exit', () => resolve())),
      kill: () => {
        if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
        else child.kill()
      },
    }
  }
