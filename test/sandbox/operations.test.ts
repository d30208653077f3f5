import { describe, expect, it } from 'vitest'
import { handlers } from '../../src-sandbox/handlers/index.ts'
import { OPERATION_NAMES, type OperationName, operations } from '../../src-shared/service/operations.ts'
import { startClient } from './sandbox-client.ts'

const READING: readonly OperationName[] = [
  'outreach.peopleSearchTerms',
  'outreach.prospects',
  'outreach.contacts',
  'outreach.outbox',
  'outreach.sendingAccounts',
  'rankTracking.topKeywords',
  'rankTracking.keywords',
  'topicClusters.list',
  'keywords.suggest',
  'aiModels.list',
  'aiModels.refreshInterval',
  'connectors.catalog',
]
describe('reading operations', () => {
  it.each(READING)('%s replies as the operation table says, for each of 20 brands', async (name) => {
    const client = await startClient({ brands: 20 })
    for (const [brand, { teamId }] of client.sandbox.brands.entries()) {
      const { status, json } = await client.call(operations[name].path, { brand, query: { teamId } })
      expect(status).toBe(200)
      expect(operations[name].response.safeParse(json).error?.issues).toBeUndefined()
    }
  })

  it('gives each brand rows in every listing that a demo shows', async () => {
    const client = await startClient({ brands: 12 })
    for (const [brand] of client.sandbox.brands.entries()) {
      for (const name of [
        'outreach.prospects',
        'outreach.contacts',
        'outreach.outbox',
        'topicClusters.list',
      ] as const) {
        const { json } = await client.call(operations[name].path, { brand })
        expect(json.items.length, name).toBeGreaterThan(0)
      }
    }
  })

  it('lists contacts of its own prospects, and an outbox to its own contacts', async () => {
    const client = await startClient()
    const idsOf = async (name: OperationName, field: string): Promise<string[]> => {
      const { json } = await client.call(operations[name].path)
      return json.items.map((item: Record<string, string>) => item[field])
    }
    const prospects = await idsOf('outreach.prospects', 'id')
    const contacts = await idsOf('outreach.contacts', 'id')
    expect(new Set(prospects).size).toBe(prospects.length)
    expect(new Set(contacts).size).toBe(contacts.length)
    expect(prospects).toEqual(expect.arrayContaining(await idsOf('outreach.contacts', 'prospectId')))
    expect(contacts).toEqual(expect.arrayContaining(await idsOf('outreach.outbox', 'prospectEmailId')))
  })

  it('lists a coverage that adds up and a summary over all clusters', async () => {
    const client = await startClient({ keywords: 400 })
    const { json } = await client.call(operations['topicClusters.list'].path)
    let keywordCount = 0
    for (const { coverage, coveragePct, trend, changePct, ...cluster } of json.items) {
      keywordCount += cluster.keywordCount
      expect(coverage.published + coverage.generated + coverage.planned + coverage.unused).toBe(coverage.total)
      expect(coveragePct).toBeCloseTo((100 * coverage.published) / coverage.total, 1)
      expect(trend).toBe(changePct > 2 ? 'rising' : changePct < -2 ? 'falling' : 'stable')
      expect(cluster.trackedPromptCount).toBeLessThanOrEqual(cluster.promptCount)
      expect(cluster.trackedKeywordCount).toBeLessThanOrEqual(cluster.keywordCount)
    }
    expect(json.summary.totalKeywords).toBe(keywordCount)
  })

  it('offers about 30 connector tools: reads allowed, writes denied by default', async () => {
    const client = await startClient()
    const { json } = await client.call(operations['connectors.catalog'].path)
    const names = json.tools.map(({ name }: { name: string }) => name)
    expect(json.brandId).toBe(client.sandbox.brands[0]?.teamId)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(28)
    expect(names).toEqual(
      expect.arrayContaining([
        'list_teams',
        'rank_tracking_keywords',
        'outreach_prospect_emails',
        'outreach_queued',
        'outreach_queue_emails',
        'outreach_reply',
      ]),
    )
    for (const tool of json.tools) expect(tool.default).toBe(tool.group === 'read' ? 'allow' : 'deny')
  })

  it('keeps the rules of AI models and of the cadence', async () => {
    const client = await startClient({ brands: 20 })
    for (const [brand, { teamId }] of client.sandbox.brands.entries()) {
      const models = await client.call('/ai-models', { brand, query: { teamId } })
      for (const { isActive, canEnable } of models.json.models) expect(isActive && !canEnable).toBe(false)
      const { json } = await client.call('/ai-models/refresh-interval', { brand, query: { teamId } })
      expect(json.allowedIntervals).toEqual([30, 15, 7, 3, 1].filter((days) => days >= json.planFloor))
      expect(json.effectiveInterval).toBe(Math.max(json.planFloor, json.customInterval ?? json.planFloor))
    }
  })
})

