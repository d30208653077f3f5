// The entry of a store worker.
import { runStoreThread } from './store/thread.ts'
import { tables } from './tables.ts'

runStoreThread(tables)
