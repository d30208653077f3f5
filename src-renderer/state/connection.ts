import { create } from 'zustand'
import type { ConnectionState } from '../bridge.ts'
import { bridge } from '../bridge.ts'

/** Whether the page reaches the desk. The sync state says whether the desk reaches the service. */
export const useConnection = create<{ readonly state: ConnectionState }>()(() => ({ state: 'connecting' }))

export const reconnect = (): void => bridge.reconnect()

export type { ConnectionState }
