// A key goes only to the origin that proved it: another address gets none until a person confirms it.
import { expect, test } from 'vitest'
import { openBrandsDesk } from '../support/brands-desk.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { openOutreachDesk, pitchTo } from '../support/outreach-desk.ts'
import { openSandbox } from '../support/sandbox.ts'
import { json, type SeenRequest, startScriptedServer } from '../support/scripted-server.ts'
import { testClock } from '../support/test-clock.ts'

const withKey = (seen: readonly SeenRequest[]) => seen.filter(({ headers }) => headers.authorization !== undefined)
const hostOf = (baseUrl: string) => new URL(baseUrl).host
const refusal = { success: false, error: 'Missing API key', statusCode: 401 }

const openTwo = async () => {
  const desk = await openOutreachDesk({ brands: 3, desk: { isBackgroundSyncWanted: true } })
  const other = await startScriptedServer(json(401, refusal))
  return { ...desk, other }
}

test('no key is sent to a changed address by sync, doctor, check or a released pitch', async () => {
  const { call, sync, free, queue, waits, brand, brands, other } = await openTwo()
  const [contact = ''] = await free(1)
  const id = await queue([pitchTo(contact)], { holdSeconds: 3600 })
  await call('service.setProfile', { baseUrl: other.baseUrl })

  await sync()
  for (const { id: brandId } of brands) {
    await expect(call('service.doctor', { brandId })).rejects.toThrow(/address/)
    await expect(call('brands.check', { brandId })).rejects.toThrow(/address/)
  }
  await call('intents.releaseNow', { id })
  const waiting = await waits(id)

  expect(withKey(other.seen)).toEqual([])
  expect(waiting.reason).toContain('address')
  const listed = await call('brands.list', {})
  expect(listed.brands.map(({ keyState }) => keyState)).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed'])
  await expect(call('brands.check', { brandId: brand.id })).rejects.toThrow(
    new RegExp(`${brand.name}.*${hostOf(other.baseUrl)}`),
  )
})

test('a confirmed brand sends its key to the new address, and no other brand does', async () => {
  const { call, brands, brand, other } = await openTwo()
  await call('service.setProfile', { baseUrl: other.baseUrl })
  const refusedHost = call('service.confirmAddress', { host: 'other.example', brandIds: 'all' })
  await expect(refusedHost).rejects.toMatchObject({ kind: 'invalid', detail: { issues: [{ path: 'host' }] } })
  expect(other.seen).toEqual([])

  const confirmed = await call('service.confirmAddress', { host: hostOf(other.baseUrl), brandIds: [brand.id] })
  // It answers like a service that does not know the key: the origin that proved it stays.
  expect(confirmed).toMatchObject({ origin: other.baseUrl, results: [{ brandId: brand.id, ok: false }] })
  expect(new Set(withKey(other.seen).map(({ headers }) => headers.authorization)).size).toBe(1)
  const states = (await call('brands.list', {})).brands.map(({ id, keyState }) => [id, keyState])
  expect(states).toEqual(brands.map(({ id }) => [id, 'unconfirmed']))
})

test('confirming moves each proved key to the new address, and sends the waiting intents', async () => {
  const { call, sandbox, free, queue, waits, ended, sync, brand, brands } = await openTwo()
  const moved = sandbox.baseUrl.replace('127.0.0.1', 'localhost')
  const [contact = ''] = await free(1)
  const id = await queue([pitchTo(contact)], { holdSeconds: 3600 })
  await call('service.setProfile', { baseUrl: moved })
  await call('intents.releaseNow', { id })
  expect((await waits(id)).reason).toContain('address')

  const one = await call('service.confirmAddress', { host: hostOf(moved), brandIds: [brand.id] })
  expect(one.results).toEqual([{ brandId: brand.id, ok: true }])
  expect((await ended(id)).state).toBe('confirmed')
  const after = (await call('brands.list', {})).brands
  expect(after.map(({ keyState }) => keyState)).toEqual(['ok', 'unconfirmed', 'unconfirmed'])
  expect(after[0]).toMatchObject({ keyOrigin: moved })

  const rest = await call('service.confirmAddress', { host: 'localhost', brandIds: 'all' })
  expect(rest.results).toEqual(brands.slice(1).map(({ id: brandId }) => ({ brandId, ok: true })))
  expect(await sync({ datasets: ['connectors'] })).toMatchObject({ done: 3, failed: 0 })
})

test('a key of another team at the new address keeps the old origin', async () => {
  const { call, brand } = await openTwo()
  const others = await startScriptedServer(
    json(200, { brandId: 'another-team', canManage: true, syncEnabled: false, tools: [] }),
  )
  await call('service.setProfile', { baseUrl: others.baseUrl })
  const { results } = await call('service.confirmAddress', { host: hostOf(others.baseUrl), brandIds: [brand.id] })
  expect(results).toMatchObject([{ ok: false, error: { kind: 'conflict' } }])
  expect((await call('brands.list', {})).brands[0]).toMatchObject({ keyState: 'unconfirmed' })
})

test('an address changed back needs no confirmation', async () => {
  const { call, sandbox, sync, free, queue, waits, ended, other } = await openTwo()
  const [contact = ''] = await free(1)
  const id = await queue([pitchTo(contact)], { holdSeconds: 3600 })
  await call('service.setProfile', { baseUrl: other.baseUrl })
  await call('intents.releaseNow', { id })
  await waits(id)
  await call('service.setProfile', { baseUrl: `${sandbox.baseUrl}/` })
  expect((await ended(id)).state).toBe('confirmed')
  expect((await call('brands.list', {})).brands.map(({ keyState }) => keyState)).toEqual(['ok', 'ok', 'ok'])
  expect(await sync({ datasets: ['connectors'] })).toMatchObject({ failed: 0 })
  expect(other.seen).toEqual([])
})

test('a key entered again is proved at the new address and belongs to it', async () => {
  const { call, sandbox, brand, other } = await openTwo()
  const moved = sandbox.baseUrl.replace('127.0.0.1', 'localhost')
  await call('service.setProfile', { baseUrl: moved })
  const input = { brandId: brand.id, key: sandbox.keyOf(0), sessionOnly: true }
  expect(await call('brands.replaceKey', input)).toMatchObject({ keyState: 'ok', keyOrigin: moved })
  // Its old address is another one by now.
  await call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const states = (await call('brands.list', {})).brands.map(({ keyState }) => keyState)
  expect(states).toEqual(['unconfirmed', 'ok', 'ok'])
  expect(other.seen).toEqual([])
})

test('a request that waits for the limiter sends no key to an address changed meanwhile', async () => {
  const clock = createManualClock(testClock.now())
  const sandbox = await openSandbox({ brands: 1, keywords: 1, days: 1 })
  const other = await startScriptedServer(json(401, refusal))
  const { call, settings } = await openBrandsDesk({
    baseUrl: sandbox.baseUrl,
    clock,
    monotonicMs: clock.monotonicMs,
  })
  const { id: brandId } = await call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
  await settings.setProfile({ limits: { requestsPerMinute: 1 } })
  const checked = call('brands.check', { brandId })
  const refused = expect(checked).rejects.toThrow(/Acme: the service address changed/)
  const waitMs = await clock.whenSleeping((ms) => ms > 40_000)
  await call('service.setProfile', { baseUrl: other.baseUrl })
  await clock.advance(waitMs)
  await refused
  expect(other.seen).toEqual([])
})
