import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { article, openReceivingDesk } from '../../support/webhooks-desk.ts'

const CAP = 512

const openSocket = (port: number, text = ''): Socket => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(text)
  onTestFinished(() => void socket.destroy())
  return socket
}

test('receiver answers every valid delivery, while 600 silent connections are renewed', async () => {
  const desk = await openReceivingDesk()
  let isOver = false
  let renewed = 0
  const hold = (): Socket =>
    openSocket(desk.port).once('close', () => {
      if (isOver) return
      renewed += 1
      hold()
    })
  onTestFinished(() => {
    isOver = true
  })
  await Promise.all(Array.from({ length: 600 }, () => once(hold(), 'connect')))
  const statuses: number[] = []
  for (let n = 0; n < 60; n += 1) statuses.push((await desk.send(`s${n}`).catch(() => ({ status: 0 }))).status)
  isOver = true
  expect(statuses).toEqual(Array.from({ length: 60 }, () => 200))
  expect(renewed).toBeGreaterThan(0)
  expect((await desk.call('webhooks.status', {})).refused['too-many']).toBeGreaterThan(0)
})

test('receiver answers 503 at the cap, when every connection has a complete head', async () => {
  const desk = await openReceivingDesk()
  const head = ['POST /hooks/acme HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${desk.secret}`]
  // "100 Continue" comes once the head was read, and the body is never sent.
  const busy = [...head, 'Content-Length: 10', 'Expect: 100-continue', '', ''].join('\r\n')
  const held = Array.from({ length: CAP }, () => openSocket(desk.port, busy))
  await Promise.all(held.map((socket) => once(socket, 'data')))
  const one = openSocket(desk.port)
  const [answer] = await once(one, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /)
  const closed = held.map((socket) => once(socket, 'close'))
  for (const socket of held) socket.destroy()
  await Promise.all(closed)
  await expect.poll(async () => (await desk.send('later').catch(() => ({ status: 0 }))).status).toBe(200)
  expect((await desk.call('webhooks.status', {})).refused['too-many']).toBeGreaterThanOrEqual(1)
})

test('receiver answers a sender that half-closes after its request', async () => {
  const desk = await openReceivingDesk()
  const body = article('half')
  const head = [
    'POST /hooks/acme HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${desk.secret}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const socket = connect({ port: desk.port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  let got = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    got += chunk
  })
  socket.end([...head, '', body].join('\r\n'))
  await once(socket, 'end')
  expect(got).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"received":true\}$/)
  expect((await desk.deliveries()).map(({ slug }) => slug)).toEqual(['half'])
})
