// What the system saw: between the arrival of a delivery and its 200, the write-ahead log of inbox.db is synced.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callDesk } from '../../src-main/desk.ts'
import { startReceiverProcess } from '../support/receiver-process.ts'
import { tempHome } from '../support/temp-home.ts'
import { addBrands } from '../support/webhooks-brands.ts'
import { article, bearer, post } from '../support/webhooks-desk.ts'

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

test.skipIf(!hasStrace)('the fsync of the WAL comes before the 200 (needs strace)', { timeout: 120_000 }, async () => {
  const paths = tempHome()
  const trace = join(paths.home, 'trace')
  const [brandId = ''] = await addBrands(paths, ['Acme'])
  const watched = 'trace=read,recvfrom,write,pwrite64,writev,sendto,sendmsg,fsync,fdatasync'
  const wrapper = ['strace', '-f', '-y', '-s', '200', '-e', watched, '-o', trace]
  const desk = await startReceiverProcess({ home: paths.home, wrapper })
  onTestFinished(() => desk.kill('SIGKILL'))
  const { secret } = await callDesk(desk.remote, 'webhooks.rotateSecret', { brandId, sessionOnly: true })
  for (const slug of ['first-of-all', 'second', 'third']) {
    const answer = await post(`http://127.0.0.1:${desk.port}/hooks/acme`, {
      headers: bearer(secret),
      body: article(slug),
    })
    expect(answer.status).toBe(200)
  }
  await desk.remote.close()
  await desk.kill()
  const calls = systemCalls(readFileSync(trace, 'utf8'))
  const found = (pattern: RegExp) => calls.filter((call) => pattern.test(call.text))
  const arrivals = found(/^(read|recvfrom)\(.*POST \/hooks\/acme/)
  const answers = found(/^(write|writev|sendto|sendmsg)\(.*HTTP\/1\.1 200 OK.*x-delivery-id/)
  const writes = found(/^p?write(64)?\(\d+<[^>]*inbox\.db-wal>/)
  const syncs = found(/^f(data)?sync\(\d+<[^>]*inbox\.db-wal>/)
  expect([arrivals.length, answers.length]).toEqual([3, 3])
  for (const [at, answer] of answers.entries()) {
    const arrived = arrivals[at]?.end ?? Number.POSITIVE_INFINITY
    const written = writes.find(({ start }) => arrived < start)?.end ?? Number.POSITIVE_INFINITY
    expect(syncs.filter(({ start, end }) => written < start && end < answer.start).length).toBeGreaterThan(0)
  }
})

/**
 * The calls in a trace of all threads, with the lines where each began and ended. Where another thread's line comes while a
 * call waits, strace ends the line with `<unfinished ...>` and gives the rest later, as `<... read resumed>`.
 */
function systemCalls(trace: string): { text: string; start: number; end: number }[] {
  const waiting = new Map<string, { text: string; start: number }>()
  return trace.split('\n').flatMap((line, at) => {
    const [, thread = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const begun = /^(.*) ?<unfinished \.\.\.>$/.exec(text)
    if (begun) {
      waiting.set(thread, { text: begun[1] ?? '', start: at })
      return []
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    const first = rest ? waiting.get(thread) : undefined
    return [{ text: (first?.text ?? '') + (rest?.[1] ?? text), start: first?.start ?? at, end: at }]
  })
}
