import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { article, bearer, openReceivingDesk, post } from '../support/webhooks-desk.ts'

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
  // Young connections are not closed: it takes a moment until the first one is.
  for (let n = 0; n < 60 || renewed === 0; n += 1)
    statuses.push((await desk.send(`s${n}`).catch(() => ({ status: 0 }))).status)
  isOver = true
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect((await desk.call('webhooks.status', {})).refused['too-many']).toBeGreaterThan(0)
})

/** A head with a secret; "100 Continue" comes once it was read, and the body is never sent. */
const headOf = (path: string, secret: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${secret}`,
    'Content-Length: 10',
    'Expect: 100-continue',
    '',
    '',
  ].join('\r\n')

/** 600 connections that show a secret and never send their body; each that is closed is opened again. */
const holdWithoutBodies = async (port: number, head: string) => {
  let isOver = false
  const end = () => {
    isOver = true
  }
  const held = { renewed: 0, end }
  const hold = (): Socket =>
    openSocket(port, head).once('close', () => {
      if (isOver) return
      held.renewed += 1
      hold()
    })
  onTestFinished(end)
  await Promise.all(Array.from({ length: 600 }, () => once(hold(), 'connect')))
  await expect.poll(() => held.renewed).toBeGreaterThan(100)
  return held
}

test('receiver answers every other secret at once, while 600 connections with one secret never send their body', async () => {
  const desk = await openReceivingDesk()
  const [, otherId = ''] = desk.ids
  const other = await desk.call('webhooks.rotateSecret', { brandId: otherId, sessionOnly: true })
  const held = await holdWithoutBodies(desk.port, headOf('/hooks/acme', desk.secret))
  const statuses: number[] = []
  const slowest = { ms: 0 }
  for (let n = 0; n < 30; n += 1) {
    const startedAt = performance.now()
    const sent = post(other.url, { body: article(`s${n}`), headers: bearer(other.secret) })
    statuses.push((await sent.catch(() => ({ status: 0 }))).status)
    slowest.ms = Math.max(slowest.ms, performance.now() - startedAt)
  }
  held.end()
  expect(statuses).toEqual(Array.from({ length: 30 }, () => 200))
  expect(slowest.ms).toBeLessThan(10_000)
  const { refusals } = await desk.call('webhooks.status', {})
  expect(refusals).toContainEqual(expect.objectContaining({ reason: 'too-many', brandId: desk.brandId }))
  expect(refusals.some(({ brandId }) => brandId === otherId)).toBe(false)
})

test('receiver answers a secret, while 600 connections with that same secret never send their body', async () => {
  const desk = await openReceivingDesk()
  const held = await holdWithoutBodies(desk.port, headOf('/hooks/acme', desk.secret))
  for (let n = 0; n < 10; n += 1) expect((await desk.send(`own${n}`)).status).toBe(200)
  held.end()
})

test('receiver answers a new secret, while connections with the secret before it never send their body', async () => {
  const desk = await openReceivingDesk()
  const { secret } = await desk.call('webhooks.rotateSecret', { brandId: desk.brandId, sessionOnly: true })
  const held = await holdWithoutBodies(desk.port, headOf('/hooks/acme', desk.secret))
  for (let n = 0; n < 10; n += 1) expect((await desk.send(`new${n}`, { headers: bearer(secret) })).status).toBe(200)
  held.end()
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
