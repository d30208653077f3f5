import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { CmsReplySchema } from '../../src-shared/service/cms.ts'
import { PROVIDERS } from '../../src-shared/service/providers.ts'
import { NOW_MS, type SandboxClient, startClient } from './sandbox-client.ts'

const publish = (client: SandboxClient, body: Record<string, unknown>) =>
  client.call('/cms/publish', { method: 'POST', body: { articleSlug: 'one', provider: 'ghost', ...body } })
const articlesOf = async (client: SandboxClient) => (await client.control('GET', '/cms')).json.articles

it.each(PROVIDERS)(
  '%s gives an id and an address, the same each time, and another for a draft where it has one',
  async (provider) => {
    const client = await startClient()
    const [first, second] = [await publish(client, { provider }), await publish(client, { provider })]
    const reply = CmsReplySchema.parse(first.json)
    expect(reply).toMatchObject({ success: true, succeeded: 1, failed: 0 })
    expect(reply.results?.[0]?.postUrl).toMatch(/^https:\/\/.+one/)
    expect(second.json).toEqual(first.json)
    const draft = await publish(client, { provider, status: 'draft' })
    expect(draft.json.results[0].status).toBe('draft')
    expect((await articlesOf(client)).map(({ published }: { published: number }) => published)).toEqual([3])
  },
)

it('publishes every article of `items`, and fails the one with a fault', async () => {
  const client = await startClient()
  await client.control('POST', '/cms', { provider: 'ghost', fail: 'item', slug: 'two' })
  const items = ['one', 'two', 'three'].map((articleSlug) => ({ articleSlug }))
  const { json } = await publish(client, { items })
  expect([json.success, json.succeeded, json.failed]).toEqual([false, 2, 1])
  expect(json.results.map(({ status }: { status: string }) => status)).toEqual(['published', 'failed', 'published'])
  expect((await publish(client, { items })).json.success).toBe(true)
})

it('publishes the article that the request names at the top, where it has no items', async () => {
  const client = await startClient()
  const { json } = await publish(client, { articleSlug: 'alone' })
  expect(json).toMatchObject({ success: true, succeeded: 1, failed: 0, results: [{ articleSlug: 'alone' }] })
  expect((await articlesOf(client)).map(({ slug }: { slug: string }) => slug)).toEqual(['alone'])
})

it('answers 503 for a provider that is down until that is cleared, and no other', async () => {
  const client = await startClient()
  await client.control('POST', '/cms', { provider: 'ghost', fail: 'down' })
  expect([(await publish(client, {})).status, (await publish(client, {})).status]).toEqual([503, 503])
  expect((await publish(client, { provider: 'framer' })).status).toBe(200)
  await client.control('DELETE', '/cms')
  expect((await publish(client, {})).status).toBe(200)
})

it('publishes a scheduled article once, at its time, and not one that was unscheduled', async () => {
  const client = await startClient()
  const publishAt = new Date(NOW_MS + 60_000).toISOString()
  const schedule = (articleSlug: string) =>
    client.call('/cms/schedule', { method: 'POST', body: { articleSlug, provider: 'ghost', publishAt } })
  expect((await schedule('one')).json.results[0].status).toBe('scheduled')
  await schedule('two')
  const back = await client.call('/cms/schedule/unschedule', {
    method: 'DELETE',
    body: { articleSlugs: ['two', 'three'] },
  })
  expect(back.json).toMatchObject({ success: false, succeeded: 1, failed: 1 })
  const fired = async () => (await articlesOf(client)).map((article: { fired: number }) => article.fired)
  await client.control('POST', '/clock', { advanceMs: 59_999 })
  expect(await fired()).toEqual([0, 0])
  await client.control('POST', '/clock', { advanceMs: 1 })
  await client.control('POST', '/clock', { advanceMs: 3_600_000 })
  expect(await fired()).toEqual([1, 0])
  expect((await schedule('late')).status).toBe(400)
})

it('unschedules an article on every provider, and no other article', async () => {
  const client = await startClient()
  const publishAt = new Date(NOW_MS + 60_000).toISOString()
  for (const provider of ['ghost', 'wordpress', 'webflow'])
    for (const articleSlug of ['one', 'two'])
      await client.call('/cms/schedule', { method: 'POST', body: { articleSlug, provider, publishAt } })
  const reply = await client.call('/cms/schedule/unschedule', { method: 'DELETE', body: { articleSlugs: ['one'] } })
  expect(reply.json).toMatchObject({ success: true, succeeded: 1, failed: 0, results: [{ articleSlug: 'one' }] })
  const waiting = (await articlesOf(client)).filter((one: { scheduledFor: string | null }) => one.scheduledFor !== null)
  expect(waiting.map(({ slug }: { slug: string }) => slug)).toEqual(['two', 'two', 'two'])
})

it('unpublishes a published article, and fails for one that is not published', async () => {
  const client = await startClient()
  await publish(client, {})
  const body = { articleSlugs: ['one', 'two'], provider: 'ghost' }
  const { json } = await client.call('/cms/unpublish', { method: 'POST', body })
  expect(json.results.map(({ status }: { status: string }) => status)).toEqual(['unpublished', 'failed'])
  expect((await articlesOf(client))[0].status).toBeNull()
})

it('sends a real POST with the team’s secret to its receiver, for "webhook" and not for a draft', async () => {
  const client = await startClient()
  const seen: { headers: IncomingMessage['headers']; body: unknown }[] = []
  const receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    seen.push({ headers: request.headers, body: JSON.parse(text) })
    response.writeHead(200).end('{"received":true}')
    receiver.emit('seen')
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const { port } = receiver.address() as AddressInfo // it listens on a port
  const teamId = client.sandbox.brands[0]?.teamId ?? ''
  const target = { teamId, url: `http://127.0.0.1:${port}/hooks/x`, secret: 'whsec_1' }
  expect((await client.control('POST', '/webhooks', target)).status).toBe(201)
  const post = once(receiver, 'seen')
  await publish(client, { provider: 'webhook', status: 'draft' })
  await publish(client, { provider: 'ghost' })
  await publish(client, { provider: 'webhook', articleSlug: 'how-to-brew' })
  await post
  expect(seen).toHaveLength(1)
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer whsec_1', 'content-type': 'application/json' })
  expect(seen[0]?.headers.origin).toBeUndefined()
  expect(seen[0]?.body).toMatchObject({
    event: 'article.published',
    article: { title: 'How to brew', slug: 'how-to-brew', url: expect.stringContaining('how-to-brew') },
  })
  expect((await client.control('POST', '/webhooks', { ...target, teamId: 'team_none' })).status).toBe(404)
})
