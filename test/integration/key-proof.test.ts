import { describe, expect, it } from 'vitest'
import type { ServiceProfilePatch } from '../../src-shared/service/profile.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { json, type SeenRequest, startScriptedServer } from '../support/scripted-server.ts'

const KEY = 'sk_canary_key_proof_0001'
const TOOL = { name: 'list_teams', label: 'List teams', description: 'Lists teams.', group: 'read' }

/** A desk on a service whose catalog is this body; everything else is not found. */
const openWith = async (catalog: unknown, profile: ServiceProfilePatch = {}) => {
  const server = await startScriptedServer((response, request: SeenRequest) => {
    const isCatalog = request.method === 'GET' && request.url.startsWith('/v3/settings/mcp')
    json(isCatalog ? 200 : 404, isCatalog ? catalog : { success: false, error: 'no such endpoint' })(response, request)
  })
  const desk = await openTestDesk()
  await desk.call('service.setProfile', { baseUrl: server.baseUrl, ...profile })
  return { ...desk, server }
}
const add = (desk: Awaited<ReturnType<typeof openWith>>) =>
  desk.call('brands.add', { name: 'Acme', key: KEY, sessionOnly: true })

describe('any catalog with a brandId proves a key', () => {
  it.each([
    ['nothing else', {}],
    [
      'tools under other names',
      { canManage: true, tools: [{ ...TOOL, defaultState: 'allow', effectiveState: 'allow' }] },
    ],
    ['tools that are no list', { tools: 'many', canManage: 'yes' }],
    ['a role', { role: 'owner', canManage: true, syncEnabled: false, tools: [] }],
  ])('with %s', async (_, rest) => {
    const desk = await openWith({ brandId: 'team_1', ...rest })
    const brand = await add(desk)
    expect(brand).toMatchObject({ teamId: 'team_1', keyState: 'ok' })
    expect(await desk.call('brands.check', { brandId: brand.id })).toMatchObject({ keyState: 'ok' })
    const key = `${KEY}_new`
    expect(await desk.call('brands.replaceKey', { brandId: brand.id, key, sessionOnly: true })).toMatchObject({
      keyState: 'ok',
    })
  })

  it('with a brandId that the profile maps', async () => {
    const fields = { 'connectors.catalog': { response: { brandId: 'team.id' } } }
    expect(await add(await openWith({ team: { id: 'team_7' } }, { fields }))).toMatchObject({ teamId: 'team_7' })
  })

  it('a catalog without brandId proves nothing, and the error says what is missing', async () => {
    const error = await add(await openWith({ team: { id: 'team_7' } })).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      kind: 'bad-response',
      message: expect.stringContaining('"brandId" is missing'),
      detail: { operation: 'connectors.catalog', issues: [{ path: 'brandId' }] },
    })
  })
})

it('a catalog whose tools do not fit fails in its own view, which says what is missing', async () => {
  const tools = [{ ...TOOL, default: 'allow', effectiveState: 'allow' }]
  const desk = await openWith({ brandId: 'team_1', canManage: true, syncEnabled: false, tools })
  const { id: brandId } = await add(desk)
  await desk.sync({ brandIds: [brandId], datasets: ['connectors'] })
  const { brands } = await desk.call('connectors.matrix', { brandIds: [brandId] })
  const [error] = brands.map((brand) => brand.error)
  expect(error?.message).toContain('Acme')
  expect(error?.message).toContain('"effective" of "tools" is missing')
  expect(error?.message).toContain('Settings → Advanced → Field names')
  expect(error?.detail?.issues).toMatchObject([{ path: 'tools.0.effective' }])
})

it('a tool needs its name and its state; its label, description, group and default follow from them', async () => {
  const tools = [
    { name: 'read_it', group: 'read', effective: 'deny' },
    { name: 'write_it', default: 'deny', effective: 'allow' },
  ]
  const desk = await openWith({ brandId: 'team_1', canManage: true, syncEnabled: false, tools })
  const { id: brandId } = await add(desk)
  await desk.sync({ brandIds: [brandId], datasets: ['connectors'] })
  const matrix = await desk.call('connectors.matrix', { brandIds: [brandId] })
  expect(matrix.tools).toMatchObject([
    { name: 'read_it', label: 'read_it', description: '', group: 'read', default: 'allow' },
    { name: 'write_it', label: 'write_it', description: '', group: 'write', default: 'deny' },
  ])
  expect(matrix.brands[0]?.effective).toEqual({ read_it: 'deny', write_it: 'allow' })
})
