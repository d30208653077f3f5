// One worker seen from the main thread. A call is answered exactly once: by the worker, or by its death.
import { type EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Log } from '../base/log.ts'
import {
  fromWireError,
  type OpenOptions,
  type Request,
  type Response,
  type Role,
  type StoreFiles,
  type StoreNotice,
  type TeamMessage,
  type ThreadSettings,
} from './rpc.ts'
import type { ReadPosition } from './store.ts'

/** What the main thread sees of a worker thread: its messages, its error and its end. */
export type StoreThread = Pick<Worker, 'postMessage' | 'terminate'> & EventEmitter
export type StartThread = (workerUrl: URL, settings: ThreadSettings) => StoreThread

/**
 * Three semi-spaces of 4 MB: V8's own 48 MB a thread are kept for good once a big reply has filled them. The writer parses
 * the replies: with 12 MB it copies their objects over and over.
 */
const newObjectsMb = (role: ThreadSettings['role']): number => (role === 'writer' ? 48 : 12)

export const startThread: StartThread = (workerUrl, settings) => {
  setFlagsFromString('--max-semi-space-size=0') // given to the process for its main thread, it comes before a thread's limits
  const resourceLimits = { maxYoungGenerationSizeMb: newObjectsMb(settings.role) }
  return new Worker(workerUrl, { workerData: settings, execArgv: [], name: `store-${settings.role}`, resourceLimits })
}

export type LinkOptions = StoreFiles & {
  readonly role: Role
  readonly workerUrl: URL
  readonly startThread: StartThread
  readonly onNotice: (notice: StoreNotice) => void
  readonly log: Log
  readonly onTeam?: ((message: TeamMessage) => void) | undefined
  /** Called when the thread died and a new one has replaced it, without files yet. */
  readonly onRestarted: () => void
}

type Answer = { readonly value: unknown; readonly ms: number }
type Waiting = { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void }
type Body =
  | { kind: 'query'; name: string; args: unknown; readPosition?: ReadPosition }
  | { kind: 'team-query'; name: string; args: unknown }
  | { kind: 'open'; options: OpenOptions }
  | { kind: 'close' | 'end' }

const RESTARTS_MAX = 3
const ENDS_WITHIN_MS = 10_000
const SLOW_QUERY_MS = 40

const died = (role: Role, why: string) =>
  new DeskError('storage', `The ${role} of the desk's data files stopped (${why}). Try again, or start the desk again.`)

const lostNotice = (role: Role): StoreNotice => ({
  what: 'worker-lost',
  level: 'error',
  title: 'The data files are not available',
  message: `The ${role} of the data files keeps stopping. Close the desk and start it again.`,
})

const restartedNotice = (role: Role): StoreNotice => ({
  what: 'worker-restarted',
  level: 'warning',
  title: 'Part of the desk was started again',
  message: `The ${role} of the data files had stopped. Its current work failed with an error; everything else continues.`,
})

export const createWorkerLink = (options: LinkOptions) => {
  const { role, workerUrl, startThread, onNotice, log, onTeam, onRestarted, ...files } = options
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let epoch = 0
  let restarts = 0
  let isEnding = false
  let reason = 'it was not started'
  let worker: StoreThread | undefined

  const onResponse = (response: Response) => {
    if ('notice' in response) return onNotice(response.notice)
    if ('migration' in response) return log.info(response.migration, 'migration')
    if ('teamState' in response || 'mirrored' in response) return onTeam?.(response)
    const call = waiting.get(response.id)
    // A thread under `node --watch` sends messages of Node's own.
    if (call === undefined) return
    waiting.delete(response.id)
    if (!response.ok) {
      const { cause, message } = response.error
      if (cause !== undefined) log.warn({ cause }, message)
      return call.reject(fromWireError(response.error))
    }
    for (const notice of response.notices ?? []) onNotice(notice)
    return call.resolve(response)
  }

  const send = (body: Body, transfer: readonly ArrayBuffer[] = []): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (worker === undefined) return reject(died(role, reason))
      lastId += 1
      const request: Request = { id: lastId, ...body }
      waiting.set(lastId, { resolve, reject })
      try {
        worker.postMessage(request, transfer)
      } catch (error) {
        waiting.delete(lastId)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })

  const onDeath = (gone: StoreThread, why: string) => {
    if (worker !== gone) return
    worker = undefined
    reason = why
    for (const call of waiting.values()) call.reject(died(role, why))
    waiting.clear()
    if (isEnding || epoch === 0) return
    restarts += 1
    if (restarts > RESTARTS_MAX) return onNotice(lostNotice(role))
    start()
    onNotice(restartedNotice(role))
    onRestarted()
  }

  const start = () => {
    const started = startThread(workerUrl, { ...files, role })
    worker = started
    started.on('message', onResponse)
    started.on('error', (error) => onDeath(started, error instanceof Error ? error.message : String(error)))
    started.on('exit', (code) => onDeath(started, `exit code ${code}`))
  }

  const end = async () => {
    isEnding = true
    const last = worker
    if (last === undefined) return
    // An error of the thread is its end too.
    const gone = once(last, 'exit').then(
      () => true,
      () => true,
    )
    await send({ kind: 'end' }).catch(() => undefined)
    // A thread that is terminated while it is in SQLite takes the whole process with it.
    const isGone = await Promise.race([gone, setTimeout(ENDS_WITHIN_MS, false, { ref: false })])
    if (!isGone) await last.terminate()
  }

  const query = async (
    name: string,
    args: unknown,
    transfer: readonly ArrayBuffer[],
    readPosition?: ReadPosition,
  ): Promise<unknown> => {
    const { value, ms } = await send(
      { kind: 'query', name, args, ...(readPosition === undefined ? {} : { readPosition }) },
      transfer,
    )
    log[ms > SLOW_QUERY_MS ? 'warn' : 'debug']({ query: name, thread: role, ms: Math.round(ms) }, 'query')
    return value
  }

  start()
  return {
    query,
    /** Of PostgreSQL itself. */
    teamQuery: async (name: string, args: unknown): Promise<unknown> =>
      (await send({ kind: 'team-query', name, args })).value,
    /** The names of the queries that this worker answers. */
    open: async (options: OpenOptions = {}): Promise<readonly string[]> => {
      const names = (await send({ kind: 'open', options })).value as readonly string[] // as the worker answers it
      epoch += 1
      return names
    },
    /** Closes the files; `open` opens them again. */
    close: async (): Promise<void> => void (await send({ kind: 'close' })),
    /** Closes the files and ends the thread. */
    end,
    /** Grows whenever the files are opened. */
    epoch: (): number => epoch,
  }
}
export type WorkerLink = ReturnType<typeof createWorkerLink>
