import type { BrowserWindow } from 'electron'
import type { Desk } from '../../desk.ts'
import { pageOfPlace } from './deep-link.ts'
import { isLookedAt, showNotification, showWindow } from './window.ts'

export type NotifyOptions = {
  readonly window: BrowserWindow
  /** Brings the window forward with this page. */
  readonly open: (page: string) => void
}

/** The desk's notices as notifications of the system, while the window has no focus. A click opens what it is about. */
export const notifyOutside = (desk: Pick<Desk, 'subscribe'>, { window, open }: NotifyOptions): void => {
  desk.subscribe((event) => {
    if (event.name !== 'desk.notice' || isLookedAt(window)) return
    const { title, message, opens, brandId } = event.payload
    const onClick = () => (opens === undefined ? showWindow(window) : open(pageOfPlace(opens, brandId)))
    showNotification({ title, body: message }, onClick)
  })
}
