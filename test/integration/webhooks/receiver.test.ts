import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { article, bearer, openReceivingDesk, post, raw } from '../../support/webhooks-desk.ts'

const MIB = 1024 * 1024

test('a valid delivery is stored unchanged, answered 200 and emitted to the shells', async () => {
  const desk = await openReceivingDesk()
  const received = desk.next('webhooks.received', () => true)
  const body = JSON.stringify({
    event: 'article.published',
    article: { title: 'Tea', slug: 'tea', extra: [1] },
    at: 'x',
  })
  const answer = await post(desk.url, { headers: { ...bearer(desk.secret), 'X-Note': desk.secret }, body })
  expect(answer).toMatchObject({ status: 200, body: '{"received":true}' })
  const { delivery } = await received
  expect(delivery).toMatchObject({ brandId: desk.brandId, event: 'article.published', slug: 'tea', title: 'Tea' })
  const whole = await desk.call('webhooks.delivery', { id: delivery.id })
  expect(whole).toMatchObject({ status: 'accepted', secretUsed: 'current', body, path: '/hooks/acme', forwards: [] })
  expect(whole.headers).toContainEqual(['authorization', 'Bearer ***'])
  expect(whole.headers).toContainEqual(['X-Note', '***'])
  expect(JSON.stringify(whole)).not.toContain(desk.secret)
  expect(whole.curl).toContain('Bearer $WEBHOOK_SECRET')
})

test('the plain path finds the brand by its secret; a brand’s path accepts only its own secret', async () => {
  const desk = await openReceivingDesk()
  const [, beta = ''] = desk.ids
  const other = await desk.call('webhooks.rotateSecret', { brandId: beta, sessionOnly: true })
  const plain = desk.url.replace('/acme', '')
  expect((await post(plain, { headers: bearer(other.secret), body: article('b') })).status).toBe(200)
  expect((await post(plain, { headers: bearer(desk.secret), body: article('a') })).status).toBe(200)
  expect((await post(desk.url, { headers: bearer(other.secret), body: article('x') })).status).toBe(401)
  const rows = await desk.deliveries()
  expect(rows.map(({ brandId, slug }) => [brandId, slug]).sort()).toEqual(
    [
      [desk.brandId, 'a'],
      [beta, 'b'],
    ].sort(),
  )
})

test('another event is stored as unknown and answered 200', async () => {
  const desk = await openReceivingDesk()
  expect(
    (await desk.send('x', { body: '{"event":"article.deleted","article":{"slug":"s","title":"t"}}' })).status,
  ).toBe(200)
  expect(await desk.deliveries()).toMatchObject([{ status: 'unknown-event', event: 'article.deleted', slug: 's' }])
})

