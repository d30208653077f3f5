// A crashed page is loaded again automatically once; the second time a person decides, so that there is no loop.
import { type BrowserWindow, dialog } from 'electron'
import { type ShellLog, showNotification, showWindow } from './window.ts'

const RELOAD = 0

const notifyReloaded = (window: BrowserWindow): void =>
  showNotification(
    {
      title: 'The window was loaded again',
      body: 'Its page stopped unexpectedly. Syncing and sending continue. The log holds the details.',
    },
    () => showWindow(window),
  )

const askToReload = async (window: BrowserWindow): Promise<void> => {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Agency Desk',
    message: 'The window stopped again.',
    detail:
      'Syncing and sending continue. Load the window again now, or close it and open it later from the tray. The log holds the details.',
    buttons: ['Load window again', 'Close window'],
    defaultId: RELOAD,
    cancelId: 1,
  })
  if (window.isDestroyed()) return
  if (response === RELOAD) showWindow(window)
  else window.hide()
}

export const reloadAfterCrash = (window: BrowserWindow, log: ShellLog): void => {
  let isReloaded = false
  const reload = () => {
    if (!window.isDestroyed()) window.webContents.reload()
  }
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.warn({ reason, exitCode }, 'the page of the window stopped')
    if (!isReloaded) {
      isReloaded = true
      // Not while Electron is still handling the crash.
      setImmediate(reload)
      notifyReloaded(window)
    } else if (window.isVisible()) void askToReload(window)
  })
}
