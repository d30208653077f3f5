// The conformance suite's driver for the stand-in: the real desk and the real shell around a window that is played.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { runElectron } from '../../../src-main/shells/electron/main.ts'
import { readEnvironment } from '../../../src-main/shells/environment.ts'
import { openHost } from '../../../src-main/shells/host.ts'
import { locate } from '../../../src-main/shells/locations.ts'
import { openDesk } from '../../../src-main/shells/open-desk.ts'
import { reachDesk } from '../../../src-main/shells/reach.ts'
import { app, BrowserWindow, dialog, ipcMain, resetElectron, session } from '../electron-stand-in.ts'
import { tempHome } from '../temp-home.ts'
import type { DrivenShell, OpenShell } from './driver.ts'

type Recorder = { record: (app: unknown, write: (line: string) => void) => void }
const { record } = createRequire(import.meta.url)('./recorder.cjs') as Recorder // our own file

const entryUrl = pathToFileURL(
  join(import.meta.dirname, '..', '..', '..', 'src-main', 'shells', 'electron', 'index.ts'),
).href

export const openStandInShell: OpenShell = async (args = []) => {
  resetElectron()
  const { home } = tempHome()
  const environment = readEnvironment({ AGENCY_DESK_HOME: home, AGENCY_DESK_KEYCHAIN: 'session' })
  const locations = locate(entryUrl)
  const events: string[] = []
  record(app, (line) => events.push(line))
  const ended = new Promise<void>((resolve) => void app.once('quit', () => resolve()))
  dialog.response = 1
  const compose = () =>
    openDesk({
      environment: { ...environment, webhookPort: 0 },
      locations,
      shell: 'electron',
      startSandbox: null,
      isReceiverWanted: false,
    })
  const open = () => openHost({ home, shell: 'electron', version: locations.version, compose })
  await runElectron({
    home,
    locations,
    platform: process.platform,
    args,
    reach: () => reachDesk(home, open),
    createUpdater: async () => {
      throw new Error('There is nothing to update.')
    },
  })
  const [window] = BrowserWindow.all
  if (window === undefined) throw new Error('There is no window.')
  onTestFinished(async () => {
    app.quit()
    await ended
  })
  const contents = window.webContents
  const callAs =
    (url: string): DrivenShell['call'] =>
    async (name, input) =>
      ipcMain.handlers.get('desk:call')?.({ senderFrame: { parent: null, url } }, name, input) as never // the desk's reply
  return {
    home,
    events: () => events,
    call: callAs('app://desk/'),
    callFromForeignPage: callAs('data:text/html,foreign'),
    navigate: async (address) => contents.navigate(address),
    openWindow: async (address) => {
      if (contents.openHandler?.({ url: address }).action !== 'deny') new BrowserWindow({})
    },
    windowCount: async () => BrowserWindow.all.length,
    askPermission: (name) =>
      new Promise((resolve) =>
        session.defaultSession.onRequest?.(contents, name, (isGranted) => resolve(isGranted ? 'granted' : 'denied')),
      ),
    closeWindow: async () => window.close(),
    startSecond: async (more) => void app.emit('second-instance', {}, ['electron', '.', ...more]),
    crashPage: async () => contents.crash(),
    dialogs: async () => dialog.shown.map((options) => (options as { message: string }).message), // its only kind here
    quit: async () => app.quit(),
    ended,
  }
}
