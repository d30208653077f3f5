import { expect, test } from 'vitest'
import { CONNECTOR_TOOLS } from '../../src-sandbox/seed/connector-tools.ts'
import { connectAssistant } from '../support/mcp-client.ts'
import { startClient } from './sandbox-client.ts'

const openAssistant = async (user = 'owner', options: Parameters<typeof startClient>[0] = {}) => {
  const client = await startClient({ brands: 5, ...options })
  const assistant = await connectAssistant(client.sandbox.mcpUrl, user)
  const teamIds = client.sandbox.brands.map(({ teamId }) => teamId)
  const permit = (brand: number, permissions: Record<string, 'allow' | 'deny'>) =>
    client.call('/v3/settings/mcp', { brand, method: 'PATCH', body: { permissions } })
  return { ...client, ...assistant, service: client, teamIds, teamId: teamIds[0] ?? '', permit }
}

test('every tool of the catalog is listed with its input schema', async () => {
  const { client } = await openAssistant()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).toSorted()).toEqual(CONNECTOR_TOOLS.map(({ name }) => name).toSorted())
  for (const { name, inputSchema, annotations } of tools) {
    expect(inputSchema.required ?? []).toEqual(name === 'list_teams' ? [] : expect.arrayContaining(['teamId']))
    expect(annotations?.readOnlyHint).toBe(CONNECTOR_TOOLS.find((tool) => tool.name === name)?.group === 'read')
  }
  expect(tools.find(({ name }) => name === 'outreach_queue_emails')?.inputSchema.properties).toMatchObject({
    items: { type: 'array', minItems: 1, maxItems: 200 },
  })
})

test('a session belongs to a person: the owner sees all brands, a member their own', async () => {
  const owner = await openAssistant('owner')
  expect((await owner.call('list_teams')).value.teams.map(({ teamId }) => teamId)).toEqual(owner.teamIds)
  const member = await connectAssistant(owner.sandbox.mcpUrl, 'member')
  expect((await member.call('list_teams')).value.teams).toHaveLength(3)
  const other = await member.call('rank_tracking_keywords', { teamId: owner.teamIds[4] })
  expect(other).toMatchObject({ isError: true, text: expect.stringContaining('no access') })
  expect(await owner.call('rank_tracking_keywords', { teamId: 'team_nobody' })).toMatchObject({ isError: true })
})

test('a read tool answers the same as its operation over REST', async () => {
  const { call, teamIds, service, permit } = await openAssistant()
  const pairs = [
    ['rank_tracking_keywords', '/v3/rank-tracking/keywords'],
    ['topic_clusters', '/v3/topic-clusters'],
    ['outreach_prospects', '/v3/outreach/prospects'],
    ['outreach_prospect_emails', '/v3/outreach/prospects/emails'],
    ['outreach_outbox', '/v3/outreach/outbox/emails'],
    ['outreach_mailboxes', '/v3/outreach/sending-accounts'],
    ['outreach_people_search_terms', '/v3/outreach/prospects/people-search-terms'],
    ['suggest_keywords', '/v3/keywords/suggest-keywords'],
    ['connector_permissions', '/v3/settings/mcp'],
  ] as const
  for (const [brand, teamId] of teamIds.slice(0, 2).entries()) {
    await permit(brand, Object.fromEntries(pairs.map(([tool]) => [tool, 'allow' as const])))
    for (const [tool, path] of pairs) {
      const { value, isError } = await call(tool, { teamId })
      expect({ tool, isError }).toEqual({ tool, isError: false })
      expect(value).toEqual((await service.call(path, { brand })).json)
    }
  }
})

