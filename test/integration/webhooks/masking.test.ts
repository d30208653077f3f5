import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openReceivingDesk } from '../../support/webhooks-desk.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const hex = (text: string): string => Buffer.from(text).toString('hex')

/** A local address that keeps the bodies it gets. */
const listenLocally = async () => {
  const got: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      got.push(body)
      response.end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` } // TCP
}

test('receiver masks webhook secrets in a delivery, before it is stored, shown or forwarded', async () => {
  const desk = await openReceivingDesk()
  const other = await desk.call('webhooks.rotateSecret', { brandId: desk.ids[1] ?? '', sessionOnly: true })
  const secrets = [desk.secret, other.secret]
  const [escaped = ''] = secrets.map((secret) => secret.replace(/[wx_]/g, (sign) => `\\u00${hex(sign)}`))
  const parts = secrets.flatMap((secret) => [secret, base64(`key: ${secret}!`), hex(secret), hex(secret).toUpperCase()])
  const article = { title: `Tea ${parts.join(' ')} ESCAPED`, slug: `tea-${desk.secret}`, text: parts }
  const body = JSON.stringify({ event: 'article.published', article }).replace('ESCAPED', escaped)
  const local = await listenLocally()
  const received = desk.next('webhooks.received', () => true)
  const headers = { 'x-copy': desk.secret, 'x-base64': base64(desk.secret), [`x-${other.secret}`]: 'name' }
  expect((await desk.send('', { body, headers })).status).toBe(200)
  const rejected = `not JSON ${parts.join('\n')} ${escaped}`
  expect((await desk.send('', { body: rejected })).status).toBe(400)

  const rows = await desk.deliveries()
  expect(rows.map(({ status }) => status)).toEqual(['rejected', 'accepted'])
  expect(rows[1]).toMatchObject({ slug: 'tea-***', bytes: Buffer.byteLength(body) })
  const shown = await Promise.all(rows.map(({ id }) => desk.call('webhooks.delivery', { id })))
  expect(shown[1]?.headers).toContainEqual(['x-copy', '***'])
  await desk.call('webhooks.replay', { id: rows[1]?.id ?? '', forwardTo: local.url })
  await desk.call('desk.backup', {})

  const places: [string, Buffer][] = [
    ['replies', Buffer.from(JSON.stringify([rows, shown]))],
    ['event', Buffer.from(JSON.stringify(await received))],
    ['forwarded', Buffer.from(local.got.join())],
    ...readdirSync(desk.paths.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }): [string, Buffer] => [name, readFileSync(join(parentPath, name))]),
  ]
  expect(local.got).toHaveLength(1)
  expect(places.length).toBeGreaterThan(5)
  const forms = [...secrets.map((secret) => secret.slice(6)), ...parts.map((part) => part.slice(12, -4)), escaped]
  const found = places.filter(([, bytes]) => forms.some((form) => bytes.includes(form))).map(([place]) => place)
  expect(found).toEqual([])
})