describe('other requests', () => {
  it('has a handler for every operation of the table', () => {
    expect(Object.keys(handlers).toSorted()).toEqual(OPERATION_NAMES.toSorted())
  })

  it('answers an unknown path 404 in the error body', async () => {
    const client = await startClient()
    const { status, json } = await client.call('/v3/nothing-here')
    expect({ status, json }).toEqual({
      status: 404,
      json: { success: false, error: 'no such endpoint', statusCode: 404 },
    })
  })

  it('names the field that is wrong', async () => {
    const client = await startClient()
    const { teamId } = client.sandbox.brands[0] ?? { teamId: '' }
    const refused = async (...parameters: Parameters<typeof client.call>) => {
      const { status, json } = await client.call(...parameters)
      return `${status} ${json.error}`
    }
    const top = operations['rankTracking.topKeywords'].path
    expect(await refused(top, { query: { startDate: '2026-02-30' } })).toMatch(/^400 startDate: /)
    expect(await refused(top, { query: { device: 'watch' } })).toMatch(/^400 device: /)
    expect(await refused(top, { query: { limit: '0' } })).toMatch(/^400 limit: /)
    expect(await refused(top, { query: { startDate: '2026-03-02', endDate: '2026-03-01' } })).toMatch(
      /^400 startDate: /,
    )
    expect(await refused('/ai-models')).toMatch(/^400 teamId: /)
    const patch = { method: 'PATCH', body: { teamId, isActive: 'yes' } }
    expect(await refused('/ai-models/chatgpt', patch)).toMatch(/^400 isActive: /)
    const queue = { method: 'POST', body: { items: [] } }
    expect(await refused('/v3/outreach/outbox/queue', queue)).toMatch(/^400 items: /)
  })
})

describe('pages of listings', () => {
  it.each([
    'rankTracking.topKeywords',
    'rankTracking.keywords',
    'topicClusters.list',
    'outreach.prospects',
    'outreach.contacts',
    'outreach.outbox',
  ] as const)('%s comes whole, or page by page with the same rows', async (name) => {
    const whole = await startClient()
    const paged = await startClient({ pageSize: 7 })
    const { json: all } = await whole.call(operations[name].path)
    expect(all.nextCursor).toBeUndefined()
    const rows: unknown[] = []
    let cursor: string | undefined
    do {
      const { json } = await paged.call(operations[name].path, { query: cursor === undefined ? {} : { cursor } })
      expect(json.items.length).toBeLessThanOrEqual(7)
      rows.push(...json.items)
      cursor = json.nextCursor
    } while (cursor !== undefined)
    expect(rows).toEqual(all.items)
  })

  it('refuses a cursor that it did not give', async () => {
    const client = await startClient({ pageSize: 7 })
    const { status, json } = await client.call('/v3/outreach/prospects', { query: { cursor: 'x' } })
    expect(status).toBe(400)
    expect(json.error).toMatch(/^cursor: /)
  })
})
