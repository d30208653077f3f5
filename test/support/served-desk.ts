// The desk and its web shell in the process of the tests, with the built page: a process of its own takes ten times the work
// to start. Tests about the process itself, its bundles or its end start one (desk-process.ts).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src-main/base/clock.ts'
import { getDispatcher } from '../../src-main/base/dispatcher.ts'
import { spawnQueryProcess } from '../../src-main/query/process.ts'
import { openReopeningDesk } from '../../src-main/reopening.ts'
import { createBrowserPrinter } from '../../src-main/shells/print/browser-printer.ts'
import { createWorkFolders } from '../../src-main/shells/print/work-folder.ts'
import { startWebServer } from '../../src-main/shells/web/server.ts'
import { callsIn, type ServedDesk, signIn } from './desk-process.ts'
import { storeThreads } from './store-threads.ts'

const out = join(import.meta.dirname, '..', '..', 'out')

/** The origin stays where it can: kept-page.ts says why. */
let lastPort: number | undefined

type WebOptions = Parameters<typeof startWebServer>[0]

/** On the port of the desk before it, where that is free. */
const listen = async (options: Omit<WebOptions, 'port'>) => {
  const wanted = lastPort ?? null
  // A desk that has it now keeps it.
  lastPort = undefined
  return startWebServer({ ...options, port: wanted }).catch(() => startWebServer({ ...options, port: null }))
}

/** Without a demo agency and with keys in memory. The caller stops it. */
export const serveDesk = async (): Promise<ServedDesk> => {
  const home = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  const desk = await openReopeningDesk({
    home,
    shell: 'web',
    keychain: 'session',
    clock: systemClock,
    getDispatcher,
    random: Math.random,
    version: '0.0.0-test',
    checkOutput: false,
    logLevel: 'info',
    isBackgroundSyncWanted: true,
    isReceiverWanted: true,
    webhookPort: 0,
    teamAddress: null,
    printer: createBrowserPrinter({ folders: createWorkFolders(home) }),
    startQueryProcess: spawnQueryProcess(join(out, 'main', 'query-process.js')),
    ...storeThreads(),
  })
  const rendererFolder = join(out, 'renderer')
  const web = await listen({ desk, rendererFolder, exportsFolder: desk.exportsFolder, clock: systemClock })
  const session = await signIn(web.freshAddress())
  let stopping: Promise<void> | undefined
  const stop = async () => {
    await Promise.all([web.close(), desk.close()])
    lastPort = Number(new URL(web.origin).port)
    rmSync(home, { recursive: true, force: true })
  }
  return {
    home,
    origin: web.origin,
    session,
    ...callsIn(web.origin, session),
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}
