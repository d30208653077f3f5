// The store's worker with a weak spot: it ends in the middle of storing the setting "die".
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', (request: { name?: string; args?: { key?: string } }) => {
  if (request.args?.key === 'die') process.exit(7)
})
await import('../../src-main/store-worker.ts')
