// The stream of events of a page: a burst reaches a page that reads, and a page that does not read is cut off.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createEventStreams } from '../../../../src-main/shells/web/events.ts'
import type { DeskEvent } from '../../../../src-shared/desk/contract.ts'

const openStreams = async () => {
  const listeners = new Set<(event: DeskEvent) => void>()
  const streams = createEventStreams({
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const closed = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    streams.open(response)
    response.once('close', closed.resolve)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    streams.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  const emit = (letters: number): void => {
    const event = { name: 'changed', payload: { brandIds: ['x'.repeat(letters)], datasets: ['sync'] } } as const
    for (const listener of listeners) listener(event)
  }
  return { port, emit, closed: closed.promise }
}

test('a burst of more than a megabyte in one turn reaches a page that reads', async () => {
  const { port, emit } = await openStreams()
  const response = await fetch(`http://127.0.0.1:${port}/`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let sent = 0; sent < 6000; sent += 1) emit(1000)
  // Each event ends with two, and `desk.ready` has one more.
  for (let lineEnds = 0; lineEnds < 3 + 2 * 6000; ) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) throw new Error(`The stream ended after ${lineEnds} line ends.`)
    lineEnds += value.split('\n').length - 1
  }
  await reader?.cancel()
})

test('a page that does not read is cut off', async () => {
  const { port, emit, closed } = await openStreams()
  const page = connect(port, '127.0.0.1')
  onTestFinished(() => void page.destroy())
  page.write('GET / HTTP/1.1\r\nHost: desk\r\n\r\n')
  await once(page, 'readable')
  let isClosed = false
  void closed.then(() => {
    isClosed = true
  })
  for (let sent = 0; sent < 2000 && !isClosed; sent += 1) {
    emit(50_000)
    await nextTurn()
  }
  await closed
  expect(isClosed).toBe(true)
})
