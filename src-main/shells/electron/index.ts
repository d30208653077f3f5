// The entry of the Electron shell.
import { readEnvironment } from '../environment.ts'
import { locate, sandboxEnvironment } from '../locations.ts'
import { reachOrOpenDesk } from '../open-desk.ts'
import { protectMemory } from '../protect-memory.ts'
import { runElectron } from './main.ts'
import { createElectronPrinter } from './printer.ts'
import { forkQueryProcess } from './query-process.ts'
import { forkSandbox } from './sandbox.ts'

protectMemory()

const environment = readEnvironment(process.env)
const locations = locate(import.meta.url)

// Not awaited: Electron becomes ready only once this module has been evaluated.
void runElectron({
  home: environment.home,
  locations,
  platform: process.platform,
  args: process.argv.slice(1),
  createUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  reach: () =>
    reachOrOpenDesk({
      environment,
      locations,
      shell: 'electron',
      startSandbox: environment.isDemoWanted
        ? forkSandbox(locations.sandboxFile, sandboxEnvironment(process.env))
        : null,
      startQueryProcess: forkQueryProcess(locations.queryFile),
      isReceiverWanted: true,
      createPrinter: createElectronPrinter,
    }),
})
