// How every shell builds the desk: with the real clock, network and random numbers, and the files of this installation.

import { systemClock } from '../base/clock.ts'
import { getDispatcher } from '../base/dispatcher.ts'
import type { StartSandbox } from '../demo/sandbox-process.ts'
import type { StartQueryProcess } from '../query/messages.ts'
import { spawnQueryProcess } from '../query/process.ts'
import { openReopeningDesk } from '../reopening.ts'
import type { Printer } from '../reports/printer.ts'
import type { Environment } from './environment.ts'
import { openHost } from './host.ts'
import type { Locations } from './locations.ts'
import { createBrowserPrinter } from './print/browser-printer.ts'
import { createWorkFolders, type WorkFolders } from './print/work-folder.ts'
import { reachDesk } from './reach.ts'

export type OpenDeskOptions = {
  readonly environment: Environment
  readonly locations: Locations
  readonly shell: 'electron' | 'web' | 'cli' | 'none'
  /** Starts the demo's sandbox; null: no demo. */
  readonly startSandbox: StartSandbox | null
  /** Starts the process that runs SQL; absent: one of plain Node. */
  readonly startQueryProcess?: StartQueryProcess
  /** A command of the command line receives only where that is what it is for. */
  readonly isReceiverWanted: boolean
  /** Makes PDF files; absent: a browser of this machine does. */
  readonly createPrinter?: (options: { readonly folders: WorkFolders }) => Printer
}

export const openDesk = async ({
  environment,
  locations,
  shell,
  startSandbox,
  startQueryProcess = spawnQueryProcess(locations.queryFile),
  isReceiverWanted,
  createPrinter = createBrowserPrinter,
}: OpenDeskOptions) => {
  const folders = createWorkFolders(environment.home)
  const desk = await openReopeningDesk({
    printer: createPrinter({ folders }),
    home: environment.home,
    shell,
    keychain: environment.keychain,
    clock: systemClock,
    getDispatcher,
    random: Math.random,
    ...(startSandbox === null ? {} : { startSandbox }),
    startQueryProcess,
    workerUrl: locations.workerUrl,
    version: locations.version,
    checkOutput: false,
    logLevel: environment.logLevel,
    isBackgroundSyncWanted: shell !== 'cli',
    isReceiverWanted,
    webhookPort: environment.webhookPort,
    teamAddress: environment.teamAddress,
  })
  // Opening has made the data folder this account's own. What cannot be deleted now is deleted before the next print.
  await folders.sweep().catch(() => undefined)
  return desk
}

/** The running desk of the data folder, else one that is opened here. */
export const reachOrOpenDesk = (options: OpenDeskOptions) => {
  const { home } = options.environment
  const { version } = options.locations
  const compose = () => openDesk(options)
  return reachDesk(home, () => openHost({ home, shell: options.shell, version, compose }))
}
