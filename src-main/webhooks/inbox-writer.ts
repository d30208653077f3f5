// Deliveries that come together share one transaction, and so one fsync: those of one event-loop turn, and of the next ones
// while each brings more. It runs in the receiver's thread: while it waits
// for the disk, the next deliveries wait in their sockets.
import type { Statement } from 'better-sqlite3'
import { ARRIVAL_INSERT, type Arrival, arrivalValues } from '../store/arrival.ts'
import type { File } from '../store/connection.ts'

type Waiting = {
  readonly arrival: Arrival
  readonly resolve: (no: number | null) => void
  readonly reject: (error: unknown) => void
}

/** One transaction holds the file's lock no longer than this many bytes take. */
const BYTES_TOGETHER_MAX = 8 * 1024 * 1024

const TURNS_MAX = 4

const takeBatch = (waiting: Waiting[]): Waiting[] => {
  let bytes = 0
  const count = waiting.findIndex(({ arrival }, at) => {
    bytes += arrival.body.length
    return at > 0 && bytes > BYTES_TOGETHER_MAX
  })
  return waiting.splice(0, count < 0 ? waiting.length : count)
}

export type InboxWriterDeps = {
  /** Whether the brand may still receive: it may have been removed while its sender sent the body. */
  readonly isKnown: (brandId: string) => boolean
  /** Called after each commit, before its senders are answered, with the bytes of the bodies in it. */
  readonly onStored: (bytes: number) => void
}

export const createInboxWriter = ({ isKnown, onStored }: InboxWriterDeps) => {
  const waiting: Waiting[] = []
  let file: File | undefined
  let storeAll: ((batch: readonly Waiting[]) => (number | null)[]) | undefined

  const createStoreAll = (db: File, insert: Statement<unknown[]>) => {
    const work = db.transaction((batch: readonly Waiting[]) =>
      batch.map(({ arrival }) =>
        isKnown(arrival.brandId) ? Number(insert.run(...arrivalValues(arrival)).lastInsertRowid) : null,
      ),
    )
    return (batch: readonly Waiting[]) => work.immediate(batch)
  }

  const writeOne = (batch: readonly Waiting[]): void => {
    let numbers: (number | null)[]
    try {
      if (storeAll === undefined) throw new Error('The file of deliveries is closed for a repair.')
      numbers = storeAll(batch)
    } catch (error) {
      for (const { reject } of batch) reject(error)
      return
    }
    onStored(batch.reduce((bytes, { arrival }) => bytes + arrival.body.length, 0))
    for (const [at, { resolve }] of batch.entries()) resolve(numbers[at] ?? null)
  }

  /** At most this many turns are waited for: each takes microseconds, a sync of the disk milliseconds. */
  const run = (seen: number, turnsLeft: number): void => {
    if (waiting.length > seen && turnsLeft > 0) return void setImmediate(run, waiting.length, turnsLeft - 1)
    while (waiting.length > 0) writeOne(takeBatch(waiting))
  }

  return {
    /** Resolves once the delivery is on disk, with its number; null where its brand has been removed. */
    store: (arrival: Arrival): Promise<number | null> =>
      new Promise((resolve, reject) => {
        if (waiting.push({ arrival, resolve, reject }) === 1) setImmediate(run, 1, TURNS_MAX)
      }),
    use: (db: File): void => {
      file = db
      storeAll = createStoreAll(db, db.prepare(ARRIVAL_INSERT))
    },
    close: (): void => {
      storeAll = undefined
      file?.close()
      file = undefined
    },
  }
}
