// The page's only access to the desk: two functions, for the names in the contract. It runs sandboxed, so the build writes the names
// into it (electron.vite.config.ts) and no module is loaded. ipcRenderer itself is never handed out.
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { CallName, DeskEvent, EventName } from '../../../src-shared/desk/contract.ts'
import { CALL_CHANNEL, EVENT_CHANNEL } from './channels.ts'

declare const __CALL_NAMES__: readonly CallName[]
declare const __EVENT_NAMES__: readonly EventName[]

const callNames: ReadonlySet<string> = new Set(__CALL_NAMES__)
const eventNames: ReadonlySet<string> = new Set(__EVENT_NAMES__)

contextBridge.exposeInMainWorld('desk', {
  call: async (name: unknown, input: unknown): Promise<unknown> => {
    if (typeof name === 'string' && callNames.has(name)) return ipcRenderer.invoke(CALL_CHANNEL, name, input)
    return { ok: false, error: { kind: 'invalid', message: 'There is no such call.' } }
  },
  subscribe: (listener: (event: DeskEvent) => void) => {
    const onEvent = (_event: IpcRendererEvent, event: DeskEvent) => {
      if (eventNames.has(event.name)) listener(event)
    }
    ipcRenderer.on(EVENT_CHANNEL, onEvent)
    return () => void ipcRenderer.off(EVENT_CHANNEL, onEvent)
  },
})
