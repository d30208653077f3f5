// A list of keys that is pasted again: a key whose brand is on the desk replaces that brand's key, once it is proved.
import { expect, test } from 'vitest'
import { openBrandsDesk } from '../support/brands-desk.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { json, type SeenRequest, startScriptedServer } from '../support/scripted-server.ts'

const refusal = { success: false, error: 'Unknown API key', statusCode: 401 }

/** A service that knows keys of the form `sk_<team>_<number>`. */
const open = async () => {
  const server = await startScriptedServer((response, request: SeenRequest) => {
    const team = /^Bearer sk_(team\d)_/.exec(request.headers.authorization ?? '')?.[1]
    if (team === undefined) json(401, refusal)(response, request)
    else json(200, { brandId: team })(response, request)
  })
  const { keychain, secrets } = memoryKeychain()
  const { call } = await openBrandsDesk({ baseUrl: server.baseUrl, os: keychain })
  const addMany = async (...rows: [name: string, key: string][]) =>
    (await call('brands.addMany', { rows: rows.map(([name, key]) => ({ name, key })) })).results
  await addMany(['Acme', 'sk_team1_1'], ['Northwind', 'sk_team2_1'])
  return { call, addMany, secrets }
}

test('brands.addMany replaces the keys of brands that are on the desk', async () => {
  const { call, addMany, secrets } = await open()
  const results = await addMany(
    ['Acme', 'sk_team1_2'],
    ['Contoso', 'sk_team3_1'],
    ['Northwind', 'sk_refused'],
    ['north wind ltd', 'sk_team2_2'],
  )
  expect(results.map(({ ok, state, brand }) => [ok, state, brand?.name])).toEqual([
    [true, 'replaced', 'Acme'],
    [true, 'added', 'Contoso'],
    [false, 'refused', undefined],
    [true, 'replaced', 'Northwind'],
  ])
  expect(results.map(({ note }) => note)).toEqual([
    undefined,
    undefined,
    undefined,
    expect.stringMatching(/belongs to Northwind, not to "north wind ltd"/),
  ])
  expect((await call('brands.list', {})).brands.map(({ name }) => name)).toEqual(['Acme', 'Northwind', 'Contoso'])
  expect([...secrets.values()].sort()).toEqual(['sk_team1_2', 'sk_team2_2', 'sk_team3_1'])
})

test('brands.addMany refuses a row that names another brand of the desk than the key belongs to', async () => {
  const { addMany, secrets } = await open()
  const [result] = await addMany(['ACME', 'sk_team2_2'])
  expect(result).toMatchObject({ ok: false, state: 'refused', error: { kind: 'conflict' } })
  expect(result?.error?.message).toMatch(/names Acme.*belongs to Northwind/)
  expect([...secrets.values()].sort()).toEqual(['sk_team1_1', 'sk_team2_1'])
})

test('brands.addMany takes one key for each brand', async () => {
  const { addMany, secrets } = await open()
  const results = await addMany(['Acme', 'sk_team1_2'], ['Acme', 'sk_team1_3'])
  expect(results.map(({ state }) => state)).toEqual(['replaced', 'refused'])
  expect(results[1]?.error?.message).toMatch(/Row 1/)
  expect([...secrets.values()].sort()).toEqual(['sk_team1_2', 'sk_team2_1'])
})
