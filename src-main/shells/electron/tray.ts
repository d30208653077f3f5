import { Menu, Tray } from 'electron'

export type TrayOptions = {
  readonly iconFile: string
  readonly show: () => void
  readonly sync: () => void
  readonly quit: () => void
}

/** The desk's icon, also while its window is hidden. */
export const createTray = ({ iconFile, show, sync, quit }: TrayOptions): Tray => {
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
