// A thread that serves one store after the other, each by a port of its own. To start a thread and to load a thousand
// functions and schemas costs more than most tests do.
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { ThreadSettings } from '../../src-main/store/rpc.ts'
import { serveThread } from '../../src-main/store/thread.ts'
import { tables } from '../../src-main/tables.ts'

export type Assignment = { readonly settings: ThreadSettings; readonly port: MessagePort }

parentPort?.on('message', ({ settings, port }: Assignment) => serveThread(tables, settings, port))
