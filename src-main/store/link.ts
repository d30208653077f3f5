// One worker seen from the main thread. A call is answered exactly once: by the worker, or by its death.
import { Worker } from 'node:worker_threads'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { fromWireError, type Request, type Response, type Role, type StoreFiles, type StoreNotice } from './rpc.ts'

export type WorkerLink = {
  readonly query: (name: string, args: unknown, transfer: readonly ArrayBuffer[]) => Promise<unknown>
  readonly open: () => Promise<void>
  /** Lets go of the files; `open` takes them again. */
  readonly close: () => Promise<void>
  /** Lets go of the files and ends the thread. */
  readonly end: () => Promise<void>
  /** Grows whenever the files are opened anew. */
  readonly epoch: () => number
}

export type LinkOptions = StoreFiles & {
  readonly role: Role
  readonly workerUrl: URL
  readonly onNotice: (notice: StoreNotice) => void
}

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
type Body = { kind: 'query'; name: string; args: unknown } | { kind: 'open' | 'close' }

const RESTARTS_MAX = 3

const died = (role: Role) =>
  new DeskError('storage', `The desk's ${role} of its data files stopped in the middle of its work. Do it again.`)

export const createWorkerLink = (options: LinkOptions): WorkerLink => {
  const { role, workerUrl, onNotice, ...files } = options
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let epoch = 0
  let restarts = 0
  let isEnding = false
  let worker: Worker | undefined

  const settle = (response: Response) => {
    const call = waiting.get(response.id)
    waiting.delete(response.id)
    if (!response.ok) return call?.reject(fromWireError(response.error))
    for (const notice of response.notices ?? []) onNotice(notice)
    return call?.resolve(response.value)
  }

  const send = (body: Body, transfer: readonly ArrayBuffer[] = []): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (worker === undefined) return reject(died(role))
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

  const open = async () => {
    await send({ kind: 'open' })
    epoch += 1
  }

  const onDeath = (gone: Worker) => {
    if (worker !== gone) return
    worker = undefined
    for (const call of waiting.values()) call.reject(died(role))
    waiting.clear()
    if (isEnding || epoch === 0) return
    restarts += 1
    if (restarts > RESTARTS_MAX) return lost()
    start()
    open().then(
      () =>
        onNotice({
          what: 'worker-restarted',
          level: 'warning',
          title: 'Part of the desk was started again',
          message: `The ${role} of the data files had stopped. What it was doing was refused with an error; all else goes on.`,
        }),
      lost,
    )
  }

  const lost = () => {
    void worker?.terminate()
    onNotice({
      what: 'worker-lost',
      level: 'error',
      title: 'The data files are out of reach',
      message: `The ${role} of the data files keeps stopping. Close the desk and start it again.`,
    })
  }

  const start = () => {
    const started = new Worker(workerUrl, { workerData: { ...files, role }, execArgv: [], name: `store-${role}` })
    worker = started
    started.on('message', settle)
    started.on('error', () => onDeath(started))
    started.on('exit', () => onDeath(started))
  }

  start()
  return {
    query: (name, args, transfer) => send({ kind: 'query', name, args }, transfer),
    open,
    close: async () => void (await send({ kind: 'close' })),
    end: async () => {
      isEnding = true
      const last = worker
      if (last === undefined) return
      await send({ kind: 'close' }).catch(() => undefined)
      await last.terminate()
    },
    epoch: () => epoch,
  }
}
