import { join } from 'node:path'
import { app, dialog, type IpcMainInvokeEvent, ipcMain, Menu, session, Tray, type WebContents } from 'electron'
import { asDeskError, type Desk } from '../../desk.ts'
import { endByForce } from '../ending.ts'
import type { Host } from '../host.ts'
import type { Locations } from '../locations.ts'
import type { Reached } from '../reach.ts'
import { CALL_CHANNEL, EVENT_CHANNEL } from './channels.ts'
import { reloadAfterCrash } from './crash.ts'
import { followLinks, type Links, pageOfArguments } from './deep-link.ts'
import { notifyDeliveries } from './delivery-notices.ts'
import { setMenu } from './menu.ts'
import { notifyOutside } from './notices.ts'
import { registerAppScheme, servePage } from './protocol.ts'
import { isOurPage, secureContents, secureSession } from './security.ts'
import { createUpdateQuestions } from './update-questions.ts'
import { canUpdate, scheduleChecks } from './update-schedule.ts'
import { createUpdates, type Updater } from './updates.ts'
import { createMainWindow, type ShellLog, showWindow } from './window.ts'

type TrayOptions = {
  readonly iconFile: string
  readonly show: () => void
  readonly sync: () => void
  readonly quit: () => void
}

/** The desk's icon, also while its window is hidden. */
const createTray = ({ iconFile, show, sync, quit }: TrayOptions): Tray => {
  const tray = new Tray(iconFile)
  tray.setToolTip('Agency Desk')
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: 'Open Agency Desk', click: show },
      { label: 'Sync all brands', click: sync },
      { type: 'separator' },
      { label: 'Quit', click: quit },
    ]),
  )
  tray.on('click', show)
  return tray
}

/** A call counts only from the top frame of our own page. */
const isFromOurPage = ({ senderFrame }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && senderFrame.parent === null && isOurPage(senderFrame.url)

/** Answers the page's calls. */
const answerCalls = (desk: Pick<Desk, 'call'>): void => {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    if (isFromOurPage(event) && typeof name === 'string') return desk.call(name, input)
    return { ok: false, error: { kind: 'forbidden', message: 'Calls come from the desk’s own page only.' } }
  })
}

/** Sends every event to the page for as long as it is there. */
const sendEvents = (desk: Pick<Desk, 'subscribe'>, contents: WebContents): void => {
  const stop = desk.subscribe((event) => {
    if (!contents.isDestroyed()) contents.send(EVENT_CHANNEL, event)
  })
  contents.once('destroyed', stop)
}

export type ShellDesk = Desk & { readonly exportsFolder: string; readonly log: ShellLog }

export type ElectronOptions = {
  readonly home: string
  readonly locations: Locations
  readonly platform: NodeJS.Platform
  /** The program's arguments; one may be a link into the window. */
  readonly args: readonly string[]
  readonly reach: () => Promise<Reached<ShellDesk>>
  /** electron-updater; loaded only where this package can be updated. */
  readonly createUpdater: () => Promise<Updater>
}

/**
 * The desk's files are closed before the process ends; it quits again once they are. Where a thread keeps them, the process is
 * ended by force, since quitting would wait for that thread. Returns what closes them.
 */
const closeBeforeQuit = (host: Host<ShellDesk>): (() => Promise<void>) => {
  let state: 'open' | 'closing' | 'closed' = 'open'
  const close = async () => {
    state = 'closing'
    const isClosed = await host.close().catch(() => false)
    state = 'closed'
    if (!isClosed) endByForce()
  }
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'open') void close().finally(() => app.quit())
  })
  return close
}

const openShell = (
  { home, locations, platform, createUpdater }: ElectronOptions,
  { host, links }: { host: Host<ShellDesk>; links: Links },
): void => {
  const { desk } = host
  let isQuitting = false
  const own = session.defaultSession
  secureSession(own)
  servePage(own, { renderer: locations.rendererFolder, exports: desk.exportsFolder })
  answerCalls(desk)
  const window = createMainWindow({
    home,
    page: links.firstPage(),
    preloadFile: locations.preloadFile,
    iconFile: join(locations.resourcesFolder, 'icon.png'),
    log: desk.log,
    isQuitting: () => isQuitting,
  })
  sendEvents(desk, window.webContents)
  reloadAfterCrash(window, desk.log)
  const show = () => showWindow(window)
  const open = (page: string) => {
    show()
    if (!window.isDestroyed()) void window.loadURL(page)
  }
  notifyOutside(desk, { window, open })
  notifyDeliveries(desk, { window, open })
  links.onPage(open)
  const quit = () => app.quit()
  setMenu({ window, platform, quit })
  createTray({
    iconFile: join(locations.resourcesFolder, 'tray.png'),
    show,
    sync: () => void desk.call('sync.run', { brandIds: 'all' }),
    quit,
  })
  host.setOpen(() => {
    show()
    return { shell: 'electron', address: null }
  })
  app.on('second-instance', (_event, args) => {
    const page = pageOfArguments(args)
    if (page === null) show()
    else open(page)
  })
  app.on('activate', show)
  app.on('before-quit', () => {
    isQuitting = true
  })
  const closeDesk = closeBeforeQuit(host)
  const { hasUpdates } = locations
  if (!canUpdate({ isPackaged: app.isPackaged, resourcesPath: process.resourcesPath, hasUpdates })) return
  // On macOS the updater closes the windows before the app is asked to quit.
  const closeForUpdate = () => {
    isQuitting = true
    return closeDesk()
  }
  const questions = createUpdateQuestions(window)
  createUpdater().then(
    (updater) => scheduleChecks(createUpdates({ updater, desk, questions, log: desk.log, closeDesk: closeForUpdate })),
    (error: unknown) => desk.log.warn({ err: error }, 'the updater could not be loaded'),
  )
}

/** Runs the desk in a window. Resolves once the window is open, or once it is clear that none will open. */
export const runElectron = async (options: ElectronOptions): Promise<void> => {
  app.setPath('userData', join(options.home, 'electron'))
  app.enableSandbox()
  registerAppScheme()
  // One instance per data folder, since its userData lies in there; the first one shows its window.
  if (!app.requestSingleInstanceLock()) return app.quit()
  const links = followLinks(options.args)
  app.on('web-contents-created', (_event, contents) => secureContents(contents))
  await app.whenReady()
  try {
    const reached = await options.reach()
    if (reached.kind === 'opened') return openShell(options, { host: reached.host, links })
    const { address } = await reached.remote.open()
    await reached.remote.close()
    const where = address === null ? 'Another process is using the same data folder.' : `It is open at ${address}`
    dialog.showMessageBoxSync({
      type: 'info',
      title: 'Agency Desk',
      message: 'Agency Desk is running already.',
      detail: where,
    })
  } catch (error) {
    dialog.showErrorBox('Agency Desk could not start', asDeskError(error).message)
  }
  app.quit()
}
