import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createCappedServer } from '../../../src-main/base/capped-server.ts'

/** A server for two connections. Requests to /held are answered only when the test does it. */
const openServer = async ({ youngMs = 0 } = {}) => {
  const held: ServerResponse[] = []
  const capped: Socket[] = []
  const server = createCappedServer({ connectionsMax: 2, youngMs, onCapped: (socket) => capped.push(socket) })
  server.on('request', (request, response: ServerResponse) => {
    if (request.url === '/held') held.push(response)
    else response.end('done')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo // a TCP server
  const open = async (): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    await once(server, 'connection')
    return socket.resume()
  }
  return { port, server, held, capped, open }
}

const requestTo = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

test('server closes the oldest connection without a request, idle ones included, when the cap is exceeded', async () => {
  const { capped, open } = await openServer()
  const idle = await open()
  const silent = await open()
  // Its request makes it the newer of the two.
  idle.write(requestTo('/'))
  await once(idle, 'data')
  for (const oldest of [silent, idle]) {
    const closed = once(oldest, 'end')
    await open()
    await closed
  }
  expect(capped).toHaveLength(2)
})

test('server gives a young connection time to send its request, though others came after it', async () => {
  const { capped, open } = await openServer({ youngMs: 600_000 })
  const asking = await open()
  for (let n = 0; n < 4; n += 1) await open()
  asking.write(requestTo('/'))
  const [answer] = await once(asking, 'data')
  expect(String(answer)).toContain('done')
  expect(capped).toEqual([])
})

test('server closes young connections too, where there are four times as many as the cap', async () => {
  const { capped, open } = await openServer({ youngMs: 600_000 })
  const oldest = await open()
  const closed = once(oldest, 'end')
  for (let n = 0; n < 8; n += 1) await open()
  await closed
  expect(capped).toHaveLength(1)
})

test('server keeps a connection that waits for its answer, also after an earlier answer on it', async () => {
  const { server, held, capped, open } = await openServer()
  const busy = await open()
  const asked = once(server, 'request')
  busy.write(requestTo('/') + requestTo('/held'))
  await asked
  await once(busy, 'data')
  await expect.poll(() => held.length).toBe(1)
  const silent = await open()
  const silentClosed = once(silent, 'end')
  await open()
  await silentClosed
  expect(capped).toHaveLength(1)
  held[0]?.end('late')
  const [answer] = await once(busy, 'data')
  expect(String(answer)).toContain('late')
})

test('server answers a client that half-closes while its answer is being made', async () => {
  const { server, held, open } = await openServer()
  const socket = await open()
  const asked = once(server, 'request')
  socket.end(requestTo('/held'))
  const [request] = await asked
  if (!request.socket.readableEnded) await once(request.socket, 'end')
  held[0]?.end('late')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('late')
  await once(socket, 'end')
})
