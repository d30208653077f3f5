// The receiver's thread with a weak spot: it ends when it is asked for its refusals.
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', ({ request }: { request: { kind: string } }) => {
  if (request.kind === 'takeRefusals') process.exit(7)
})
await import('../../src-main/receiver-worker.ts')
