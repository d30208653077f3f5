// A store worker. It holds both files and answers one request at a time in the order they came.

import type { MessagePort } from 'node:worker_threads'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { HOUR_MS } from '../base/clock.ts'
import { backupIfDue } from './backup.ts'
import { BUSY_TIMEOUT_MS } from './connection.ts'
import type { ReadableDb, ReadQuery, WritableDb, WriteQuery } from './db.ts'
import { closeFiles, openForCoreWriting, openForReading, openForWriting } from './files.ts'
import { loadReplySchemas, NoReplySchemasError } from './parse-reply.ts'
import {
  errorCode,
  type NoticeMessage,
  type OpenOptions,
  type Request,
  type Response,
  type Role,
  type StoreNotice,
  type TeamMessage,
  toWireError,
  type WorkerSettings,
} from './rpc.ts'
import type { StoreTables } from './tables.ts'
import type { CacheLink } from './team/cache-link.ts'
import type { DeskThread } from './team/desk-thread.ts'
import { refuseShared } from './team/refuse-shared.ts'
import type { TeamAccess } from './team/state.ts'

const BACKUP_FIRST_CHECK_MS = 30_000
const BACKUP_CHECK_EVERY_MS = HOUR_MS

const RETRY_AFTER_MS = 2
const ASLEEP = new Int32Array(new SharedArrayBuffer(4))

/**
 * A transaction that has read and then wants to write is refused at once, and rolled back, while the other writing thread
 * writes or where it committed meanwhile: SQLite waits only for those that begin with a write.
 */
const isOtherWriting = (error: unknown): boolean => {
  const code = errorCode(error)
  return code === 'SQLITE_BUSY' || code === 'SQLITE_BUSY_SNAPSHOT'
}

const notOpen = () =>
  new DeskError('storage', 'The data files could not be opened again. Close the desk and start it again.')

const queriesOf = ({ reads, writes }: StoreTables, role: Role): Readonly<Record<string, unknown>> =>
  ({ reader: reads, 'core-writer': writes.core, writer: writes.cache })[role]

/** A desk alone loads none of its code. */
const openCacheLink = (access: TeamAccess): CacheLink => {
  let loading: Promise<CacheLink> | undefined
  const load = (): Promise<CacheLink> => {
    loading ??= import('./team/cache-link.ts').then(({ createCacheLink }) => createCacheLink(access))
    return loading
  }
  return {
    use: async (work) => (await load()).use(work),
    close: () => void loading?.then((link) => link.close()),
  }
}

type Answer = Extract<Response, { readonly id: number }>

/** The files as this worker's role holds them, and its queries on them. */
const createFiles = (tables: StoreTables, settings: WorkerSettings, port: MessagePort) => {
  const known = queriesOf(tables, settings.role)
  let readable: ReadableDb | undefined
  let writable: WritableDb | undefined
  const link = settings.role === 'writer' && settings.team !== undefined ? openCacheLink(settings.team) : undefined

  const open = (options: OpenOptions): readonly StoreNotice[] => {
    if (settings.role === 'reader') {
      readable = openForReading(settings)
      return []
    }
    if (settings.role === 'core-writer') {
      writable = openForCoreWriting(settings, tables)
      return []
    }
    const { db, notices } = openForWriting(settings, tables, options, (migration) =>
      port.postMessage({ migration } satisfies Response),
    )
    writable = link === undefined ? db : { ...db, team: link }
    if (settings.team !== undefined) refuseShared(db.core, tables.team.tables)
    return notices
  }

  const close = () => {
    const db = writable ?? readable
    readable = undefined
    writable = undefined
    if (db === undefined) return
    link?.close()
    closeFiles(db, settings.role)
  }

  const query = (name: string, args: unknown): unknown => {
    const run = Object.hasOwn(known, name) ? known[name] : undefined
    const db = writable ?? readable
    if (run === undefined) throw new Error(`The ${settings.role} knows no query "${name}".`)
    if (db === undefined) throw notOpen()
    const endsAtMs = performance.now() + BUSY_TIMEOUT_MS
    for (;;) {
      try {
        // The queries of this worker's role take this db; Store types the arguments by the name.
        return (run as ReadQuery & WriteQuery)(db as WritableDb, args as never)
      } catch (error) {
        if (!isOtherWriting(error) || db.core.inTransaction || performance.now() >= endsAtMs) throw error
        Atomics.wait(ASLEEP, 0, 0, RETRY_AFTER_MS)
      }
    }
  }

  const backUp = (): void => {
    try {
      if (writable !== undefined) backupIfDue(writable, Date.now())
    } catch (error) {
      const notice: StoreNotice = {
        what: 'backup-failed',
        level: 'warning',
        title: 'The daily backup failed',
        message: `${toWireError(error).message}. Check the free space of the data folder; the desk tries again in an hour.`,
      }
      port.postMessage({ notice } satisfies Response)
    }
  }

  return { known, open, close, query, backUp, writable: () => writable }
}

