import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { Desk } from '../../desk.ts'
import { CALL_CHANNEL, EVENT_CHANNEL } from './channels.ts'
import { isOurPage } from './security.ts'

/** A call counts only from the top frame of our own page. */
const isFromOurPage = ({ senderFrame }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && senderFrame.parent === null && isOurPage(senderFrame.url)

/** Answers the page's calls. */
export const answerCalls = (desk: Pick<Desk, 'call'>): void => {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    if (isFromOurPage(event) && typeof name === 'string') return desk.call(name, input)
    return { ok: false, error: { kind: 'forbidden', message: 'Calls come from the desk’s own page only.' } }
  })
}

/** Sends every event to the page for as long as it is there. */
export const sendEvents = (desk: Pick<Desk, 'subscribe'>, contents: WebContents): void => {
  const stop = desk.subscribe((event) => {
    if (!contents.isDestroyed()) contents.send(EVENT_CHANNEL, event)
  })
  contents.once('destroyed', stop)
}
