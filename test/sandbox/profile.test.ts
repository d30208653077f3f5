import { expect, it } from 'vitest'
import { startClient } from './sandbox-client.ts'

it('moves a path and renames parameters as the profile says, in errors too', async () => {
  const client = await startClient({
    profile: {
      operations: { 'rankTracking.topKeywords': { path: '/gateway/rankings', method: 'POST' } },
      parameters: { 'rankTracking.topKeywords': { limit: 'max', teamId: 'team', startDate: 'from', endDate: 'to' } },
    },
  })
  expect((await client.call('/v3/rank-tracking/top-keywords')).status).toBe(404)
  const moved = (query: Record<string, string>) => client.call('/gateway/rankings', { method: 'POST', query })
  expect((await moved({ max: '3' })).json.items).toHaveLength(3)
  expect((await moved({ limit: '3' })).json.items.length).toBeGreaterThan(3)
  expect((await moved({ team: client.sandbox.brands[1]?.teamId ?? '' })).status).toBe(403)
  expect((await moved({ from: 'soon' })).json.error).toMatch(/^from: /)
})

it('reads and writes fields under the names of the profile', async () => {
  const client = await startClient({
    profile: {
      fields: {
        'connectors.catalog': { response: { 'tools[].default': 'permissions[].defaultState', brandId: 'team.id' } },
        'cms.unschedule': {
          request: { articleSlugs: 'slugs' },
          response: { 'results[].articleSlug': 'results[].slug' },
        },
      },
    },
  })
  const { json: catalog } = await client.call('/v3/settings/mcp')
  expect(catalog).toMatchObject({ team: { id: client.sandbox.brands[0]?.teamId }, canManage: expect.any(Boolean) })
  expect(catalog.permissions[0]).toMatchObject({ name: expect.any(String), defaultState: 'allow' })
  expect(catalog).not.toHaveProperty('tools')
  const unschedule = (body: unknown) => client.call('/cms/schedule/unschedule', { method: 'DELETE', body })
  expect((await unschedule({ slugs: ['tea'] })).json.results).toMatchObject([{ slug: 'tea', status: 'failed' }])
  expect((await unschedule({ articleSlugs: ['tea'] })).status).toBe(400)
})

it('distinguishes a fixed path from one with a parameter', async () => {
  const client = await startClient()
  const { teamId } = client.sandbox.brands[0] ?? {}
  const { status, json } = await client.call('/ai-models/refresh-interval', {
    method: 'PATCH',
    body: { teamId, interval: null },
  })
  expect({ status, json }).toMatchObject({ status: 200, json: { success: true, customInterval: null } })
})
