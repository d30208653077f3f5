import type { BrowserWindow } from 'electron'
import type { Desk } from '../../desk.ts'
import { isLookedAt, showNotification } from './window.ts'

/** The desk's notices as notifications of the system, while the window has no focus. */
export const notifyOutside = (desk: Pick<Desk, 'subscribe'>, window: BrowserWindow): void => {
  desk.subscribe((event) => {
    if (event.name !== 'desk.notice' || isLookedAt(window)) return
    const { title, message } = event.payload
    showNotification(window, { title, body: message })
  })
}
