import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import type { Notice as DeskNotice } from '../../src-shared/desk/desk.ts'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'
import { bridge } from '../bridge.ts'
import { errorText } from '../format/errors.ts'
import { go, useLocation } from './location.ts'
import { notifyWithAction } from './undo.tsx'
import { untilSeen } from './until-seen.ts'

// Warnings and errors of this page, kept for a person who looks for them after their notice closed by itself.

export type Message = {
  readonly id: string
  readonly level: 'warning' | 'error'
  readonly title: string
  readonly text: string
  readonly atMs: number
} & Pick<DeskNotice, 'opens' | 'brandId'>

const KEPT = 100

/** The newest first. */
export const useMessages = create<{ readonly list: readonly Message[] }>()(() => ({ list: [] }))

/** The same message again moves to the top. */
const keepMessage = (message: Message): void =>
  useMessages.setState(({ list }) => ({
    list: [message, ...list.filter(({ id }) => id !== message.id)]
      .toSorted((left, right) => right.atMs - left.atMs)
      .slice(0, KEPT),
  }))

export const clearMessages = (): void => useMessages.setState({ list: [] })

type Notice = { readonly title: string; readonly message?: string; readonly tone?: 'plain' | 'good' | 'warning' }

const COLOURS = { plain: 'gray', good: 'teal', warning: 'yellow' } as const

export const notify = ({ title, message = '', tone = 'plain' }: Notice): void => {
  if (tone === 'warning')
    keepMessage({ id: `${title} ${message}`, level: tone, title, text: message, atMs: Date.now() })
  notifications.show({ title, message, color: COLOURS[tone], autoClose: 5000 })
}

/** An error closes after it was seen; Messages keeps it: it may be the only sign of the failure. */
export const notifyError = (title: string, error: DeskErrorValue): void => {
  const service = error.detail?.serviceText
  const said = service === undefined || error.message.includes(service) ? '' : ` The service said: “${service}”`
  // The same error again is shown once: repeats would push other notices out of sight.
  const text = `${errorText(error)}${said}`
  const id = `${title} ${text}`
  keepMessage({ id, level: 'error', title, text, atMs: Date.now() })
  notifications.show({ ...untilSeen(id), title, message: text, color: 'red' })
}

/** The reply to a request; an error is shown under this title. */
export const orNotify = async <Value>(title: string, request: Promise<Reply<Value>>): Promise<Reply<Value>> => {
  const reply = await request
  if (!reply.ok) notifyError(title, reply.error)
  return reply
}

type Place = NonNullable<DeskNotice['opens']>

/** Goes to the place that a notice leads to: of its brand, or of all. */
export const openPlace = ({ view, params = {} }: Place, brandId = 'all'): void => go({ view, scope: brandId, params })

const NOTICE_COLOURS = { info: 'gray', warning: 'yellow', error: 'red' } as const

const SEEN_KEY = 'notices-seen'
const SEEN_KEPT = 100

const seenIds = (): string[] => (sessionStorage.getItem(SEEN_KEY) ?? '').split(' ')

/** Notices about intents. Activity shows the same, so they must not cover it. */
const intentNotices = new Set<string>()
const isActivityShown = (): boolean => useLocation.getState().view === 'activity'

/** Shows a notice of the desk, once per tab. */
export const showNotice = (notice: DeskNotice): void => {
  const { id, level, title, message, brandId, opens, isInBanner = false } = notice
  if (isInBanner) return
  if (level !== 'info') keepMessage({ id, level, title, text: message, atMs: Date.parse(notice.at), opens, brandId })
  const seen = seenIds()
  if (seen.includes(id)) return
  sessionStorage.setItem(SEEN_KEY, [...seen, id].slice(-SEEN_KEPT).join(' '))
  const isOfIntent = opens?.view === 'activity'
  if (isOfIntent && isActivityShown()) return
  const closing = level === 'info' ? { autoClose: 8000 } : untilSeen(id)
  const options = { title, message, color: NOTICE_COLOURS[level], ...closing }
  const shown =
    opens === undefined
      ? notifications.show(options)
      : notifyWithAction(options, { label: 'View', run: () => openPlace(opens, brandId) })
  if (isOfIntent) intentNotices.add(shown)
}

useLocation.subscribe(() => {
  if (!isActivityShown()) return
  for (const shown of intentNotices) notifications.hide(shown)
  intentNotices.clear()
})

/** Shows earlier warnings and errors. */
export const loadNotices = async (): Promise<void> => {
  const reply = await bridge.call('desk.notices', {})
  if (!reply.ok) return
  for (const notice of reply.value.notices) if (notice.level !== 'info') showNotice(notice)
}

/** Copies text and notifies; also if the page has no permission to copy. */
export const copyText = (text: string, said: string): void => {
  navigator.clipboard.writeText(text).then(
    () => notify({ title: said }),
    () => notify({ title: 'Nothing was copied', message: 'The page cannot write to the clipboard.', tone: 'warning' }),
  )
}

// Notices as notifications of the system, where the page is in a browser: while it has no focus, and after the person
// allowed it. In Electron the shell shows them.
/** `shell`: Electron shows them; `none`: this browser has no notifications. */
type NoticePermission = NotificationPermission | 'shell' | 'none'

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
export const showOutside = ({ id, title, message, opens, brandId }: DeskNotice): void => {
  if (permissionNow() !== 'granted' || document.hasFocus()) return
  const notification = new Notification(title, { body: message, tag: id })
  notification.addEventListener('click', () => {
    notification.close()
    window.focus()
    if (opens !== undefined) openPlace(opens, brandId)
  })
}
