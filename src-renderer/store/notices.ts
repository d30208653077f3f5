import { notifications } from '@mantine/notifications'
import type { EventPayload } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'

type Notice = { readonly title: string; readonly message?: string; readonly tone?: 'plain' | 'good' | 'warning' }

const COLOURS = { plain: 'gray', good: 'teal', warning: 'yellow' } as const

export const notify = ({ title, message = '', tone = 'plain' }: Notice): void => {
  notifications.show({ title, message, color: COLOURS[tone], autoClose: 5000 })
}

/** An error stays until it is closed: it may be the only trace of what did not happen. */
export const notifyError = (title: string, error: DeskErrorValue): void => {
  const service = error.detail?.serviceText
  const said = service === undefined || error.message.includes(service) ? '' : ` The service said: “${service}”`
  notifications.show({ title, message: `${error.message}${said}`, color: 'red', autoClose: false })
}

const NOTICE_COLOURS = { info: 'gray', warning: 'yellow', error: 'red' } as const

/** What the desk has to say by itself; anything worse than information stays until it is closed. */
export const showNotice = ({ level, title, message }: EventPayload<'desk.notice'>): void => {
  notifications.show({ title, message, color: NOTICE_COLOURS[level], autoClose: level === 'info' ? 6000 : false })
}