test('each other reading tool answers from the same state', async () => {
  const { call, teamId, permit } = await openAssistant()
  const tools = CONNECTOR_TOOLS.filter(({ group }) => group === 'read').map(({ name }) => name)
  await permit(0, Object.fromEntries(tools.map((name) => [name, 'allow' as const])))
  await permit(0, { cms_publish: 'allow', cms_schedule: 'allow' })
  const publish = await call('cms_publish', { teamId, articleSlug: 'how-to-brew', provider: 'ghost' })
  expect(publish.value).toMatchObject({ succeeded: 1, failed: 0 })
  const publishAt = '2026-03-20T08:00:00Z'
  await call('cms_schedule', { teamId, articleSlug: 'later', provider: 'ghost', publishAt })
  expect((await call('articles_list', { teamId })).value.items).toMatchObject([
    { articleSlug: 'how-to-brew', status: 'published' },
    { articleSlug: 'later', status: 'scheduled' },
  ])
  expect((await call('cms_scheduled', { teamId })).value.items).toMatchObject([{ articleSlug: 'later' }])
  const outbox = (await call('outreach_outbox', { teamId })).value.items
  const queued = (await call('outreach_queued', { teamId })).value.items
  expect(queued.length).toBeGreaterThan(0)
  expect(queued).toEqual(outbox.filter(({ sentAt }) => sentAt === null))
  expect((await call('quick_audit', { teamId, url: 'example.com' })).value.seoAudit.totalTests).toBeGreaterThan(0)
  expect(await call('quick_audit', { teamId, url: 'no site' })).toMatchObject({ isError: true })
  for (const name of tools.filter((tool) => tool !== 'quick_audit')) {
    expect({ name, isError: (await call(name, { teamId })).isError }).toEqual({ name, isError: false })
  }
  expect((await call('rank_tracking_top_keywords', { teamId, limit: 5, device: 'mobile' })).value.items).toHaveLength(5)
  await expect(call('rank_tracking_top_keywords', { teamId, device: 'watch' })).resolves.toMatchObject({
    isError: true,
  })
})

test('a tool that is switched off is still listed and refused on the next call, then allowed again', async () => {
  const { call, client, teamIds, permit } = await openAssistant()
  const [first = '', second = ''] = teamIds
  await permit(1, { rank_tracking_keywords: 'allow' })
  await permit(0, { rank_tracking_keywords: 'allow' })
  expect(await call('rank_tracking_keywords', { teamId: first })).toMatchObject({ isError: false })
  await permit(0, { rank_tracking_keywords: 'deny' })
  const refused = await call('rank_tracking_keywords', { teamId: first })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('switched off for') })
  expect(refused.value).toBeUndefined()
  expect(await call('rank_tracking_keywords', { teamId: second })).toMatchObject({ isError: false })
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('rank_tracking_keywords')
  await permit(0, { rank_tracking_keywords: 'allow' })
  expect(await call('rank_tracking_keywords', { teamId: first })).toMatchObject({ isError: false })
})

test('tools that send real email are off at first; a reply counts as sent', async () => {
  const { call, teamId, permit, control, service } = await openAssistant()
  await permit(0, { outreach_reply: 'deny', outreach_outbox: 'allow' })
  const { json } = await service.call('/v3/outreach/outbox/emails')
  const sent = json.items.find(({ sentAt }: { sentAt: string | null }) => sentAt !== null)
  const waiting = json.items.find(({ sentAt }: { sentAt: string | null }) => sentAt === null)
  const reply = { teamId, conversationId: sent.conversationId, body: 'Thank you!' }
  expect(await call('outreach_reply', reply)).toMatchObject({ isError: true })
  await permit(0, { outreach_reply: 'allow' })
  expect((await call('outreach_reply', reply)).value).toMatchObject({ conversationId: sent.conversationId, sent: true })
  expect(await call('outreach_reply', { ...reply, conversationId: waiting.conversationId })).toMatchObject({
    isError: true,
  })
  expect(await call('outreach_reply', { ...reply, conversationId: 'none' })).toMatchObject({ isError: true })
  expect((await control('GET', '/replies')).json.replies).toMatchObject([
    { teamId, conversationId: sent.conversationId, body: 'Thank you!' },
  ])
})

