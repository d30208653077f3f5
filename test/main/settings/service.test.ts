import { describe, expect, it } from 'vitest'
import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import {
  OPERATION_NAMES,
  type OperationName,
  openFieldsOf,
  operations,
} from '../../../src-shared/service/operations.ts'
import { openBrandsDesk } from '../../support/brands-desk.ts'
import { openSandbox } from '../../support/sandbox.ts'
import { newBrand } from '../../support/temp-store.ts'

const withBrand = async () => {
  const sandbox = await openSandbox({ brands: 1, keywords: 10, days: 3 })
  const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl })
  const brand = await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
  return { sandbox, desk, brand }
}

describe('service.doctor', () => {
  it('requests every reading operation once, rankings of two periods, and no other', async () => {
    const { sandbox, desk, brand } = await withBrand()
    const before = (await sandbox.requests()).length
    const { rows, baseUrl } = await desk.call('service.doctor', { brandId: brand.id })
    expect(baseUrl).toBe(sandbox.baseUrl)
    expect(rows.map(({ operation }) => operation)).toEqual(OPERATION_NAMES)
    const reads = OPERATION_NAMES.filter((name) => operations[name].safety === 'read')
    const asked = (await sandbox.requests()).slice(before)
    expect(asked.map(({ operation }) => operation).sort()).toEqual([...reads, 'rankTracking.topKeywords'].sort())
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']))
    for (const row of rows) {
      expect(row.documented).toBe(operations[row.operation].documented)
      expect(row.reachable === null).toBe(!reads.includes(row.operation))
    }
    const topKeywords = rows.find(({ operation }) => operation === 'rankTracking.topKeywords')
    expect(topKeywords).toMatchObject({ reachable: true, status: 200, latencyMs: expect.any(Number), problems: [] })
  })

  it('reports mismatches, missing operations and where to set them, without a retry', async () => {
    const { sandbox, desk, brand } = await withBrand()
    await desk.call('service.setProfile', { operations: { 'outreach.outbox': { path: '/nowhere' } } })
    await sandbox.fault({ operation: 'topicClusters.list', kind: 'malformed', body: '{"items":[{"id":7}]}' })
    await sandbox.fault({ operation: 'outreach.contacts', kind: 'cut' })
    await sandbox.fault({ operation: 'aiModels.list', kind: 'status', status: 503 })
    await sandbox.fault({ operation: 'outreach.prospects', kind: 'status', status: 501 })
    const { rows } = await desk.call('service.doctor', { brandId: brand.id })
    const row = (name: string) => rows.find(({ operation }) => operation === name)
    expect(row('outreach.outbox')).toMatchObject({ path: '/nowhere', reachable: false, status: 404 })
    expect(row('outreach.outbox')?.problems[0]).toContain('Settings → Advanced → Operations')
    expect(row('topicClusters.list')).toMatchObject({ reachable: true, status: 200 })
    expect(row('topicClusters.list')?.misfits).toEqual(
      expect.arrayContaining([
        { path: 'summary', expected: 'object', found: 'nothing' },
        { path: 'items[].id', expected: 'string', found: 'number' },
      ]),
    )
    expect(row('outreach.contacts')).toMatchObject({ reachable: false, status: null, latencyMs: null })
    expect(row('aiModels.list')).toMatchObject({ reachable: true, status: 503, offered: true })
    expect(row('outreach.prospects')).toMatchObject({ reachable: true, status: 501, offered: false, problems: [] })
  })
})

