// A receiver waits seconds for a sender, not for ever, and serves others meanwhile.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openReceivingDesk } from '../support/webhooks-desk.ts'

test('slow senders are disconnected in seconds while others are served', async () => {
  const desk = await openReceivingDesk()
  const startedAt = performance.now()
  const auth = `Host: localhost\r\nAuthorization: Bearer ${desk.secret}\r\n`
  const starts = [
    '',
    'POST /hooks/acme HTTP/1.1\r\nHo',
    `POST /hooks/acme HTTP/1.1\r\n${auth}Content-Length: 10\r\n\r\n{`,
  ]
  const slow = starts.flatMap((text) =>
    Array.from({ length: 10 }, () => {
      const socket = connect(desk.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(text)
      socket.resume()
      onTestFinished(() => void socket.destroy())
      return once(socket, 'close')
    }),
  )
  for (let turn = 0; turn < 20; turn += 1) expect((await desk.send(`g${turn}`)).status).toBe(200)
  await Promise.all(slow)
  expect(performance.now() - startedAt).toBeLessThan(60_000)
  const { refused } = await desk.call('webhooks.status', {})
  expect(refused['too-slow']).toBeGreaterThanOrEqual(20)
  expect((await desk.send('after')).status).toBe(200)
})
