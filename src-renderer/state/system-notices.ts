// Notices as notifications of the system, where the page is in a browser: while it has no focus, and after the person
// allowed it. In Electron the shell shows them.
import { create } from 'zustand'
import type { Notice } from '../../src-shared/desk/desk.ts'
import { openPlace } from './notices.ts'

/** `shell`: Electron shows them; `none`: this browser has no notifications. */
export type NoticePermission = NotificationPermission | 'shell' | 'none'

const permissionNow = (): NoticePermission => {
  if (typeof window === 'undefined') return 'none'
  if (window.desk !== undefined) return 'shell'
  return 'Notification' in window ? Notification.permission : 'none'
}

export const useNoticePermission = create<{ readonly permission: NoticePermission }>()(() => ({
  permission: permissionNow(),
}))

/** The browser asks the person. */
export const askForNotices = async (): Promise<void> => {
  await Notification.requestPermission()
  useNoticePermission.setState({ permission: permissionNow() })
}

/** A click brings the page forward at the place that the notice is about. Several pages of one desk show it once. */
export const showOutside = ({ id, title, message, opens, brandId }: Notice): void => {
  if (permissionNow() !== 'granted' || document.hasFocus()) return
  const notification = new Notification(title, { body: message, tag: id })
  notification.addEventListener('click', () => {
    notification.close()
    window.focus()
    if (opens !== undefined) openPlace(opens, brandId)
  })
}
