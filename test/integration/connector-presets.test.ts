import { expect, it } from 'vitest'
import { openConnectorsDesk } from '../support/connectors-desk.ts'

const KEPT = 'outreach_reply'

it('a preset whose tools are gone can be renamed, but accepts no other unknown tool', async () => {
  const desk = await openConnectorsDesk({ sandbox: { brands: 1 } })
  const permissions = { articles_list: 'deny', [KEPT]: 'deny' } as const
  const preset = await desk.call('connectors.savePreset', { name: 'Mine', permissions })
  const { teamId } = desk.at(0)
  const tool = { name: KEPT, label: KEPT, description: '', group: 'write', default: 'deny', effective: 'deny' }
  const body = JSON.stringify({ brandId: teamId, canManage: true, syncEnabled: false, tools: [tool] })
  await desk.sandbox.fault({ operation: 'connectors.catalog', kind: 'malformed', body, teamId })
  await desk.sync({ datasets: ['connectors'] })

  const renamed = { id: preset.id, name: 'Renamed', permissions }
  expect(await desk.call('connectors.savePreset', renamed)).toMatchObject({ name: 'Renamed', permissions })
  for (const unknown of ['articles_get', 'constructor']) {
    const more = { ...renamed, permissions: { ...permissions, [unknown]: 'deny' as const } }
    await expect(desk.call('connectors.savePreset', more)).rejects.toMatchObject({
      kind: 'invalid',
      detail: { issues: [{ path: `permissions.${unknown}` }] },
    })
  }
  const another = { name: 'Another', permissions }
  await expect(desk.call('connectors.savePreset', another)).rejects.toMatchObject({ kind: 'invalid' })
})
