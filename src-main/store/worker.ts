// The entry of a store worker. It holds both files, answers one request at a time in the order they came,
// and says which file is damaged when SQLite finds one so; the main thread then has both workers open them anew.
import { parentPort, workerData } from 'node:worker_threads'
import type { ReadableDb, ReadQuery, WritableDb, WriteQuery } from './db.ts'
import { closeFiles, findDamaged, openForReading, openForWriting } from './files.ts'
import { reads } from './queries/reads.ts'
import { writes } from './queries/writes.ts'
import { isDamage, type Request, type Response, toWireError, type WorkerSettings } from './rpc.ts'

const port = parentPort
if (port === null) throw new Error('The store worker runs as a worker thread only.')
const settings = workerData as WorkerSettings // what openStore hands over

let readable: ReadableDb | undefined
let writable: WritableDb | undefined

const open = () => {
  if (settings.role === 'reader') {
    readable = openForReading(settings)
    return []
  }
  const opened = openForWriting(settings)
  writable = opened.db
  return opened.notices
}

const close = () => {
  const db = writable ?? readable
  if (db !== undefined) closeFiles(db, writable === undefined ? 'reader' : 'writer')
  readable = undefined
  writable = undefined
}

const query = (name: string, args: unknown): unknown => {
  const known: Record<string, unknown> = settings.role === 'writer' ? writes : reads
  const run = Object.hasOwn(known, name) ? known[name] : undefined
  const db = writable ?? readable
  if (run === undefined) throw new Error(`The ${settings.role} knows no query "${name}".`)
  if (db === undefined) throw new Error('The files of the store are closed.')
  // The registry of this worker's role takes this db; Store types the arguments by the name.
  return (run as ReadQuery & WriteQuery)(db as WritableDb, args as never)
}

const damageOf = (error: unknown) => {
  const db = writable ?? readable
  return db !== undefined && isDamage(error) ? { damaged: findDamaged(db) } : {}
}

const answer = (request: Request): Response => {
  try {
    if (request.kind === 'open') return { id: request.id, ok: true, value: null, notices: open() }
    if (request.kind === 'close') close()
    return { id: request.id, ok: true, value: request.kind === 'query' ? query(request.name, request.args) : null }
  } catch (error) {
    return { id: request.id, ok: false, error: toWireError(error), ...damageOf(error) }
  }
}

port.on('message', (request: Request) => port.postMessage(answer(request)))
