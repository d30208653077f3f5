// Replaces the `electron` module where its runtime is missing: it records what the shell asks of it, and lets a test
// play the person, the page and the system. It proves what our code asks for, not what Electron then does; what it
// takes for granted about Electron's own order of events is checked by test/e2e/electron.test.ts on a real one.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'

type Listener = (...args: unknown[]) => void

/** An event as Electron hands it to listeners, which may prevent what would follow. */
const preventable = (more: object = {}) => {
  const state = { ...more, isPrevented: false }
  const preventDefault = () => {
    state.isPrevented = true
  }
  return Object.assign(state, { preventDefault })
}

const withoutHash = (address: string) => address.split('#')[0]

export class StandInContents extends EventEmitter {
  address = ''
  isGone = false
  isCrashedNow = false
  readonly sent: unknown[][] = []
  readonly inputs: unknown[] = []
  openHandler: ((details: { url: string }) => { action: string }) | undefined
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => {
    this.openHandler = handler
  }
  send = (...args: unknown[]) => void this.sent.push(args)
  sendInputEvent = (input: unknown) => void this.inputs.push(input)
  isDestroyed = () => this.isGone
  isCrashed = () => this.isCrashedNow
  getURL = () => this.address
  loadURL = async (address: string) => {
    await Promise.resolve()
    const isInPage = withoutHash(address) === withoutHash(this.address)
    this.address = address
    if (isInPage) this.emit('did-navigate-in-page', {}, address)
    else {
      this.emit('did-navigate', {}, address)
      this.emit('ready-to-show')
    }
  }
  readonly printed: unknown[] = []
  printToPDF = async (options: unknown) => {
    this.printed.push(options)
    return Buffer.from(`%PDF of ${this.address}`)
  }
  reload = () => {
    this.isCrashedNow = false
    this.emit('did-navigate', {}, this.address)
  }
  /** The page itself goes to an address. */
  navigate = (address: string) => {
    const event = preventable({ url: address, isMainFrame: true })
    this.emit('will-navigate', event)
    if (!event.isPrevented) void this.loadURL(address)
  }
  crash = () => {
    this.isCrashedNow = true
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = []
  readonly webContents = new StandInContents()
  readonly options: Record<string, unknown>
  readonly did: string[] = []
  loaded: string | undefined
  focused = false
  visible = false
  isGone = false
  minimized = false
  maximized = false
  bounds = { x: 10, y: 20, width: 1000, height: 700 }

  constructor(options: Record<string, unknown>) {
    super()
    this.options = options
    BrowserWindow.all.push(this)
    app.emit('web-contents-created', {}, this.webContents)
    this.webContents.once('ready-to-show', () => this.emit('ready-to-show'))
    app.emit('browser-window-created', {}, this)
  }
  loadURL = async (url: string) => {
    this.loaded = url
    await this.webContents.loadURL(url)
  }
  show = () => {
    this.did.push('show')
    this.setVisible(true)
  }
  hide = () => {
    this.did.push('hide')
    this.setVisible(false)
  }
  private setVisible(isVisible: boolean) {
    if (this.visible === isVisible) return
    this.visible = isVisible
    this.emit(isVisible ? 'show' : 'hide')
  }
  close = () => {
    const event = preventable()
    this.emit('close', event)
    if (event.isPrevented) return
    this.isGone = true
    this.webContents.isGone = true
    this.emit('closed')
  }
  destroy = () => {
    this.isGone = true
    this.webContents.isGone = true
  }
  focus = () => void this.did.push('focus')
  restore = () => void this.did.push('restore')
  maximize = () => {
    this.maximized = true
  }
  isMinimized = () => this.minimized
  isMaximized = () => this.maximized
  isFocused = () => this.focused
  isVisible = () => this.visible
  isDestroyed = () => this.isGone
  getNormalBounds = () => this.bounds
}

class StandInApp extends EventEmitter {
  readonly did: string[] = []
  hasLock = true
  setPath = (name: string, path: string) => void this.did.push(`setPath ${name} ${path}`)
  enableSandbox = () => void this.did.push('enableSandbox')
  requestSingleInstanceLock = () => this.hasLock
  whenReady = async () => {}
  isPackaged = false
  isQuitting = false
  protocolClients: string[] = []
  setAsDefaultProtocolClient = (scheme: string) => this.protocolClients.push(scheme) > 0
  /** As Electron does it: windows are closed first; a listener that prevents will-quit must quit again. */
  quit = () => {
    this.did.push('quit')
    if (this.isQuitting) return
    this.isQuitting = true
    this.emit('before-quit', preventable())
    for (const window of BrowserWindow.all) if (!window.isGone) window.close()
    const event = preventable()
    this.emit('will-quit', event)
    if (event.isPrevented) this.isQuitting = false
    else this.emit('quit', {}, 0)
  }
}
export const app = new StandInApp()

export const ipcMain = {
  handlers: new Map<string, Listener>(),
  handle: (channel: string, handler: Listener) => void ipcMain.handlers.set(channel, handler),
}

type ProtocolHandler = (request: Request) => Promise<Response>
export const protocol = {
  schemes: [] as unknown[],
  registerSchemesAsPrivileged: (schemes: unknown[]) => void protocol.schemes.push(...schemes),
}

type OnPermission = (contents: unknown, permission: string, answer: (isGranted: boolean) => void) => void
type OnRequest = (details: { url: string }, answer: (response: { cancel: boolean }) => void) => void
class StandInSession {
  readonly webRequest = {
    asked: undefined as OnRequest | undefined,
    onBeforeRequest: (listener: OnRequest) => {
      this.webRequest.asked = listener
    },
  }
  onRequest: OnPermission | undefined
  onCheck: (() => boolean) | undefined
  onDevice: (() => boolean) | undefined
  page: ProtocolHandler | undefined
  setPermissionRequestHandler = (handler: OnPermission) => {
    this.onRequest = handler
  }
  setPermissionCheckHandler = (handler: () => boolean) => {
    this.onCheck = handler
  }
  setDevicePermissionHandler = (handler: () => boolean) => {
    this.onDevice = handler
  }
  readonly protocol = {
    handle: (_scheme: string, handler: ProtocolHandler) => {
      this.page = handler
    },
  }
}
export const session = {
  defaultSession: new StandInSession(),
  partitions: new Map<string, StandInSession>(),
  fromPartition: (name: string) => {
    const own = session.partitions.get(name) ?? new StandInSession()
    session.partitions.set(name, own)
    return own
  },
}

export const shell = { opened: [] as string[], openExternal: async (url: string) => void shell.opened.push(url) }
export const dialog = {
  shown: [] as unknown[],
  showErrorBox: (...args: unknown[]) => void dialog.shown.push(args),
  showMessageBox: async (options: { message: string }) => {
    dialog.shown.push(options)
    return { response: dialog.response }
  },
  response: 0,
  showMessageBoxSync: (options: unknown) => void dialog.shown.push(options),
}
export const screen = {
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
  getAllDisplays: () => screen.displays,
  getPrimaryDisplay: () => screen.displays[0],
}

type MenuItem = { label?: string; accelerator?: string; role?: string; submenu?: MenuItem[]; click?: () => void }
export const Menu = {
  current: [] as MenuItem[],
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu: (menu: MenuItem[]) => {
    Menu.current = menu
  },
}
export class Tray extends EventEmitter {
  static readonly all: Tray[] = []
  menu: MenuItem[] = []
  constructor() {
    super()
    Tray.all.push(this)
  }
  setToolTip = () => {}
  setContextMenu = (menu: MenuItem[]) => {
    this.menu = menu
  }
}
export class Notification extends EventEmitter {
  static readonly all: Notification[] = []
  static isSupported = () => true
  readonly options: unknown
  isShown = false
  constructor(options: unknown) {
    super()
    this.options = options
    Notification.all.push(this)
  }
  show = () => {
    this.isShown = true
  }
}

type Forked = ChildProcessByStdio<null, Readable, Readable>
/** A plain child of Node, as a utility process would be seen from here: no stdin, and a code also where it was killed. */
export const utilityProcess = {
  all: [] as Forked[],
  fork: (file: string, args: string[], options: { env: Record<string, string> }): Forked => {
    const child = spawn(process.execPath, [file, ...args], { env: options.env, stdio: ['ignore', 'pipe', 'pipe'] })
    utilityProcess.all.push(child)
    return child
  },
}

export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoked: [] as unknown[][],
  invoke: async (...args: unknown[]) => {
    ipcRenderer.invoked.push(args)
    return { ok: true, value: 'answered' }
  },
})
export const contextBridge = {
  exposed: new Map<string, unknown>(),
  exposeInMainWorld: (name: string, value: unknown) => void contextBridge.exposed.set(name, value),
}

/** As it was before any test. */
export const resetElectron = (): void => {
  app.removeAllListeners()
  ipcRenderer.removeAllListeners()
  for (const list of [BrowserWindow.all, Tray.all, Notification.all, app.did, protocol.schemes, shell.opened])
    list.length = 0
  for (const list of [dialog.shown, ipcRenderer.invoked]) list.length = 0
  ipcMain.handlers.clear()
  contextBridge.exposed.clear()
  app.hasLock = true
  app.isPackaged = false
  app.isQuitting = false
  app.protocolClients.length = 0
  dialog.response = 0
}
