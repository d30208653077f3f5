// The main thread's side of the store: two workers, calls numbered and answered once.
// When a worker finds a damaged file, or died, new calls wait while all workers close the files, the writer repairs them
// (files.ts) and all open them again; a read is then repeated, a write gets a `storage` error.
import { DeskError } from '../../src-shared/desk/errors.ts'
import { createTracker } from '../base/background.ts'
import { type Log, silentLog } from '../base/log.ts'
import { createWorkerLink, type StartThread, startThread as startOwnThread, type WorkerLink } from './link.ts'
import { isDamage, type OpenOptions, type StoreFiles, type StoreNotice } from './rpc.ts'
import type { InboxHolder, ReadPosition, Store, Writes } from './store.ts'
import { createStoreTeam } from './team/store-team.ts'
import { storeWorkerUrl } from './worker-url.ts'

// The core writer's commits are on disk in the WAL. The other writing thread moves them into core.db, so that no commit
// that somebody waits for has to do it.

const SOON_MS = 1_000

/** Where `checkpoint` fails, the next write tries it again. */
export const createCheckpoints = (checkpoint: () => Promise<unknown>) => {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isClosed = false

  const begin = (): void => {
    timer = undefined
    isRunning = true
    const end = () => {
      isRunning = false
    }
    checkpoint().then(end, end)
  }

  return {
    /** To be called after a commit: a checkpoint follows soon, for all commits until then. */
    noteWrite: (): void => {
      if (isClosed || isRunning || timer !== undefined) return
      timer = setTimeout(begin, SOON_MS)
      timer.unref()
    },
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

export type StoreOptions = StoreFiles & {
  /** How core.db is opened at first. */
  readonly start?: Omit<OpenOptions, 'afterDamage'> | undefined
  /** Called with what happened to a file or a worker, for the person to see. */
  readonly onNotice: (notice: StoreNotice) => void
  readonly log?: Log | undefined
  /** The worker's entry, where it is not found from this file. */
  readonly workerUrl?: URL | undefined
  /** How a worker's thread is had; absent: a new one each time. */
  readonly startThread?: StartThread | undefined
}

const closed = () => new DeskError('storage', 'The desk is closing its files. Start it again to continue.')

const notStored = () =>
  new DeskError('storage', 'A damaged data file was found and repaired. This change was not stored. Do it again.')

type Links = { readonly writer: WorkerLink; readonly coreWriter: WorkerLink; readonly reader: WorkerLink }

/** The writer first: it repairs and migrates what the others then open. Returns the names of the core writer's queries. */
const openAll = async ({ writer, coreWriter, reader }: Links, options: OpenOptions): Promise<ReadonlySet<string>> => {
  await writer.open(options)
  const coreWrites = await coreWriter.open()
  await reader.open()
  return new Set(coreWrites)
}

/** The writer last: it runs the final checkpoint. */
const endAll = async ({ writer, coreWriter, reader }: Links) => {
  await reader.end()
  await coreWriter.end()
  await writer.end()
}

/** All close the files, the writer repairs what is damaged, all open them again. */
const reopenAll = async (links: Links, afterDamage: boolean, holder: InboxHolder | undefined) => {
  await holder?.close().catch(() => undefined)
  await links.reader.close().catch(() => undefined)
  await links.coreWriter.close().catch(() => undefined)
  await links.writer.close().catch(() => undefined)
  await openAll(links, { afterDamage })
  await holder?.open().catch(() => undefined)
}

/** Queries over the links: they wait for a repair, and are repeated or refused after one. */
const createAsk = (links: Links) => {
  let holder: InboxHolder | undefined
  let repairing: Promise<void> | undefined
  /** What is still to be repaired after a failed attempt: a full disk may have room again. */
  let pendingRepair: 'restart' | 'damage' | undefined

  /** One repair serves all queries that found the same damage; one after a restart does what is pending too. */
  const repair = (after: 'restart' | 'damage' = pendingRepair ?? 'restart'): Promise<void> => {
    pendingRepair = after
    repairing ??= reopenAll(links, after === 'damage', holder)
      .then(() => {
        pendingRepair = undefined
      })
      .finally(() => {
        repairing = undefined
      })
    return repairing
  }

  const ask = async (
    link: WorkerLink,
    name: string,
    args: unknown,
    transfer: readonly ArrayBuffer[] = [],
    readPosition?: ReadPosition,
  ) => {
    if (pendingRepair !== undefined) await (repairing ?? repair())
    const epoch = link.epoch()
    try {
      return await link.query(name, args, transfer, readPosition)
    } catch (error) {
      if (!isDamage(error)) throw error
      // Another query may have had the files repaired meanwhile.
      if (pendingRepair !== undefined || link.epoch() === epoch) await repair('damage')
      if (link !== links.reader) throw notStored()
      return link.query(name, args, [])
    }
  }
  const setInboxHolder = (given: InboxHolder): void => {
    holder = given
  }
  return { ask, repair, setInboxHolder }
}

/** Opens both files after repairs and migrations. Rejects with `storage` where that is impossible. */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const { coreFile, cacheFile, backupsFolder, team: access, onNotice, log = silentLog, start = {} } = options
  const { deskNo = access?.deskNo } = options
  const { workerUrl = storeWorkerUrl(), startThread = startOwnThread } = options
  const onRestarted = () => void repair().catch(() => undefined)
  const files = { coreFile, cacheFile, backupsFolder, deskNo, team: access }
  const common = { ...files, workerUrl, startThread, onNotice, log, onRestarted }
  const askTeam = (name: string, args: unknown) => track(() => links.coreWriter.teamQuery(name, args))
  const others = access === undefined ? null : createStoreTeam(access, askTeam)
  const links: Links = {
    writer: createWorkerLink({ ...common, role: 'writer' }),
    coreWriter: createWorkerLink({ ...common, role: 'core-writer', onTeam: others?.take }),
    reader: createWorkerLink({ ...common, role: 'reader' }),
  }
  const { ask, repair, setInboxHolder } = createAsk(links)
  const pending = createTracker()
  let closing: Promise<void> | undefined

  const track = <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (closing !== undefined) return Promise.reject(closed())
    return pending.track(work())
  }

  const checkpoints = createCheckpoints(() => ask(links.writer, 'core.checkpoint', {}))
  others?.team.onMirrored(({ lostBrandIds, isFresh }) => {
    checkpoints.noteWrite()
    if (lostBrandIds.length === 0 && !isFresh) return
    const purge = track(() => ask(links.writer, 'brands.purge', {}))
    purge.catch((error: unknown) => log.warn({ err: error }, 'a removed brand is deleted at the next start'))
  })
  const writeCore = async (
    name: string,
    args: unknown,
    transfer?: readonly ArrayBuffer[],
    readPosition?: ReadPosition,
  ): Promise<unknown> => {
    const result = await ask(links.coreWriter, name, args, transfer, readPosition)
    checkpoints.noteWrite()
    return result
  }

  const close = (): Promise<void> => {
    checkpoints.close()
    closing ??= pending.settled().then(() => endAll(links))
    return closing
  }

  let coreWrites: ReadonlySet<string>
  try {
    coreWrites = await openAll(links, start)
  } catch (error) {
    await endAll(links)
    throw error
  }
  const read = (name: string, args: unknown) => track(() => ask(links.reader, name, args))
  const write = (name: keyof Writes, args: unknown, transfer?: readonly ArrayBuffer[], readPosition?: ReadPosition) =>
    track(() =>
      coreWrites.has(name) ? writeCore(name, args, transfer, readPosition) : ask(links.writer, name, args, transfer),
    )
  // A worker answers each name with what its query returns; the registries give the types.
  return {
    read: read as Store['read'],
    write: write as Store['write'],
    team: others?.team ?? null,
    setInboxHolder,
    repair: () => track(() => repair('damage')),
    close,
  }
}
