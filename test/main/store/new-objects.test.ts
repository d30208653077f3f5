import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { nodeArgs } from '../../../scripts/lib/project.mjs'

/** Reads large texts again and again, as the writer does with replies; tells how large its space for new objects became. */
const READING = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { parentPort } from 'node:worker_threads'
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ keyword: 'keyword ' + at, clicks: at })))
  let most = 0
  for (let turn = 0; turn < 60; turn += 1) {
    JSON.parse(text)
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    most = Math.max(most, space_size)
  }
  parentPort.postMessage(most / 2 ** 20)`

const STARTING = `
  import { once } from 'node:events'
  import { startThread } from ${JSON.stringify(new URL('../../../src-main/store/link.ts', import.meta.url).href)}
  const mb = {}
  for (const role of ['writer', 'reader'])
    [mb[role]] = await once(startThread(new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(READING)}`)}), { role }), 'message')
  console.log(JSON.stringify(mb))`

test('writer has more room for new objects than the other threads, also where the process is given less', () => {
  const args = [...nodeArgs, '--input-type=module', '-e', STARTING]
  const mb = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as {
    writer: number
    reader: number
  }
  expect(mb.writer).toBeGreaterThan(8)
  expect(mb.reader).toBeLessThanOrEqual(8)
})