test('the limits of the table hold for tools as well, by brand and together with REST', async () => {
  const { call, teamIds, service, permit } = await openAssistant('owner', {
    profile: { limits: { perOperation: { 'rankTracking.keywords': 3 } } },
  })
  const [first = '', second = ''] = teamIds
  for (const brand of [0, 1]) await permit(brand, { rank_tracking_keywords: 'allow' })
  await service.call('/v3/rank-tracking/keywords')
  expect(await call('rank_tracking_keywords', { teamId: first })).toMatchObject({ isError: false })
  expect(await call('rank_tracking_keywords', { teamId: first })).toMatchObject({ isError: false })
  expect(await call('rank_tracking_keywords', { teamId: first })).toMatchObject({
    isError: true,
    text: expect.stringContaining('429'),
  })
  expect(await call('rank_tracking_keywords', { teamId: second })).toMatchObject({ isError: false })
})

test('the address follows the profile’s mcpUrl unless another route has it', async () => {
  const moved = await startClient({ profile: { mcpUrl: 'https://tools.example.com/assistants/v1' } })
  expect(moved.sandbox.mcpUrl).toBe(`${moved.sandbox.baseUrl}/assistants/v1`)
  await connectAssistant(moved.sandbox.mcpUrl)
  for (const mcpUrl of [
    'https://tools.example.com',
    'https://x.com/v3/topic-clusters',
    'https://x.com/oauth/token',
    'https://x.com/a/:b',
  ]) {
    const { sandbox } = await startClient({ profile: { mcpUrl } })
    expect(sandbox.mcpUrl).toBe(`${sandbox.baseUrl}/mcp`)
  }
})

test('an injected fault reaches the operation behind a tool, only for its brand', async () => {
  const { call, control, teamIds, permit } = await openAssistant()
  for (const brand of [0, 1]) await permit(brand, { rank_tracking_keywords: 'allow' })
  const [one, two] = teamIds
  const operation = 'rankTracking.keywords'
  const order = (fault: object) => control('POST', '/faults', { operation, teamId: one, ...fault })
  await order({ kind: 'status', status: 503 })
  expect(await call('rank_tracking_keywords', { teamId: two })).toMatchObject({ isError: false })
  expect(await call('rank_tracking_keywords', { teamId: one })).toMatchObject({
    isError: true,
    text: expect.stringContaining('503: fault on demand'),
  })
  expect(await call('rank_tracking_keywords', { teamId: one })).toMatchObject({ isError: false })
  for (const kind of ['malformed', 'html', 'truncated', 'huge']) {
    await order({ kind })
    expect(await call('rank_tracking_keywords', { teamId: one })).toMatchObject({
      isError: true,
      text: expect.stringContaining('502: '),
    })
  }
  expect((await control('GET', '/faults')).json.faults).toEqual([])
})

test('a held call ends when it is released; one that is cut afterwards was executed', async () => {
  const { call, control, teamId, permit, service } = await openAssistant()
  await permit(0, { ai_visibility_set_interval: 'allow', ai_visibility_refresh_interval: 'allow' })
  const path = { query: { teamId } }
  const before = (await service.call('/ai-models/refresh-interval', path)).json
  const order = (fault: object) =>
    control('POST', '/faults', { operation: 'aiModels.setRefreshInterval', teamId, ...fault })
  const set = (interval: number | null) => call('ai_visibility_set_interval', { teamId, interval })
  const wanted = before.allowedIntervals.find((days: number) => days !== before.customInterval)

  await order({ kind: 'hold' })
  const held = set(wanted)
  await expect.poll(async () => (await control('GET', '/faults')).json.faults).toEqual([])
  expect((await service.call('/ai-models/refresh-interval', path)).json.customInterval).toBe(before.customInterval)
  await control('POST', '/faults/release')
  expect(await held).toMatchObject({ isError: false })
  expect((await service.call('/ai-models/refresh-interval', path)).json.customInterval).toBe(wanted)

  await order({ kind: 'cut', at: 'before' })
  await expect(set(null)).rejects.toThrow()
  expect((await service.call('/ai-models/refresh-interval', path)).json.customInterval).toBe(wanted)
  await order({ kind: 'cut', at: 'after' })
  await expect(set(null)).rejects.toThrow()
  expect((await service.call('/ai-models/refresh-interval', path)).json.customInterval).toBeNull()
})
