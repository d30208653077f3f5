import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserWindow, Notification, screen } from 'electron'
import { z } from 'zod'

const BoundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(640).max(20_000),
  height: z.number().int().min(480).max(20_000),
})
const WindowStateSchema = BoundsSchema.extend({ isMaximized: z.boolean() })
type WindowState = z.infer<typeof WindowStateSchema>
type Bounds = z.infer<typeof BoundsSchema>

const fileOf = (home: string) => join(home, 'window.json')

/** How much of the window must be on a screen for a person to find it. */
const VISIBLE_PX = 100

const isVisibleOn = (state: Bounds, screen: Bounds): boolean =>
  state.x + state.width > screen.x + VISIBLE_PX &&
  state.x < screen.x + screen.width - VISIBLE_PX &&
  state.y >= screen.y &&
  state.y < screen.y + screen.height - VISIBLE_PX

/** Where the window was left; null at the first start, where the file is damaged, or where that screen is gone. */
const loadWindowState = (home: string, screens: readonly Bounds[]): WindowState | null => {
  try {
    const state = WindowStateSchema.parse(JSON.parse(readFileSync(fileOf(home), 'utf8')))
    return screens.some((screen) => isVisibleOn(state, screen)) ? state : null
  } catch {
    return null
  }
}

/** Written beside the file and moved over it, so that a crash leaves the old one or the new one. */
const saveWindowState = (home: string, state: WindowState): void => {
  const file = fileOf(home)
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

type Write = (fields: object, message: string) => void
/** The part of the desk's log that this shell writes to. */
export type ShellLog = { readonly info: Write; readonly warn: Write }

export type MainWindowOptions = {
  readonly home: string
  /** The page's address. */
  readonly page: string
  readonly preloadFile: string
  readonly iconFile: string
  readonly log: ShellLog
  /** Asked when the person closes the window: true where the desk itself is ending. */
  readonly isQuitting: () => boolean
}

/** A window whose state cannot be saved closes anyway. */
const rememberWindow = (window: BrowserWindow, { home, log }: MainWindowOptions): void => {
  try {
    saveWindowState(home, { ...window.getNormalBounds(), isMaximized: window.isMaximized() })
  } catch (error) {
    log.warn({ err: error }, 'window.json could not be written')
  }
}

/** Room for every column of the places; a smaller screen gets what it has. */
const FIRST_SIZE = { width: 1440, height: 900 }

const firstSize = (): { readonly width: number; readonly height: number } => {
  const { width, height } = screen.getPrimaryDisplay().workArea
  return { width: Math.min(FIRST_SIZE.width, width), height: Math.min(FIRST_SIZE.height, height) }
}

/** The one window. Closing it hides it: work continues, and the tray shows it again. */
export const createMainWindow = (options: MainWindowOptions): BrowserWindow => {
  const screens = screen.getAllDisplays().map((display) => display.workArea)
  const state = loadWindowState(options.home, screens)
  const window = new BrowserWindow({
    ...(state === null ? firstSize() : { x: state.x, y: state.y, width: state.width, height: state.height }),
    minWidth: 800,
    minHeight: 560,
    show: false,
    title: 'Agency Desk',
    icon: options.iconFile,
    webPreferences: {
      preload: options.preloadFile,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: true,
      navigateOnDragDrop: false,
    },
  })
  if (state?.isMaximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', (event) => {
    rememberWindow(window, options)
    if (options.isQuitting()) return
    event.preventDefault()
    window.hide()
  })
  void window.loadURL(options.page)
  return window
}

/** Brings the window forward, wherever it is; one whose page crashed is loaded again. */
export const showWindow = (window: BrowserWindow): void => {
  if (window.isDestroyed()) return
  if (window.webContents.isCrashed()) window.webContents.reload()
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** False for a destroyed window: the desk still shows notices while it ends. */
export const isLookedAt = (window: BrowserWindow): boolean => !window.isDestroyed() && window.isFocused()

/** Held while they can be clicked: one that the garbage collector takes is deaf to its click. */
const shown = new Set<Notification>()
const SHOWN_MAX = 50

type NotificationText = { readonly title: string; readonly body: string }

/** A notification of the system, where it has any. */
export const showNotification = (text: NotificationText, onClick: () => void): void => {
  if (!Notification.isSupported()) return
  const notification = new Notification(text)
  const forget = () => void shown.delete(notification)
  notification.on('click', () => {
    forget()
    onClick()
  })
  notification.on('close', forget)
  shown.add(notification)
  // Some systems never tell that one was closed.
  for (const oldest of shown) if (shown.size > SHOWN_MAX) shown.delete(oldest)
  notification.show()
}
