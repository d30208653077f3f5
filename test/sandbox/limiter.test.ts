import { expect, it } from 'vitest'
import { createLimiter } from '../../src-sandbox/state/limiter.ts'
import { DEFAULT_PROFILE, mergeProfile } from '../../src-shared/service/profile.ts'
import { type SandboxClient, startClient } from './sandbox-client.ts'

const CATALOG = '/v3/settings/mcp'

const statuses = async (client: SandboxClient, count: number, path = CATALOG, brand = 0): Promise<number[]> => {
  const found: number[] = []
  for (let index = 0; index < count; index += 1) found.push((await client.call(path, { brand })).status)
  return found
}

it('accepts 60 requests a minute for each key and endpoint, and answers the wait in seconds', async () => {
  const client = await startClient()
  expect(new Set(await statuses(client, 59))).toEqual(new Set([200]))
  await client.control('POST', '/clock', { advanceMs: 20_500 })
  expect(await statuses(client, 1)).toEqual([200])
  const refused = await client.call(CATALOG)
  expect(refused.status).toBe(429)
  expect(refused.json).toEqual({
    success: false,
    statusCode: 429,
    code: 'TOO_MANY_REQUESTS',
    error: 'Too Many Requests',
    message: 'Rate limit exceeded',
    retryAfterSeconds: 40,
  })
  expect(refused.headers.get('retry-after')).toBe('40')
  expect(await statuses(client, 1, '/v3/topic-clusters')).toEqual([200])
  expect(await statuses(client, 1, CATALOG, 1)).toEqual([200])
})

it('window slides: a request counts for 60 s', async () => {
  const client = await startClient({ profile: { limits: { requestsPerMinute: 2 } } })
  expect(await statuses(client, 1)).toEqual([200])
  await client.control('POST', '/clock', { advanceMs: 30_000 })
  expect(await statuses(client, 2)).toEqual([200, 429])
  await client.control('POST', '/clock', { advanceMs: 29_999 })
  expect((await client.call(CATALOG)).json.retryAfterSeconds).toBe(1)
  await client.control('POST', '/clock', { advanceMs: 1 })
  expect(await statuses(client, 2)).toEqual([200, 429])
})

it('counts the largest window of each key and operation, refused requests included', async () => {
  const client = await startClient({ profile: { limits: { requestsPerMinute: 2 } } })
  await statuses(client, 3)
  await client.control('POST', '/clock', { advanceMs: 60_000 })
  await statuses(client, 1)
  const { json } = await client.control('GET', '/counts')
  const { teamId } = client.sandbox.brands[0] ?? {}
  expect(json.counts).toEqual([{ teamId, operation: 'connectors.catalog', limit: 2, largest: 3, total: 4, refused: 1 }])
})

it('has its own limit for a heavier operation, and one window for all brands where the account is the scope', () => {
  const profile = mergeProfile(DEFAULT_PROFILE, {
    limits: { scope: 'account', requestsPerMinute: 3, perOperation: { 'topicClusters.list': 1 } },
  })
  const limiter = createLimiter(profile)
  expect(limiter.take('topicClusters.list', 'team_a', 1000)).toBe(0)
  expect(limiter.take('topicClusters.list', 'team_b', 2000)).toBe(59_000)
  expect([1, 2, 3].map((at) => limiter.take('outreach.outbox', `team_${at}`, at))).toEqual([0, 0, 0])
  expect(limiter.take('outreach.outbox', 'team_4', 4)).toBe(59_997)
  expect(limiter.counts()).toContainEqual(
    expect.objectContaining({ teamId: null, operation: 'outreach.outbox', limit: 3, largest: 4, refused: 1 }),
  )
})

it('does not count a request without a key against anyone', async () => {
  const client = await startClient()
  await client.call(CATALOG, { key: 'sk_unknown' })
  expect((await client.control('GET', '/counts')).json.counts).toEqual([])
})
