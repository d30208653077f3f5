import { create } from 'zustand'
import type { ConnectionState } from '../bridge.ts'
import { bridge } from '../bridge.ts'

/** Whether the page reaches the desk; whether the desk reaches the service is told by the sync state. */
export const useConnection = create<{ readonly state: ConnectionState }>()(() => ({ state: 'connecting' }))

export const reconnect = (): void => bridge.reconnect()

export type { ConnectionState }
