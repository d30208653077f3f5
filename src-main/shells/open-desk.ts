// How every shell builds the desk: the real clock, network and chance, and the places of this installation.

import { systemClock } from '../clock.ts'
import { composeDesk } from '../compose.ts'
import type { Environment } from './environment.ts'
import { type Locations, sandboxCommand } from './locations.ts'

export type OpenDeskOptions = {
  readonly environment: Environment
  readonly locations: Locations
  readonly shell: 'electron' | 'web' | 'cli' | 'none'
  readonly isDemoWanted: boolean
  /** A command of the command line receives only where that is what it is for. */
  readonly isReceiverWanted: boolean
}

export const openDesk = ({ environment, locations, shell, isDemoWanted, isReceiverWanted }: OpenDeskOptions) =>
  composeDesk({
    home: environment.home,
    shell,
    keychain: environment.keychain,
    clock: systemClock,
    fetch: globalThis.fetch,
    random: Math.random,
    ...(isDemoWanted ? { sandboxCommand: sandboxCommand(locations, process.env) } : {}),
    workerUrl: locations.workerUrl,
    version: locations.version,
    checkOutput: false,
    logLevel: environment.logLevel,
    isBackgroundSyncWanted: shell !== 'cli',
    isReceiverWanted,
    webhookPort: environment.webhookPort,
  })
