// What a person does to a brand while a request of that brand is on its way.
import { describe, expect, it } from 'vitest'
import { openBrandsDesk } from '../support/brands-desk.ts'
import { interceptRequests } from '../support/intercept-requests.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { openSandbox } from '../support/sandbox.ts'

/** Connections whose next request to `path` is held until `release`, and then answered with `status` or by the service. */
const holdingRequest = (path: string, status?: number) => {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isArmed = false
  const getDispatcher = interceptRequests(async ({ url }) => {
    if (!isArmed || !url.pathname.endsWith(path)) return undefined
    isArmed = false
    arrived.resolve()
    await released.promise
    return status === undefined ? undefined : { answer: { status, body: { success: false, error: 'invalid' } } }
  })
  const arm = () => {
    isArmed = true
  }
  return { getDispatcher, arm, arrived: arrived.promise, release: released.resolve }
}

const openWithBrand = async (hold: ReturnType<typeof holdingRequest>) => {
  const { keychain: os, secrets } = memoryKeychain()
  const sandbox = await openSandbox()
  const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, os, getDispatcher: hold.getDispatcher })
  const brand = await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0) })
  return { sandbox, desk, brand, secrets }
}

describe('a key that is replaced while a request with the old one is in flight', () => {
  it('is not marked as refused when a sync’s request with the old key is', async () => {
    const hold = holdingRequest('/topic-clusters', 401)
    const { sandbox, desk, brand } = await openWithBrand(hold)
    hold.arm()
    const synced = desk.runSync({ datasets: ['clusters'] })
    await hold.arrived
    await desk.call('brands.replaceKey', { brandId: brand.id, key: sandbox.keyOf(0) })
    hold.release()
    expect((await synced).run).toMatchObject({ failed: 1 })
    expect(desk.book.get(brand.id).keyState).toBe('ok')
  })

  it('is not marked as refused when a check’s request with the old key is', async () => {
    const hold = holdingRequest('/v3/settings/mcp', 401)
    const { sandbox, desk, brand } = await openWithBrand(hold)
    hold.arm()
    const checked = desk.call('brands.check', { brandId: brand.id })
    await hold.arrived
    await desk.call('brands.replaceKey', { brandId: brand.id, key: sandbox.keyOf(0) })
    hold.release()
    expect(await checked).toMatchObject({ keyState: 'ok' })
  })
})

describe('a brand that is removed', () => {
  it('leaves no key behind when one was being replaced', async () => {
    const hold = holdingRequest('/v3/settings/mcp')
    const { sandbox, desk, brand, secrets } = await openWithBrand(hold)
    hold.arm()
    const replaced = desk.call('brands.replaceKey', { brandId: brand.id, key: sandbox.keyOf(0) })
    await hold.arrived
    await desk.call('brands.remove', { brandId: brand.id })
    hold.release()
    await expect(replaced).rejects.toMatchObject({ kind: 'not-found' })
    expect([...secrets]).toEqual([])
  })

  it('does not wait for its own requests that are queued behind other brands', async () => {
    const hold = holdingRequest('/topic-clusters')
    const { sandbox, desk, brand } = await openWithBrand(hold)
    const other = await desk.call('brands.add', { name: 'Bee', key: sandbox.keyOf(1) })
    await desk.settings.set({ syncConcurrency: 1 })
    hold.arm()
    const first = desk.runSync({ brandIds: [other.id], datasets: ['clusters'] })
    await hold.arrived
    await desk.call('sync.run', { brandIds: [brand.id], datasets: ['tracked'] })
    expect(await desk.call('brands.remove', { brandId: brand.id })).toMatchObject({ removed: true })
    hold.release()
    expect((await first).run).toMatchObject({ done: 1, cancelled: 1, total: 2 })
  })
})