/** Answers on this port until the request to end; after that the thread may serve another store. */
export const serveStore = (tables: StoreTables, settings: WorkerSettings, port: MessagePort): void => {
  const files = createFiles(tables, settings, port)
  const { known } = files

  /** What moves between the cache and the team is answered later; other queries go on meanwhile. */
  const answer = (request: Request): Answer | Promise<Answer> => {
    const { id } = request
    const startedAtMs = performance.now()
    const done = (value: unknown, notices: readonly StoreNotice[] = []): Answer => {
      return { id, ok: true, value, ms: performance.now() - startedAtMs, notices }
    }
    const failed = (error: unknown): Answer => {
      return { id, ok: false, error: toWireError(error, request.kind === 'query' ? request.name : undefined) }
    }
    try {
      if (request.kind === 'open') return done(Object.keys(known), files.open(request.options))
      if (request.kind === 'close' || request.kind === 'end') files.close()
      const value = request.kind === 'query' ? files.query(request.name, request.args) : null
      return value instanceof Promise ? value.then((later: unknown) => done(later), failed) : done(value)
    } catch (error) {
      if (error instanceof NoReplySchemasError) throw error
      return failed(error)
    }
  }

  const post = (response: Answer): void => {
    try {
      port.postMessage(response)
    } catch (error) {
      port.postMessage({ id: response.id, ok: false, error: toWireError(error) } satisfies Response)
    }
  }

  let thread: DeskThread | undefined
  const doInTeam = async (request: Request, access: TeamAccess): Promise<unknown> => {
    if (request.kind === 'open') {
      files.open(request.options)
      const db = files.writable()
      if (db === undefined) throw notOpen()
      const { openDeskThread } = await import('./team/desk-thread.ts')
      const { coreFile, backupsFolder } = settings
      const post = (message: TeamMessage | NoticeMessage) => port.postMessage(message)
      thread = openDeskThread({ access, coreFile, backupsFolder, core: db.core, tables, post })
      return Object.keys(known)
    }
    if (request.kind === 'close' || request.kind === 'end') {
      await thread?.close()
      thread = undefined
      return files.close()
    }
    if (thread === undefined) throw notOpen()
    const { name, args } = request
    return request.kind === 'query'
      ? thread.write(name, () => files.query(name, args), request.readPosition)
      : thread.query(name, args)
  }

  /** The thread that writes core.db waits for PostgreSQL between two statements, and hears of other desks meanwhile. */
  const answerInTeam = async (request: Request, access: TeamAccess): Promise<Answer> => {
    const { id } = request
    const startedAtMs = performance.now()
    try {
      const value = await doInTeam(request, access)
      return { id, ok: true, value, ms: performance.now() - startedAtMs }
    } catch (error) {
      if (!(error instanceof NoReplySchemasError))
        return { id, ok: false, error: toWireError(error, 'name' in request ? request.name : undefined) }
      await loadReplySchemas()
      return answerInTeam(request, access)
    }
  }

  const access = settings.role === 'core-writer' ? settings.team : undefined
  const reply = (request: Request): void => {
    const respond = (response: Answer): void => {
      post(response)
      if (request.kind === 'end') end()
    }
    const response = access === undefined ? answer(request) : answerInTeam(request, access)
    if (response instanceof Promise) void response.then(respond)
    else respond(response)
  }

  let loading: Promise<void> | undefined
  /** The first reply that the thread reads waits until their schemas are here, and what is asked meanwhile waits behind it. */
  const take = (request: Request): void => {
    if (loading !== undefined) return void loading.then(() => take(request))
    try {
      reply(request)
    } catch (error) {
      if (!(error instanceof NoReplySchemasError)) throw error
      loading = loadReplySchemas().finally(() => {
        loading = undefined
      })
      take(request)
    }
  }

  const checks =
    settings.role === 'writer'
      ? [
          setTimeout(files.backUp, BACKUP_FIRST_CHECK_MS).unref(),
          setInterval(files.backUp, BACKUP_CHECK_EVERY_MS).unref(),
        ]
      : []
  const end = () => {
    for (const check of checks) clearTimeout(check)
    port.close()
  }
  port.on('message', take)
}
