import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTestDesk } from '../../support/composed-desk.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { testAlone } from '../../support/team-engine.ts'
import { tempHome } from '../../support/temp-home.ts'
import { addBrands } from '../../support/webhooks-brands.ts'
import { article, bearer, openReceivingDesk, post } from '../../support/webhooks-desk.ts'

const HOUR_MS = 3_600_000

/** A local server with a given answer that keeps the requests it got. */
const listenLocally = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const got: { headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      answer(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // TCP
  return { url: `http://127.0.0.1:${port}/in`, got, port, server }
}

describe('secrets', () => {
  testAlone('the old secret is accepted until the overlap ends, and each delivery says which one it used', async () => {
    const clock = createManualClock()
    const desk = await openReceivingDesk({ clock })
    const old = { authorization: `Bearer ${desk.secret}` }
    const next = await desk.call('webhooks.rotateSecret', { brandId: desk.brandId, sessionOnly: true })
    expect(next.secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(next.previousAcceptedUntil).toBe(new Date(clock.now() + 24 * HOUR_MS).toISOString())
    expect((await desk.send('a', { headers: old })).status).toBe(200)
    expect((await desk.send('b', { headers: bearer(next.secret) })).status).toBe(200)
    clock.jump(24 * HOUR_MS - 1)
    expect((await desk.send('c', { headers: old })).status).toBe(200)
    clock.jump(1)
    expect((await desk.send('d', { headers: old })).status).toBe(401)
    expect((await desk.send('e', { headers: bearer(next.secret) })).status).toBe(200)
    const rows = await desk.deliveries()
    expect(Object.fromEntries(rows.map(({ slug, secretUsed }) => [slug, secretUsed]))).toEqual({
      a: 'previous',
      b: 'current',
      c: 'previous',
      e: 'current',
    })
    const [brand] = (await desk.call('webhooks.status', {})).brands
    expect(brand).toMatchObject({ hasSecret: true, previousAcceptedUntil: null })
  })

  test('without overlap the old one ends at once; a third secret ends the first', async () => {
    const desk = await openReceivingDesk()
    const second = await desk.call('webhooks.rotateSecret', { brandId: desk.brandId, sessionOnly: true })
    const third = await desk.call('webhooks.rotateSecret', { brandId: desk.brandId, sessionOnly: true })
    expect((await desk.send('1')).status).toBe(401)
    expect((await desk.send('2', { headers: bearer(second.secret) })).status).toBe(200)
    await desk.call('webhooks.configure', { overlapHours: 0 })
    const { url } = await desk.call('webhooks.rotateSecret', { brandId: desk.brandId, sessionOnly: true })
    expect((await post(url, { headers: bearer(third.secret), body: article('3') })).status).toBe(401)
  })

  test('a brand without a secret refuses deliveries and samples', async () => {
    const desk = await openReceivingDesk()
    const [, beta = ''] = desk.ids
    const url = desk.url.replace('acme', 'beta')
    expect((await post(url, { headers: bearer('whsec_x'), body: article('a') })).status).toBe(401)
    await expect(desk.call('webhooks.sendSample', { brandId: beta })).rejects.toMatchObject({ kind: 'not-found' })
    expect(await desk.call('webhooks.check', { brandId: beta })).toMatchObject({ reachable: false })
    expect(await desk.call('webhooks.check', { brandId: desk.brandId })).toMatchObject({ reachable: true })
    expect((await desk.call('webhooks.status', {})).refused).toEqual({ unauthorized: 1 })
  })

  test('removing a brand removes its path, secret and deliveries', async () => {
    const desk = await openReceivingDesk()
    expect((await desk.send('a')).status).toBe(200)
    await desk.call('brands.remove', { brandId: desk.brandId })
    expect((await desk.send('b')).status).toBe(401)
    expect((await post(desk.url.replace('/acme', ''), { headers: bearer(desk.secret) })).status).toBe(401)
    expect(await desk.deliveries()).toEqual([])
  })
})

describe('the receiver', () => {
  test('reports a taken port with the fix, and tries again when configured', async () => {
    const squatter = await listenLocally((_request, response) => response.end())
    const desk = await openReceivingDesk()
    await desk.call('webhooks.configure', { port: squatter.port })
    const taken = await desk.call('webhooks.status', {})
    expect(taken).toMatchObject({ listening: false, port: squatter.port })
    expect(taken.error).toMatch(new RegExp(`Port ${squatter.port} .* taken .* choose another port`))
    expect(await desk.call('webhooks.check', {})).toMatchObject({ reachable: false })
    await expect(desk.call('webhooks.sendSample', { brandId: desk.brandId })).rejects.toMatchObject({
      kind: 'conflict',
    })
    squatter.server.close()
    squatter.server.closeAllConnections()
    await once(squatter.server, 'close')
    await desk.call('webhooks.configure', {})
    expect(await desk.call('webhooks.status', {})).toMatchObject({ listening: true, port: squatter.port, error: null })
    expect((await desk.call('webhooks.sendSample', { brandId: desk.brandId })).status).toBe(200)
    await desk.call('webhooks.configure', { enabled: false })
    expect(await desk.call('webhooks.status', {})).toMatchObject({ listening: false, error: null })
  })

  test('shows senders an address that leads to it, on whichever address it listens', async () => {
    const desk = await openReceivingDesk()
    const urlAt = async (address: '0.0.0.0' | '127.0.0.1' | '::1') => {
      await desk.call('webhooks.configure', { address })
      const { brands, port } = await desk.call('webhooks.status', {})
      return brands[0]?.url.replace(`:${port}/`, ':port/')
    }
    expect(await urlAt('0.0.0.0')).toBe('http://127.0.0.1:port/hooks/acme')
    expect(await urlAt('::1')).toBe('http://[::1]:port/hooks/acme')
    expect(await urlAt('127.0.0.1')).toBe('http://127.0.0.1:port/hooks/acme')
  })

  test('history, secrets, counts and settings survive a restart', async () => {
    const first = await openReceivingDesk()
    expect((await first.send('kept')).status).toBe(200)
    expect((await first.send('x', { headers: { authorization: 'Bearer no' } })).status).toBe(401)
    await first.call('webhooks.configure', { retentionDays: 30, mutedBrandIds: [first.brandId] })
    const rows = await first.deliveries()
    await first.close()
    const desk = await openTestDesk({ home: first.home, isReceiverWanted: true })
    expect((await desk.call('webhooks.deliveries', {})).rows).toEqual(rows)
    const status = await desk.call('webhooks.status', {})
    expect(status).toMatchObject({ received: 1, refused: { unauthorized: 1 }, retentionDays: 30 })
    expect(status.refusals).toMatchObject([{ reason: 'unauthorized', brandId: first.brandId }])
    expect(status.mutedBrandIds).toEqual([first.brandId])
    const url = status.brands[0]?.url ?? ''
    expect((await post(url, { headers: bearer(first.secret), body: article('next') })).status).toBe(200)
    // The secret itself was kept in memory only.
    await expect(desk.call('webhooks.sendSample', { brandId: first.brandId })).rejects.toMatchObject({
      kind: 'not-found',
    })
  })

  testAlone('deletes deliveries older than the retention in the background', async () => {
    const clock = createManualClock()
    const desk = await openReceivingDesk({ clock })
    expect((await desk.send('old')).status).toBe(200)
    clock.jump(90 * 24 * HOUR_MS - 1000)
    expect((await desk.send('new')).status).toBe(200)
    await clock.advance(HOUR_MS)
    await desk.call('desk.confirmClock', {})
    await expect.poll(async () => (await desk.deliveries()).map(({ slug }) => slug)).toEqual(['new'])
    clock.jump(25 * HOUR_MS)
    await desk.call('webhooks.configure', { retentionDays: 1 })
    await expect.poll(desk.deliveries).toEqual([])
  })

  test('is not started when receiving is off', async () => {
    const paths = tempHome()
    await addBrands(paths, ['Acme'])
    const desk = await openTestDesk({ home: paths.home })
    expect(await desk.call('webhooks.status', {})).toMatchObject({ listening: false, error: null })
  })
})

describe('the inbox', () => {
  test('pages, filters and searches deliveries', async () => {
    const desk = await openReceivingDesk()
    for (const slug of ['green-tea', 'black-tea', 'coffee']) expect((await desk.send(slug)).status).toBe(200)
    await desk.send('x', { body: '{"event":"article.deleted","article":{"slug":"gone","title":"Gone"}}' })
    await desk.send('x', { body: 'no' })
    const ask = async (input: Parameters<typeof desk.call<'webhooks.deliveries'>>[1]) => {
      const { rows, total, nextCursor } = await desk.call('webhooks.deliveries', input)
      return { slugs: rows.map(({ slug }) => slug), total, nextCursor }
    }
    expect(await ask({ search: 'TEA' })).toMatchObject({ slugs: ['black-tea', 'green-tea'], total: 2 })
    expect(await ask({ filter: { status: ['rejected'] } })).toMatchObject({ slugs: [null], total: 1 })
    expect(await ask({ filter: { event: ['article.deleted'] } })).toMatchObject({ slugs: ['gone'], total: 1 })
    expect(await ask({ brandIds: [desk.ids[1] ?? ''] })).toMatchObject({ slugs: [], total: 0 })
    expect(await ask({ filter: { to: '2020-01-01T00:00:00Z' } })).toMatchObject({ total: 0 })
    await expect(ask({ brandIds: ['none'] })).rejects.toMatchObject({ kind: 'not-found' })
    const first = await ask({ limit: 2, sort: { by: 'receivedAt', direction: 'asc' } })
    expect(first).toMatchObject({ slugs: ['green-tea', 'black-tea'], total: 5 })
    const rest = await ask({ limit: 5, sort: { by: 'receivedAt', direction: 'asc' }, cursor: first.nextCursor })
    expect(rest).toMatchObject({ slugs: ['coffee', 'gone', null], nextCursor: null })
    await expect(desk.call('webhooks.delivery', { id: 'd999' })).rejects.toMatchObject({ kind: 'not-found' })
    await expect(desk.call('webhooks.delivery', { id: "1' OR 1" })).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('a sample goes over HTTP to the desk’s own receiver', async () => {
    const desk = await openReceivingDesk()
    const sent = await desk.call('webhooks.sendSample', { brandId: desk.brandId, slug: 'sample', title: 'A sample' })
    expect(sent).toMatchObject({ status: 200, body: '{"received":true}', deliveryId: expect.stringMatching(/^d\d+$/) })
    const whole = await desk.call('webhooks.delivery', { id: sent.deliveryId ?? '' })
    expect(whole).toMatchObject({ slug: 'sample', title: 'A sample', status: 'sample' })
    expect(await desk.call('webhooks.replay', { id: whole.id })).toEqual({ applied: false, forward: null })
  })

  testAlone('forwards to a local address without the secret, and retries with growing delays', async () => {
    const clock = createManualClock()
    const desk = await openReceivingDesk({ clock, random: () => 0.5 })
    let status = 503
    const local = await listenLocally((_request, response) => {
      response.statusCode = status
      response.end()
    })
    // Its own event, which comes a little later, would be taken for that of the second attempt.
    const received = desk.next('webhooks.received', () => true)
    const { deliveryId: id = '' } = (await desk.call('webhooks.sendSample', { brandId: desk.brandId })) as {
      deliveryId: string
    }
    await received
    const { forward } = await desk.call('webhooks.replay', { id, forwardTo: local.url })
    expect(forward).toMatchObject({ status: 503, attempt: 1, nextTryAt: new Date(clock.now() + 2000).toISOString() })
    expect(local.got[0]?.headers.authorization).toBeUndefined()
    expect(local.got[0]?.body).toBe((await desk.call('webhooks.delivery', { id })).body)
    const again = desk.next('changed', ({ datasets }) => datasets.includes('deliveries') && local.got.length === 2)
    await clock.whenSleeping((ms) => ms === 2000)
    status = 200
    await clock.advance(2000)
    await again
    const { forwards } = await desk.call('webhooks.delivery', { id })
    expect(forwards).toMatchObject([
      { status: 200, attempt: 2, error: null, nextTryAt: null },
      { status: 503, attempt: 1, nextTryAt: null },
    ])
    expect(local.got).toHaveLength(2)
  })

  test('reports a forward address that does not answer, and refuses other hosts without https', async () => {
    const desk = await openReceivingDesk()
    const gone = await listenLocally(() => undefined)
    gone.server.close()
    await once(gone.server, 'close')
    const { deliveryId } = await desk.call('webhooks.sendSample', { brandId: desk.brandId })
    const id = deliveryId ?? ''
    const { forward } = await desk.call('webhooks.replay', { id, forwardTo: gone.url })
    expect(forward).toMatchObject({ status: null, error: 'Could not be reached (ECONNREFUSED).' })
    for (const forwardTo of [
      'http://example.test/',
      'http://127.0.0.1.example.test/',
      'http://127.0.0.1:80@example.test/',
      'http://localhost@example.test/',
      'https://user:pass@example.test/',
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
    ]) {
      await expect(desk.call('webhooks.replay', { id, forwardTo })).rejects.toMatchObject({ kind: 'invalid' })
    }
  })
})
