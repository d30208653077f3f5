import { expect, it } from 'vitest'
import { OPERATION_NAMES, operations } from '../../src-shared/service/operations.ts'
import { startClient } from './sandbox-client.ts'

const PATH = operations['topicClusters.list'].path

it.each(OPERATION_NAMES)('%s answers 401 without a key', async (name) => {
  const client = await startClient()
  const { method, path } = operations[name]
  const { status, json } = await client.call(path, { method, key: null })
  expect(status).toBe(401)
  expect(json).toMatchObject({ success: false, statusCode: 401, error: expect.stringMatching(/API key/) })
})

it('answers 401 to an unknown key, to a near miss and to another scheme', async () => {
  const client = await startClient()
  const key = client.sandbox.brands[0]?.key ?? ''
  for (const wrong of ['sk_unknown', key.slice(0, -1), `${key}x`, key.toLowerCase()]) {
    const { status, text } = await client.call(PATH, { key: wrong })
    expect(status).toBe(401)
    expect(text).not.toContain(wrong)
  }
  expect((await client.call(PATH, { key: null, headers: { authorization: `Basic ${key}` } })).status).toBe(401)
})

it('accepts its own teamId, answers 403 to another brand’s and 404 to an unknown one', async () => {
  const client = await startClient()
  const [own, other] = client.sandbox.brands.map(({ teamId }) => teamId)
  expect((await client.call(PATH, { query: { teamId: own ?? '' } })).status).toBe(200)
  const forbidden = await client.call(PATH, { query: { teamId: other ?? '' } })
  expect(forbidden.status).toBe(403)
  expect(forbidden.json).toMatchObject({ success: false, statusCode: 403 })
  const unknown = await client.call(PATH, { query: { teamId: 'team_nobody' } })
  expect(unknown.json).toEqual({ success: false, statusCode: 404, error: 'unknown team' })
})

it('finds the teamId in a body too', async () => {
  const client = await startClient()
  const patch = { method: 'PATCH', body: { teamId: client.sandbox.brands[1]?.teamId, isActive: true } }
  expect((await client.call('/ai-models/chatgpt', patch)).status).toBe(403)
})

it('serves every brand its own rows', async () => {
  const client = await startClient({ brands: 5 })
  for (const [brand, { teamId, key }] of client.sandbox.brands.entries()) {
    expect(key).toMatch(/^sk_[A-Za-z0-9]{48}$/)
    const { json } = await client.call(operations['connectors.catalog'].path, { brand })
    expect(json.brandId).toBe(teamId)
  }
})