describe('a service with other names for open fields', () => {
  const CANARY = 'Ann Other <ann@other.example>'
  const catalog = (teamId: string) => ({
    brandId: teamId,
    canManage: true,
    syncEnabled: false,
    permissions: [
      { name: 'a', label: CANARY, description: 'sk_canary_1', group: 'read', defaultState: 'allow', state: 'deny' },
      { name: 'b', label: 'B', description: 'B', group: 'write', defaultState: 'deny', state: 'deny' },
    ],
    byMail: { 'ann@other.example': 1 },
  })
  const MAPPINGS = {
    'tools[]': 'permissions[]',
    'tools[].default': 'permissions[].defaultState',
    'tools[].effective': 'permissions[].state',
  }

  const examined = async () => {
    const { sandbox, desk, brand } = await withBrand()
    const body = JSON.stringify(catalog(brand.teamId ?? ''))
    await sandbox.fault({ operation: 'connectors.catalog', kind: 'malformed', body, times: 3 })
    const rowOf = async (name: OperationName): Promise<DoctorRow | undefined> =>
      (await desk.call('service.doctor', { brandId: brand.id })).rows.find(({ operation }) => operation === name)
    return { sandbox, desk, rowOf }
  }

  it('gets the fields received, the mismatches and fitting mappings, without a value of the reply', async () => {
    const { rowOf } = await examined()
    const row = await rowOf('connectors.catalog')
    expect(row).toMatchObject({ status: 200, problems: [] })
    expect(row?.arrived).toContainEqual({ path: 'permissions[].defaultState', type: 'string' })
    expect(row?.misfits).toEqual([{ path: 'tools', expected: 'array', found: 'nothing' }])
    const { suggestions = [] } = row ?? {}
    expect(Object.fromEntries(suggestions.map(({ ourPath, wirePath }) => [ourPath, wirePath]))).toEqual(MAPPINGS)
    expect(JSON.stringify(row)).not.toMatch(/ann|Ann|sk_|deny"/)
  })

  it('fits once the suggestions are applied, for the operations with the same reply too', async () => {
    const { desk, rowOf } = await examined()
    const updateSuggestions = (await rowOf('connectors.update'))?.suggestions ?? []
    expect(updateSuggestions.map(({ ourPath }) => ourPath)).toEqual(Object.keys(MAPPINGS))
    await desk.call('service.setProfile', {
      fields: { 'connectors.catalog': { response: MAPPINGS }, 'connectors.update': { response: MAPPINGS } },
    })
    expect(await rowOf('connectors.catalog')).toMatchObject({ misfits: [], suggestions: [] })
    expect(await rowOf('connectors.update')).toMatchObject({ reachable: null, suggestions: [] })
  })
})

it('the doctor suggests resetting a mapping to a missing field, and nothing where none is mapped', async () => {
  const { desk, brand } = await withBrand()
  const response = { 'tools[].effective': 'tools[].gone' }
  await desk.call('service.setProfile', { fields: { 'connectors.catalog': { response } } })
  const { rows } = await desk.call('service.doctor', { brandId: brand.id })
  const suggestionsOf = (name: OperationName) => rows.find(({ operation }) => operation === name)?.suggestions
  expect(suggestionsOf('connectors.catalog')).toEqual([
    { ourPath: 'tools[].effective', wirePath: 'tools[].effective', reason: 'same name' },
  ])
  expect(suggestionsOf('connectors.update')).toEqual([])
})

describe('another name for every open field of every read', () => {
  const NAMINGS: [string, (name: string) => string][] = [
    [
      'in snake case, with a prefix',
      (name) => `the_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    ],
    ['with a suffix', (name) => `${name}Value`],
  ]

  it.each(NAMINGS)('%s: applied suggestions make all replies fit', async (_, rename) => {
    /** Parts of the path that the interface names stay. */
    const renamed = (name: OperationName, path: string) =>
      path
        .split('.')
        .map((part, index, parts) => {
          const upTo = parts.slice(0, index + 1).join('.')
          return openFieldsOf(name, 'response').includes(upTo.replace(/\[\]$/, '')) ? part.replace(/\w+/, rename) : part
        })
        .join('.')
    const mapOf = (name: OperationName) =>
      Object.fromEntries(openFieldsOf(name, 'response').map((path) => [path, renamed(name, path)]))
    const profile = { fields: Object.fromEntries(OPERATION_NAMES.map((name) => [name, { response: mapOf(name) }])) }
    const sandbox = await openSandbox({ brands: 1, keywords: 10, days: 3, profile })
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl })
    const brand = await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
    const misfitsOf = (rows: readonly DoctorRow[]) =>
      rows.filter(({ misfits, problems }) => misfits.length + problems.length > 0).map(({ operation }) => operation)

    const { rows } = await desk.call('service.doctor', { brandId: brand.id })
    expect(misfitsOf(rows)).toEqual(
      expect.arrayContaining(['connectors.catalog', 'outreach.contacts', 'aiModels.list']),
    )
    for (const { operation, suggestions } of rows) {
      const response = Object.fromEntries(suggestions.map(({ ourPath, wirePath }) => [ourPath, wirePath]))
      for (const { ourPath, wirePath } of suggestions) expect(wirePath).toBe(renamed(operation, ourPath))
      await desk.call('service.setProfile', { fields: { [operation]: { response } } })
    }
    const after = await desk.call('service.doctor', { brandId: brand.id })
    expect(misfitsOf(after.rows)).toEqual([])
    expect(after.rows.flatMap(({ suggestions }) => suggestions)).toEqual([])
  })
})

it('the doctor suggests nothing for a service that names fields as the desk does', async () => {
  const { desk, brand } = await withBrand()
  const { rows } = await desk.call('service.doctor', { brandId: brand.id })
  expect(rows.flatMap(({ misfits, suggestions }) => [...misfits, ...suggestions])).toEqual([])
})

describe('service.setProfile', () => {
  it('merges what it is given, and a new path at the same origin leaves the keys there are unchecked', async () => {
    const { sandbox, desk, brand } = await withBrand()
    await desk.book.insert(newBrand('Keyless', { keyState: 'missing' }))
    const keyStates = async () => (await desk.call('brands.list', {})).brands.map(({ keyState }) => keyState)
    await desk.call('service.setProfile', { limits: { requestsPerMinute: 30 } })
    expect(await keyStates()).toEqual(['ok', 'missing'])
    const profile = await desk.call('service.setProfile', { baseUrl: `${sandbox.baseUrl}/api/` })
    expect(profile).toMatchObject({ baseUrl: `${sandbox.baseUrl}/api`, limits: { requestsPerMinute: 30 } })
    expect(await desk.call('service.profile', {})).toEqual(profile)
    expect(await keyStates()).toEqual(['unchecked', 'missing'])
    await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
    expect(await desk.call('brands.check', { brandId: brand.id })).toMatchObject({ keyState: 'ok' })
  })

  it.each([
    ['a bad URL', { baseUrl: 'nonsense' }, 'baseUrl'],
    ['plain http to another machine', { baseUrl: 'http://service.example' }, 'baseUrl'],
    ['an unknown operation', { operations: { 'outreach.nothing': { path: '/x' } } }, 'operations.outreach.nothing'],
    ['a path with a query', { operations: { 'outreach.queue': { path: '/x?y' } } }, 'operations.outreach.queue.path'],
  ])('refuses %s and names the field', async (_, patch, path) => {
    const desk = await openBrandsDesk()
    const reply = await desk.dispatch('service.setProfile', patch)
    expect(reply).toMatchObject({ ok: false, error: { kind: 'invalid' } })
    expect(reply.ok ? '' : reply.error.detail?.issues?.[0]?.path).toContain(path.split('.')[0])
    expect(await desk.call('service.profile', {})).toMatchObject({ baseUrl: '', operations: {} })
  })
})

describe('a path that an earlier program stored without its value', () => {
  const withOldPath = async () => {
    const { sandbox, desk, brand } = await withBrand()
    const stored = await desk.call('service.profile', {})
    const profile = { ...stored, operations: { 'aiModels.update': { path: '/ai-models' } } }
    await desk.store.write('settings.save', { profile })
    await desk.settings.refresh()
    return { sandbox, desk, brand }
  }
  const MESSAGE = 'The path of aiModels.update needs {modelId}. Set it in Settings → Advanced → Operations.'

  it('sends nothing, and the doctor names it', async () => {
    const { sandbox, desk, brand } = await withOldPath()
    const request = { path: { modelId: 'chatgpt' }, body: { teamId: 't', isActive: true } }
    await expect(desk.client.request('aiModels.update', request, { brandId: brand.id })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(MESSAGE),
    })
    const { rows } = await desk.call('service.doctor', { brandId: brand.id })
    expect(rows.find(({ operation }) => operation === 'aiModels.update')).toMatchObject({
      reachable: null,
      problems: [MESSAGE],
    })
    expect((await sandbox.requests()).filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('keeps the rest of the profile, which can be changed', async () => {
    const { sandbox, desk } = await withOldPath()
    const profile = await desk.call('service.setProfile', { limits: { requestsPerMinute: 50 } })
    expect(profile).toMatchObject({ baseUrl: sandbox.baseUrl, limits: { requestsPerMinute: 50 } })
  })
})
