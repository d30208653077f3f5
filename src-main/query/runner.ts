// The desk's side of the query process. It is started by the first query and ends when none came for a while. SQLite cannot
// be interrupted from JavaScript: a query over its time, or stopped by a person, ends with its process.
import { Mutex } from 'async-mutex'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { QUERY_LIMITS } from '../../src-shared/desk/values/query-limits.ts'
import type { QueryFault, QueryProcess, QueryReply, QueryRequest, QueryRows, StartQueryProcess } from './messages.ts'

const IDLE_MS = 60_000
const WAITING_MAX = 20

export type RunOptions = Omit<QueryRequest, 'id'> & { readonly signal?: AbortSignal }

const seconds = (ms: number): string => (ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })

const tooLong = (timeoutMs: number) =>
  new DeskError(
    'cancelled',
    `The query was stopped after ${seconds(timeoutMs)} s: all its rows are read, to count them. Name a brand or fewer days, add up in SQL, or end it with a LIMIT.`,
    { issues: [{ path: 'sql', message: 'took too long' }] },
  )
const stopped = () => new DeskError('cancelled', 'The query was stopped.')
const ended = () =>
  new DeskError(
    'cancelled',
    `The query was stopped: it needed more than ${QUERY_LIMITS.memoryMb} MB of memory. Read fewer rows or shorter texts.`,
    { issues: [{ path: 'sql', message: 'needed too much memory' }] },
  )
const refused = ({ message, at }: QueryFault) =>
  new DeskError('invalid', at === null ? message : `Line ${at.line}, character ${at.column}: ${message}`, {
    issues: [{ path: at === null ? 'sql' : `sql.${at.line}.${at.column}`, message }],
  })

type Running = { readonly process: QueryProcess; readonly take: Map<number, (reply: QueryReply) => void> }

export const createQueryRunner = (start: StartQueryProcess) => {
  const mutex = new Mutex()
  let running: Running | undefined
  let waiting = 0
  let last = 0
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const end = (): void => {
    clearTimeout(idle)
    running?.process.kill()
    running = undefined
  }

  const started = (): Running => {
    if (running !== undefined) return running
    const process = start()
    const one: Running = { process, take: new Map() }
    process.onReply((reply) => one.take.get(reply.id)?.(reply))
    void process.ended.then(() => {
      if (running === one) running = undefined
    })
    running = one
    return one
  }

  const ask = async ({ signal, ...request }: RunOptions): Promise<QueryRows> => {
    if (isClosed || signal?.aborted) throw stopped()
    clearTimeout(idle)
    const { process, take } = started()
    last += 1
    const id = last
    let timer: NodeJS.Timeout | undefined
    const outcome = Promise.withResolvers<QueryReply>()
    const fail = (error: DeskError) => () => {
      outcome.reject(error)
      end()
    }
    const stop = fail(stopped())
    try {
      take.set(id, outcome.resolve)
      void process.ended.then(() => outcome.reject(isClosed ? stopped() : ended()))
      timer = setTimeout(fail(tooLong(request.timeoutMs)), request.timeoutMs)
      signal?.addEventListener('abort', stop, { once: true })
      process.send({ ...request, id })
      const reply = await outcome.promise
      if (reply.ok) return reply.rows
      throw refused(reply.fault)
    } finally {
      clearTimeout(timer)
      take.delete(id)
      signal?.removeEventListener('abort', stop)
      idle = setTimeout(end, IDLE_MS)
      idle.unref()
    }
  }

  return {
    /** One query at a time. Rejects with `invalid` (refused), `cancelled` (stopped by a limit or a person). */
    run: async (options: RunOptions): Promise<QueryRows> => {
      if (waiting >= WAITING_MAX)
        throw new DeskError('conflict', 'Too many queries wait for their turn. Try again in a moment.')
      waiting += 1
      try {
        return await mutex.runExclusive(() => ask(options))
      } finally {
        waiting -= 1
      }
    },
    close: async (): Promise<void> => {
      isClosed = true
      const gone = running?.process.ended
      end()
      await gone
    },
  }
}
export type QueryRunner = ReturnType<typeof createQueryRunner>
