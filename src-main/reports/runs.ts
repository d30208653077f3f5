// Batches of reports: one at a time, each pack on disk before the next is counted. What fails stops no other brand.

import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Mutex } from 'async-mutex'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Report, ReportPack, ReportRun } from '../../src-shared/desk/reports.ts'
import { mapConcurrently } from '../base/background.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { asDeskError } from '../desk.ts'
import type { RoomParts } from '../room.ts'
import type { ReportFiles } from './files.ts'
import { makePack, type PackToMake } from './make-pack.ts'
import type { Printer, PrintJob } from './printer.ts'
import type { NewRun, StoredPack, StoredRun } from './queries/runs.ts'

/** One file after the other, so that no more than one is in memory. PDF files are compressed already. */
async function* zipped(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    chunks.push(chunk)
  })
  for (const path of paths) {
    const name = basename(path)
    const file = name.endsWith('.pdf') ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    file.push(await readFile(path), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}

const writeZip = (path: string, paths: readonly string[]): Promise<void> =>
  pipeline(Readable.from(zipped(paths)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))

/** While one is printed, the numbers of the next are read. */
const SIDE_BY_SIDE = 2

export type RunDeps = RoomParts & {
  readonly brands: Pick<BrandBook, 'find'>
  readonly files: ReportFiles
  readonly printer: Printer
  readonly csv: PackToMake['csv']
  /** The report of a pack, with its own words. */
  readonly build: (brand: Brand, run: StoredRun, pack: StoredPack) => Promise<Report>
}

type Current = {
  readonly runId: string
  end: 'cancelled' | 'interrupted' | null
  working: Promise<void>
  /** Drafts that are approved while it makes others, one after the other. */
  joining: Promise<unknown>
  /** False: it is about to end, and takes no more drafts. */
  isOpen: boolean
}

/** How runs and packs are shown, and that they changed. */
const createNotes = ({ files, emit }: Pick<RunDeps, 'files' | 'emit'>) => {
  const toRun = ({ template: _, zip, folder, ...run }: StoredRun): ReportRun => ({
    ...run,
    folder: files.folderOf(folder),
    zip: zip === null ? null : { ...zip, path: files.pathOf(zip.fileName) },
  })
  const toPack = ({ files: stored, ...pack }: StoredPack): ReportPack => ({
    ...pack,
    files: stored.map((file) => ({ ...file, path: files.pathOf(file.fileName) })),
  })
  const notify = (run: StoredRun, pack?: StoredPack) =>
    emit('reports.progress', { run: toRun(run), ...(pack === undefined ? {} : { pack: toPack(pack) }) })
  return { toRun, toPack, notify }
}
type Notes = ReturnType<typeof createNotes>

/** Makes the packs of a run, and its ZIP. */
const createMaker = (deps: RunDeps, notify: Notes['notify']) => {
  const { store, clock, log, brands, files, printer } = deps

  const makeOne = async (run: StoredRun, pack: StoredPack, job: PrintJob | null): Promise<void> => {
    const save = async (change: Omit<Parameters<typeof store.write<'reports.savePack'>>[1], 'packId'>) => {
      const saved = await store.write('reports.savePack', { ...change, packId: pack.id })
      notify(saved.run, saved.pack)
    }
    try {
      const brand = brands.find(pack.brandId)
      if (brand === null) return
      await save({ state: 'making' })
      const report = await deps.build(brand, run, pack)
      const made = await makePack({ ...deps, brand, report, folder: run.folder, formats: run.formats, job })
      // Removed meanwhile: the removal looked for files before these were there.
      if (brands.find(pack.brandId) === null) return await files.remove(made.files)
      await save({ state: 'done', reason: null, files: made.files, pages: made.pages, endedAtMs: clock.now() })
    } catch (error) {
      if (!(error instanceof DeskError)) log.warn({ err: error }, 'a report failed')
      const reason = asDeskError(error).message
      await save({ state: 'failed', reason, endedAtMs: clock.now() }).catch((failure: unknown) =>
        log.warn({ err: failure }, 'a report that failed could not be noted'),
      )
    }
  }

  const openPrinter = async (run: StoredRun): Promise<{ job: PrintJob | null; message: string | null }> => {
    if (!run.formats.includes('pdf')) return { job: null, message: null }
    try {
      return { job: await printer.open(), message: null }
    } catch (error) {
      return { job: null, message: error instanceof DeskError ? error.message : asDeskError(error).message }
    }
  }

  /** All files of the run in one, beside them. An earlier ZIP of the run is replaced. */
  const zipUp = async ({ run, packs }: { run: StoredRun; packs: readonly StoredPack[] }) => {
    const made = packs.filter(({ state }) => state === 'done')
    const held = made.flatMap(({ brandId }) => brands.find(brandId) ?? [])
    if (!run.asZip || made.length === 0) return {}
    if (run.zip !== null) await files.remove([run.zip])
    const name = { text: `${run.templateName}-${made.length}-brands`, endings: ['.zip'] }
    const paths = made.flatMap((pack) => pack.files.map(({ fileName }) => files.pathOf(fileName)))
    const zip = await files.withName(run.folder, name, (stem) =>
      files.writeWith(run.folder, `${stem}.zip`, held, (path) => writeZip(path, paths)),
    )
    return { zip }
  }
  return { makeOne, openPrinter, zipUp }
}

export const createReportRuns = (deps: RunDeps) => {
  const { store, clock, log, printer } = deps
  const { toRun, toPack, notify } = createNotes(deps)
  const { makeOne, openPrinter, zipUp } = createMaker(deps, notify)
  let current: Current | null = null
  /** Two that begin at once would both find the desk idle. */
  const beginning = new Mutex()

  /** Throws `conflict` while a run is under way. */
  const assertIdle = async (): Promise<void> => {
    if (current === null) return
    const { run } = await store.read('reports.run', { runId: current.runId })
    throw new DeskError(
      'conflict',
      `Reports of ${run.total - run.toReview} brands are being made (${run.done + run.failed} have ended). Wait for them or cancel them.`,
    )
  }

  /** What waits to be made, with drafts that were approved meanwhile; after an empty answer it takes no more of them. */
  const nextPacks = async (own: Current): Promise<StoredPack[]> => {
    const { joining } = own
    await joining
    const { packs } = await store.read('reports.run', { runId: own.runId })
    if (own.joining !== joining) return nextPacks(own)
    const waiting = own.end === null ? packs.filter(({ state }) => state === 'waiting') : []
    own.isOpen = waiting.length > 0
    return waiting
  }

  const work = async (own: Current): Promise<void> => {
    const { runId } = own
    const { run } = await store.read('reports.run', { runId })
    const { job, message } = await openPrinter(run)
    try {
      for (let packs = await nextPacks(own); packs.length > 0; packs = await nextPacks(own))
        await mapConcurrently(packs, SIDE_BY_SIDE, async (pack) => {
          if (own.end === null) await makeOne(run, pack, job)
        })
    } finally {
      own.isOpen = false
      await job?.close()
    }
    const left = own.end === null ? undefined : { from: ['waiting', 'making'] as const, to: own.end }
    const { toReview } = await store.write('reports.saveRun', { runId, message, packs: left })
    const state = own.end ?? (toReview > 0 ? 'review' : 'done')
    const zipped = await zipUp(await store.read('reports.run', { runId })).catch((error: unknown) => {
      log.warn({ err: error }, 'a ZIP of reports failed')
      // The earlier one is deleted, and has not all of them.
      return { zip: null, message: `The ZIP could not be written: ${asDeskError(error).message}` }
    })
    const ended = await store.write('reports.saveRun', { runId, state, endedAtMs: clock.now(), ...zipped })
    if (current === own) current = null
    notify(ended)
  }

  const begin = (run: StoredRun): ReportRun => {
    const own: Current = {
      runId: run.id,
      end: null,
      working: Promise.resolve(),
      joining: Promise.resolve(),
      isOpen: true,
    }
    current = own
    notify(run)
    own.working = work(own).catch((error: unknown) => {
      log.error({ err: error }, 'a run of reports ended early')
      if (current === own) current = null
    })
    return toRun(run)
  }

  /** PDF alone cannot be made without a program that prints. */
  const assertPrintable = async ({ formats }: Pick<StoredRun, 'formats'>): Promise<void> => {
    if (formats.some((format) => format !== 'pdf')) return
    const found = await printer.find()
    if (typeof found === 'string') throw new DeskError('conflict', found)
  }

  const again = async (
    runId: string,
    from: readonly StoredPack['state'][],
    ids?: readonly string[],
  ): Promise<ReportRun> => {
    await assertIdle()
    const { run } = await store.read('reports.run', { runId })
    await assertPrintable(run)
    return begin(
      await store.write('reports.saveRun', {
        runId,
        state: 'running',
        endedAtMs: null,
        packs: { from, to: 'waiting', ids },
      }),
    )
  }

  return {
    toRun,
    toPack,
    notify,
    start: async (wanted: NewRun): Promise<ReportRun> => {
      if (wanted.state === 'review') {
        const run = await store.write('reports.addRun', wanted)
        notify(run)
        return toRun(run)
      }
      return beginning.runExclusive(async () => {
        await assertIdle()
        await assertPrintable(wanted)
        return begin(await store.write('reports.addRun', wanted))
      })
    },
    /** Drafts of the run under way are made by it, so that a person approves one after the other. */
    approve: (runId: string, ids?: readonly string[]): Promise<ReportRun> =>
      beginning.runExclusive(async () => {
        const own = current
        if (own?.runId !== runId || own.end !== null) return again(runId, ['review'], ids)
        if (!own.isOpen) {
          await own.working
          return again(runId, ['review'], ids)
        }
        const joined = store.write('reports.saveRun', { runId, packs: { from: ['review'], to: 'waiting', ids } })
        own.joining = joined.catch(() => undefined)
        const run = await joined
        notify(run)
        return toRun(run)
      }),
    resume: (runId: string) => beginning.runExclusive(() => again(runId, ['failed', 'cancelled', 'interrupted'])),
    /** Packs under way are finished. A run that has ended stays as it is. */
    cancel: async (runId: string): Promise<ReportRun> => {
      const { run } = await store.read('reports.run', { runId })
      if (current?.runId === runId) current.end ??= 'cancelled'
      return toRun(run)
    },
    assertNotUnderWay: (runId: string): void => {
      if (current?.runId === runId) throw new DeskError('conflict', 'These reports are being made. Cancel them first.')
    },
    /** Ends after the packs under way; the rest is `interrupted` and can be resumed. */
    close: async (): Promise<void> => {
      if (current === null) return
      current.end ??= 'interrupted'
      await current.working
    },
  }
}
