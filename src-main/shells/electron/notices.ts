import { type BrowserWindow, Notification } from 'electron'
import type { Desk } from '../../desk.ts'
import { isLookedAt, showWindow } from './window.ts'

/** The desk's notices as notifications of the system, while the window has no focus. */
export const notifyOutside = (desk: Pick<Desk, 'subscribe'>, window: BrowserWindow): void => {
  desk.subscribe((event) => {
    if (event.name !== 'desk.notice' || isLookedAt(window) || !Notification.isSupported()) return
    const { title, message } = event.payload
    const notification = new Notification({ title, body: message })
    notification.on('click', () => showWindow(window))
    notification.show()
  })
}
