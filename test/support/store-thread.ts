// A thread that serves one store after the other, each by a port of its own. To start a thread and to load a thousand
// functions and schemas costs more than most tests do.
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { WorkerSettings } from '../../src-main/store/rpc.ts'
import { serveStore } from '../../src-main/store/worker.ts'
import { tables } from '../../src-main/tables.ts'

export type Assignment = { readonly settings: WorkerSettings; readonly port: MessagePort }

parentPort?.on('message', ({ settings, port }: Assignment) => serveStore(tables, settings, port))