const BAD_BODIES: [string, string | Buffer, RegExp][] = [
  ['not JSON', '{"event":', /not JSON/],
  ['nothing', '', /empty/],
  ['an array', '[]', /shape/],
  ['no event', '{"article":{"title":"t","slug":"s"}}', /event/],
  ['no slug', '{"event":"article.published","article":{"title":"t"}}', /slug/],
  ['a number for a title', '{"event":"article.published","article":{"title":1,"slug":"s"}}', /title/],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe]), /UTF-8/],
  ['a deep nest', '['.repeat(100_000), /JSON|shape/],
]
test('an invalid body is answered 400 and kept as rejected with the reason', async () => {
  const desk = await openReceivingDesk()
  for (const [, body, reason] of BAD_BODIES) {
    const answer = await desk.send('x', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatch(reason)
  }
  const rows = await desk.deliveries()
  expect(rows).toHaveLength(BAD_BODIES.length)
  for (const row of rows) expect(row).toMatchObject({ status: 'rejected', reason: expect.any(String) })
  const { refused, received } = await desk.call('webhooks.status', {})
  expect(refused).toEqual({ 'bad-body': BAD_BODIES.length })
  expect(received).toBe(BAD_BODIES.length)
})

test('wrong, missing, repeated and near-miss secrets are answered 401 before the body is read', async () => {
  const desk = await openReceivingDesk()
  const near = desk.secret.slice(0, -1) + (desk.secret.endsWith('A') ? 'B' : 'A')
  const values = [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${desk.secret}`,
    desk.secret,
    `Bearer ${near}`,
    `Bearer ${desk.secret}x`,
  ]
  values.push(`Bearer ${desk.secret.slice(0, -1)}`, `Bearer  ${desk.secret}`, `Bearer ${desk.secret}, Bearer x`)
  for (const authorization of values) {
    const { status, headers } = await post(desk.url, { headers: { authorization }, body: article('x') })
    expect([authorization.length, status, headers.connection]).toEqual([authorization.length, 401, 'close'])
  }
  expect((await post(desk.url, { body: article('x') })).status).toBe(401)
  // A body is announced and never sent: the answer comes all the same, and the line is closed.
  const head = (lines: string[]) =>
    [`POST /hooks/acme HTTP/1.1`, `Host: 127.0.0.1:${desk.port}`, 'Content-Length: 50', ...lines, '', ''].join('\r\n')
  const twice = [`Authorization: Bearer ${desk.secret}`, `Authorization: Bearer ${desk.secret}`]
  expect(await raw(desk.port, head(twice))).toMatch(/^HTTP\/1\.1 401 /)
  expect(await raw(desk.port, head(['Authorization: Bearer no']))).toMatch(/^HTTP\/1\.1 401 /)
  expect(await desk.deliveries()).toEqual([])
  expect((await desk.call('webhooks.status', {})).refused).toEqual({ unauthorized: values.length + 3 })
})

test('checks run in order: Host, Origin, method, path, secret, length', async () => {
  const desk = await openReceivingDesk()
  const plain = desk.url.replace('/hooks/acme', '')
  const all = { host: 'evil.test', origin: 'https://evil.test' }
  const ask = (path: string, method: string, headers: Record<string, string>) =>
    post(plain + path, { method, headers: { host: `127.0.0.1:${desk.port}`, ...headers } })
  expect((await ask('/no', 'GET', all)).status).toBe(403)
  expect((await ask('/no', 'GET', { origin: 'null' })).status).toBe(403)
  const method = await ask('/no', 'PUT', {})
  expect([method.status, method.headers.allow]).toEqual([405, 'POST'])
  expect((await ask('/no', 'POST', {})).status).toBe(404)
  expect((await ask('/hooksx', 'POST', {})).status).toBe(404)
  expect((await ask('/hooks/beta', 'POST', bearer(desk.secret))).status).toBe(401)
  expect((await ask('/hooks/acme?x=1', 'POST', { host: 'localhost', authorization: 'x' })).status).toBe(401)
  const { refused } = await desk.call('webhooks.status', {})
  expect(refused).toEqual({ 'foreign-host': 1, origin: 1, method: 1, 'not-found': 2, unauthorized: 2 })
})

test('receiver gives an unknown slug the answer of a known slug with a wrong secret', async () => {
  const desk = await openReceivingDesk()
  const ask = async (path: string, lines: string[]) => {
    const head = [`POST ${path} HTTP/1.1`, `Host: 127.0.0.1:${desk.port}`, 'Content-Length: 2', ...lines]
    return (await raw(desk.port, [...head, '', '{}'].join('\r\n'))).replace(/\r\nDate: [^\r]+/, '')
  }
  const authorization = `Authorization: Bearer ${desk.secret}`
  const wrong = await ask('/hooks/acme', ['Authorization: Bearer whsec_no'])
  expect(wrong).toMatch(/^HTTP\/1\.1 401 /)
  expect(await ask('/hooks/acme', [])).toBe(wrong)
  for (const path of ['/hooks/nobody', '/hooks/acme/', '/hooks/acme/x', '/hooks/ACME', '/hooks/%00']) {
    for (const lines of [[], [authorization], ['Authorization: Bearer whsec_no']]) {
      expect([path, await ask(path, lines)]).toEqual([path, wrong])
    }
  }
  // Only the desk's owner sees which of the two it was.
  expect((await desk.call('webhooks.status', {})).refused).toEqual({ unauthorized: 2, 'not-found': 15 })
})

test('repeated, missing and unlisted Host headers are refused; a tunnel’s name can be allowed', async () => {
  const desk = await openReceivingDesk()
  const head = (hosts: string[]) =>
    ['POST /hooks/acme HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', ''].join('\r\n')
  for (const hosts of [[], ['127.0.0.1', 'evil.test'], ['127.0.0.1.evil.test'], ['user@127.0.0.1']]) {
    expect(await raw(desk.port, head(hosts))).toMatch(/^HTTP\/1\.1 403 /)
  }
  const viaTunnel = { headers: { host: 'desk.example.test' } }
  expect((await desk.send('t', viaTunnel)).status).toBe(403)
  await desk.call('webhooks.configure', { allowedHosts: ['Desk.Example.test'] })
  const { url } = (await desk.call('webhooks.status', {})).brands[0] ?? { url: '' }
  expect(
    (await post(url, { headers: { ...bearer(desk.secret), ...viaTunnel.headers }, body: article('t') })).status,
  ).toBe(200)
})

test('a body over 1 MiB is answered 413, declared or chunked, and the next sender is served', async () => {
  const desk = await openReceivingDesk()
  const declared = [
    'POST /hooks/acme HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${desk.secret}`,
    `Content-Length: ${MIB + 1}`,
  ]
  expect(await raw(desk.port, [...declared, '', ''].join('\r\n'))).toMatch(/^HTTP\/1\.1 413 /)
  expect(await raw(desk.port, [...declared, 'Expect: 100-continue', '', ''].join('\r\n'))).toMatch(/^HTTP\/1\.1 413 /)

  const open = () => request(desk.url, { method: 'POST', headers: bearer(desk.secret), agent: false })
  const little = open()
  little.on('error', () => undefined) // the line is cut once it was answered
  little.write(Buffer.alloc(MIB + 1, 32))
  const [response] = await once(little, 'response')
  expect(response.statusCode).toBe(413)
  little.destroy()

  // A client that goes on sending may be disconnected before it reads the answer.
  const sent = open()
  const ended = new Promise<void>((resolve) => {
    sent.on('error', () => resolve()).on('response', () => resolve())
  })
  const chunk = Buffer.alloc(64 * 1024, 32)
  let bytes = 0
  const pump = () => {
    while (!sent.destroyed && bytes < 64 * MIB) {
      bytes += chunk.length
      if (!sent.write(chunk)) return void sent.once('drain', pump)
    }
  }
  pump()
  await ended
  expect(bytes).toBeLessThan(16 * MIB) // what fits into the buffers between, not the whole
  sent.destroy()

  const whole = JSON.stringify({ event: 'article.published', article: { title: 't', slug: 's' }, pad: '' })
  const body = whole.replace('"pad":""', `"pad":"${'x'.repeat(MIB - whole.length)}"`)
  expect(Buffer.byteLength(body)).toBe(MIB)
  expect((await desk.send('s', { body })).status).toBe(200)
  expect((await desk.call('webhooks.status', {})).refused).toEqual({ 'too-large': 4 })
})

test('100-continue is given only once the head has passed', async () => {
  const desk = await openReceivingDesk()
  const ask = (secret: string) => {
    const sent = request(desk.url, {
      method: 'POST',
      headers: { ...bearer(secret), expect: '100-continue' },
      agent: false,
    })
    sent.flushHeaders()
    return new Promise<string>((resolve, reject) => {
      sent.on('continue', () => sent.end(article('c')))
      sent.on('response', (response) => {
        response.resume()
        resolve(String(response.statusCode))
      })
      sent.on('error', reject)
    })
  }
  expect(await ask('whsec_no')).toBe('401')
  expect(await ask(desk.secret)).toBe('200')
})

test('broken HTTP is answered 400 and counted', async () => {
  const desk = await openReceivingDesk()
  expect(await raw(desk.port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  expect(await raw(desk.port, `POST /hooks HTTP/1.1\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
  expect((await desk.call('webhooks.status', {})).refused).toEqual({ 'bad-body': 1, 'too-large': 1 })
})
