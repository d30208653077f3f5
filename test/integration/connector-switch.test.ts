// What a person switches in the desk is what an assistant meets, on its very next call.
import { expect, test } from 'vitest'
import { openConnectorsDesk } from '../support/connectors-desk.ts'
import { connectAssistant } from '../support/mcp-client.ts'

test('a tool denied in the desk is refused on the next call, until it is allowed again', async () => {
  const { call, at, sandbox, elsewhere } = await openConnectorsDesk({ sandbox: { brands: 3 } })
  const [brand, other] = [at(0), at(1)]
  for (const { teamId } of [brand, other]) await elsewhere(teamId, { permissions: { outreach_queued: 'allow' } })
  await call('sync.run', { datasets: ['connectors'] })
  const assistant = await connectAssistant(sandbox.mcpUrl)
  const use = (teamId: string) => assistant.call('outreach_queued', { teamId })
  expect(await use(brand.teamId)).toMatchObject({ isError: false })

  const change = async (value: 'allow' | 'deny') => {
    const changes = [{ brandId: brand.id, tool: 'outreach_queued', value }]
    const { planId } = await call('connectors.plan', { changes })
    const { results } = await call('connectors.apply', { planId, accept: ['moved'] })
    expect(results).toMatchObject([{ brandId: brand.id, state: 'applied' }])
  }
  await change('deny')
  expect(await use(brand.teamId)).toMatchObject({
    isError: true,
    text: expect.stringContaining(`is switched off for ${brand.name}`),
  })
  expect(await use(other.teamId)).toMatchObject({ isError: false })
  await change('allow')
  expect(await use(brand.teamId)).toMatchObject({ isError: false })
})

test('while sync is on, one switch counts for every brand of the organisation', async () => {
  const { call, brands, at, sandbox, elsewhere } = await openConnectorsDesk({ sandbox: { brands: 3 } })
  for (const { teamId } of brands) await elsewhere(teamId, { permissions: { topic_clusters: 'allow' } })
  const assistant = await connectAssistant(sandbox.mcpUrl)
  const errors = async () =>
    Promise.all(brands.map(async ({ teamId }) => (await assistant.call('topic_clusters', { teamId })).isError))
  expect(await errors()).toEqual([false, false, false])
  await call('connectors.setSync', { brandId: at(0).id, enabled: true })
  const changes = [{ brandId: at(0).id, tool: 'topic_clusters', value: 'deny' as const }]
  const { planId } = await call('connectors.plan', { changes })
  await call('connectors.apply', { planId })
  expect(await errors()).toEqual([true, true, true])
  await call('connectors.setSync', { brandId: at(0).id, enabled: false })
  expect(await errors()).toEqual([false, false, false])
})
