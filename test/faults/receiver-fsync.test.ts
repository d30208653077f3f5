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
  const calls = 'trace=read,recvfrom,write,writev,sendto,sendmsg,fsync,fdatasync'
  const wrapper = ['strace', '-f', '-y', '-s', '200', '-e', calls, '-o', trace]
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
  const lines = readFileSync(trace, 'utf8').split('\n')
  const isArrival = (line: string) => /(read|recvfrom)\(/.test(line) && line.includes('POST /hooks/acme')
  const isAnswer = (line: string) =>
    /(write|writev|sendto|sendmsg)\(/.test(line) && line.includes('HTTP/1.1 200 OK') && line.includes('x-delivery-id')
  const isSync = (line: string) => /f(data)?sync\(\d+<[^>]*inbox\.db-wal>/.test(line)
  const arrivals = lines.flatMap((line, at) => (isArrival(line) ? [at] : []))
  const answers = lines.flatMap((line, at) => (isAnswer(line) ? [at] : []))
  expect([arrivals.length, answers.length]).toEqual([3, 3])
  for (const [at, answer] of answers.entries()) {
    const between = lines.slice(arrivals[at], answer)
    const written = between.findIndex((line) => /p?write(64|v)?\(\d+<[^>]*inbox\.db-wal>/.test(line) || isSync(line))
    expect(written).toBeGreaterThan(-1)
    expect(between.filter(isSync).length).toBeGreaterThan(0)
  }
})
