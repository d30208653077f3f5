// The menu shows the page's own shortcuts. The page handles the keys, as it does on the web; choosing an entry presses
// the same key in it, so that there is one way each action is done.
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import { showWindow } from './window.ts'

type Modifier = 'control' | 'meta' | 'shift'
type Shortcut = { readonly label: string; readonly accelerator: string }

const isMac = (platform: NodeJS.Platform) => platform === 'darwin'

/** `CmdOrCtrl+Shift+K` → the key and its modifiers, as an input event names them. */
export const toInput = (accelerator: string, platform: NodeJS.Platform) => {
  const parts = accelerator.split('+')
  const modifiers = parts.slice(0, -1).map((part): Modifier => {
    if (part === 'Shift') return 'shift'
    return part === 'CmdOrCtrl' && isMac(platform) ? 'meta' : 'control'
  })
  return { keyCode: parts.at(-1) ?? '', modifiers }
}

const press = (window: BrowserWindow, accelerator: string, platform: NodeJS.Platform): void => {
  showWindow(window)
  const input = toInput(accelerator, platform)
  window.webContents.sendInputEvent({ type: 'keyDown', ...input })
  window.webContents.sendInputEvent({ type: 'keyUp', ...input })
}

const BRANDS: readonly Shortcut[] = [
  ...Array.from({ length: 9 }, (_, index) => ({
    label: `Pinned brand ${index + 1}`,
    accelerator: `CmdOrCtrl+${index + 1}`,
  })),
  { label: 'Recent brands', accelerator: 'Ctrl+Tab' },
]

export type MenuOptions = {
  readonly window: BrowserWindow
  readonly platform: NodeJS.Platform
  readonly quit: () => void
}

export const menuTemplate = ({ window, platform, quit }: MenuOptions): MenuItemConstructorOptions[] => {
  const item = ({ label, accelerator }: Shortcut): MenuItemConstructorOptions => ({
    label,
    accelerator,
    registerAccelerator: false,
    click: () => press(window, accelerator, platform),
  })
  const quitItem: MenuItemConstructorOptions = { label: 'Quit Agency Desk', accelerator: 'CmdOrCtrl+Q', click: quit }
  return [
    ...(isMac(platform)
      ? [
          {
            label: 'Agency Desk',
            submenu: [{ role: 'about' }, { role: 'hide' }, quitItem],
          } as MenuItemConstructorOptions,
        ] // roles are literals
      : []),
    {
      label: 'Desk',
      submenu: [
        item({ label: 'Sync', accelerator: 'CmdOrCtrl+R' }),
        item({ label: 'Export…', accelerator: 'CmdOrCtrl+E' }),
        { type: 'separator' },
        ...(isMac(platform) ? [{ role: 'close' } as const] : [quitItem]),
      ],
    },
    { role: 'editMenu' },
    { label: 'Brands', submenu: BRANDS.map(item) },
    {
      label: 'View',
      submenu: [
        item({ label: 'Command palette', accelerator: 'CmdOrCtrl+K' }),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    { label: 'Help', submenu: [item({ label: 'Keyboard shortcuts', accelerator: 'Shift+?' })] },
  ]
}

export const setMenu = (options: MenuOptions): void =>
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)))
