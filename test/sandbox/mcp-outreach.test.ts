import { expect, test } from 'vitest'
import { CONNECTOR_TOOLS } from '../../src-sandbox/seed/connector-tools.ts'
import { connectAssistant } from '../support/mcp-client.ts'
import { startClient } from './sandbox-client.ts'

const openOutreach = async () => {
  const service = await startClient({ brands: 2 })
  const { call } = await connectAssistant(service.sandbox.mcpUrl)
  const names = CONNECTOR_TOOLS.map(({ name }) => name).filter((name) => name.startsWith('outreach_'))
  const permissions = Object.fromEntries(names.map((name) => [name, 'allow']))
  await service.call('/v3/settings/mcp', { method: 'PATCH', body: { permissions } })
  const teamId = service.sandbox.brands[0]?.teamId ?? ''
  const tool = (name: string, args: Record<string, unknown> = {}) => call(name, { teamId, ...args })
  return { service, tool }
}

test('a pitch that an assistant queues is in the same outbox, and can be unsent there', async () => {
  const { service, tool } = await openOutreach()
  const contacts = (await tool('outreach_prospect_emails')).value.items
  const before = (await tool('outreach_outbox')).value.items
  const known = new Set(before.map(({ prospectEmailId }) => prospectEmailId))
  const contact = contacts.find(({ id, email }) => email !== null && !known.has(id))
  const item = { prospectEmailId: contact?.id, subject: 'Hello', body: 'A resource for your readers' }
  const queued = (await tool('outreach_queue_emails', { items: [item, {}] })).value
  expect(queued).toMatchObject({ queued: 1, updated: 0, skipped: 1 })
  const [conversationId] = queued.queuedConversationIds
  const waiting = (await tool('outreach_queued')).value.items
  expect(waiting).toContainEqual(expect.objectContaining({ conversationId, prospectEmailId: contact?.id }))
  const overRest = await service.call('/v3/outreach/outbox/emails')
  expect(overRest.json.items).toContainEqual(expect.objectContaining({ conversationId }))
  const unqueue = { conversationIds: [conversationId] }
  expect((await tool('outreach_unqueue_emails', unqueue)).value).toMatchObject({ removed: 1, skipped: 0 })
  expect((await tool('outreach_queued')).value.items).toHaveLength(waiting.length - 1)
})

test('searches that an assistant begins are charged and seen as over REST', async () => {
  const { service, tool } = await openOutreach()
  const discovery = (await tool('outreach_discover')).value
  expect(discovery).toMatchObject({ status: 'running', alreadyRunning: false })
  const running = { discoveryStatus: 'running', mentionCheckStatus: 'running', relationshipSweepStatus: 'running' }
  expect((await tool('outreach_progress')).value).toMatchObject(running)
  const again = await service.call('/v3/outreach/discover/run', { method: 'POST' })
  expect(again.json).toMatchObject({ alreadyRunning: true, creditsCharged: 0 })
  expect(await tool('outreach_find_people', { prospectIds: [] })).toMatchObject({
    isError: true,
    text: expect.stringContaining('prospectIds'),
  })
})
