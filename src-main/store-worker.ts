// The entry of a store worker.
import { runStoreWorker } from './store/worker.ts'
import { tables } from './tables.ts'

runStoreWorker(tables)
