// The entry of the query process: it runs one query at a time, and is killed where one takes too long (query/runner.ts).
// The main thread is inside SQLite meanwhile, so a thread beside it watches memory, and the time in case the desk is gone.
import { Worker } from 'node:worker_threads'
import { QUERY_LIMITS } from '../src-shared/desk/values/query-limits.ts'
import { answerQueries } from './query/sandbox/answer.ts'

const GRACE_MS = 2_000
const WATCH = `
const { workerData: { untilMs, bytesMax } } = require('node:worker_threads')
setInterval(() => {
  const until = Atomics.load(untilMs, 0)
  const isLate = until > 0n && BigInt(Date.now()) > until
  if (isLate || process.memoryUsage.rss() > bytesMax) process.kill(process.pid, 'SIGKILL')
}, 20)`

const untilMs = new BigInt64Array(new SharedArrayBuffer(8))
new Worker(WATCH, { eval: true, workerData: { untilMs, bytesMax: QUERY_LIMITS.memoryMb * 1024 * 1024 } }).unref()

answerQueries({
  onBegin: ({ timeoutMs }) => void Atomics.store(untilMs, 0, BigInt(Date.now() + timeoutMs + GRACE_MS)),
  onEnd: () => void Atomics.store(untilMs, 0, 0n),
})
