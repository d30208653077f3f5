import { describe, expect, it } from 'vitest'
import { type SandboxClient, startClient } from './sandbox-client.ts'

const PATH = '/v3/settings/mcp'

type Tool = { name: string; group: string; default: string; effective: string }

const helpers = (client: SandboxClient) => {
  const catalog = async (brand = 0) => (await client.call(PATH, { brand })).json
  return {
    catalog,
    permissionOf: async (name: string, brand = 0): Promise<string | undefined> =>
      (await catalog(brand)).tools.find((tool: Tool) => tool.name === name)?.effective,
    settings: async (brand = 0) =>
      Object.fromEntries((await catalog(brand)).tools.map(({ name, effective }: Tool) => [name, effective])),
    update: (permissions: unknown, brand = 0) => client.call(PATH, { method: 'PATCH', body: { permissions }, brand }),
    sync: (enabled: boolean, brand = 0) => client.call(`${PATH}/sync`, { method: 'PATCH', body: { enabled }, brand }),
    role: (role: 'owner' | 'admin' | 'member', brand = 0) =>
      client.control('POST', '/connectors', { teamId: client.sandbox.brands[brand]?.teamId, role }),
  }
}

const start = async (options: Parameters<typeof startClient>[0] = {}) => {
  const client = await startClient(options)
  const help = helpers(client)
  for (const [brand] of client.sandbox.brands.entries()) await help.role('admin', brand)
  return { client, ...help }
}

describe('connectors.update', () => {
  it('changes only the permissions in the body, from the next request on', async () => {
    const { update, settings } = await start()
    const before = await settings()
    const flipped = before.articles_list === 'allow' ? 'deny' : 'allow'
    const { status, json } = await update({ articles_list: flipped })
    expect(status).toBe(200)
    expect(json).toMatchObject({ canManage: true, syncEnabled: false })
    expect(await settings()).toEqual({ ...before, articles_list: flipped })
    expect(await settings(1)).not.toEqual(await settings())
  })

  it('has reads allowed by default, and writes denied', async () => {
    const { catalog } = await start()
    const { tools }: { tools: Tool[] } = await catalog()
    const defaults = new Set(tools.map(({ group, default: standard }) => `${group} ${standard}`))
    expect(defaults).toEqual(new Set(['read allow', 'write deny']))
  })

  it('clears a value that equals the default: the default then holds', async () => {
    const { update, permissionOf } = await start()
    await update({ outreach_reply: 'allow' })
    expect(await permissionOf('outreach_reply')).toBe('allow')
    await update({ outreach_reply: 'deny' })
    expect(await permissionOf('outreach_reply')).toBe('deny')
  })

  it('refuses an unknown tool and an unknown value whole', async () => {
    const { update, settings } = await start()
    const before = await settings()
    const unknown = await update({ articles_list: 'deny', no_such_tool: 'deny' })
    expect(`${unknown.status} ${unknown.json.error}`).toMatch(/^400 .*no_such_tool/)
    const value = await update({ articles_list: 'maybe' })
    expect(`${value.status} ${value.json.error}`).toMatch(/^400 permissions\.articles_list/)
    expect(await settings()).toEqual(before)
  })

  it.each(['admin', 'owner'] as const)('lets an %s change permissions and sync', async (name) => {
    const { update, sync, role, catalog } = await start()
    await role('member')
    expect((await role(name)).status).toBe(200)
    expect(await catalog()).toMatchObject({ canManage: true })
    expect((await update({ articles_list: 'deny' })).status).toBe(200)
    expect((await sync(true)).status).toBe(200)
  })

  it('allows members to read, not to change', async () => {
    const { update, sync, role, catalog } = await start()
    await role('member')
    expect(await catalog()).toMatchObject({ canManage: false })
    expect((await update({ articles_list: 'deny' })).status).toBe(403)
    const refused = await sync(true)
    expect(`${refused.status} ${refused.json.error}`).toMatch(/^403 .*admin or owner/)
  })

  it('deals out both roles by the seed', async () => {
    const client = await startClient({ brands: 60 })
    const { catalogs } = (await client.control('GET', '/connectors')).json
    const admins = catalogs.filter(({ canManage }: { canManage: boolean }) => canManage).length
    expect(admins).toBeGreaterThan(40)
    expect(admins).toBeLessThan(60)
  })
})

describe('connectors.setSync', () => {
  it('copies the calling brand to the shared list, which every brand follows and writes to', async () => {
    const { update, sync, settings, catalog } = await start()
    const own = await settings(1)
    await sync(true, 1)
    expect(await settings(0)).toEqual(own)
    expect(await settings(2)).toEqual(own)
    expect((await catalog(2)).syncEnabled).toBe(true)
    await update({ outreach_reply: 'allow' }, 2)
    expect(await settings(0)).toEqual({ ...own, outreach_reply: 'allow' })
  })

  it('switched off, gives each brand its own saved settings back', async () => {
    const { update, sync, settings } = await start()
    const before = [await settings(0), await settings(1), await settings(2)]
    await sync(true, 0)
    await update({ outreach_reply: 'allow', list_teams: 'deny' }, 1)
    await sync(false, 2)
    expect([await settings(0), await settings(1), await settings(2)]).toEqual(before)
  })

  it('shares only within the organisation, which no reply names', async () => {
    const { sync, catalog, settings } = await start({ brands: 4, organizations: 2 })
    const before = await settings(1)
    await sync(true, 0)
    expect((await catalog(2)).syncEnabled).toBe(true)
    expect((await catalog(1)).syncEnabled).toBe(false)
    expect(await settings(1)).toEqual(before)
    expect(Object.keys(await catalog(1)).sort()).toEqual(['brandId', 'canManage', 'syncEnabled', 'tools'])
  })
})

it('changes a permission from elsewhere', async () => {
  const { client, role, permissionOf } = await start()
  await role('member')
  const teamId = client.sandbox.brands[0]?.teamId
  const { status } = await client.control('POST', '/connectors', { teamId, permissions: { outreach_reply: 'allow' } })
  expect(status).toBe(200)
  expect(await permissionOf('outreach_reply')).toBe('allow')
})
