import { expect, it, onTestFinished } from 'vitest'
import { type SandboxOptions, startSandbox } from '../../src-sandbox/server.ts'
import { openBrandsDesk } from '../support/brands-desk.ts'

const sandbox = async (options: SandboxOptions = {}) => {
  const running = await startSandbox({ brands: 3, keywords: 40, days: 40, ...options })
  onTestFinished(running.close)
  return running
}

it('adds a brand, syncs all of it, and answers its pages from the cache', async () => {
  const { baseUrl, brands } = await sandbox()
  const desk = await openBrandsDesk({ baseUrl })
  const [first] = brands
  const brand = await desk.call('brands.add', { name: 'Acme', key: first?.key ?? '', sessionOnly: true })
  expect(brand).toMatchObject({ name: 'Acme', teamId: first?.teamId, keyState: 'ok', keyIn: 'session', demo: false })
  const status = await desk.runSync()
  expect(status.rows.map(({ dataset, state, error }) => [dataset, state, error])).toEqual(
    ['rankings', 'tracked', 'clusters', 'prospects', 'contacts', 'history'].map((dataset) => [dataset, 'ok', null]),
  )
  const page = await desk.call('rankings.page', { brandIds: [brand.id] })
  expect(page.total).toBeGreaterThan(0)
  const { days } = await desk.call('rankings.days', {})
  expect(days.length).toBeGreaterThanOrEqual(28)
  expect((await desk.call('clusters.page', {})).total).toBeGreaterThan(0)
  expect((await desk.call('prospects.page', {})).total).toBeGreaterThan(0)
  expect((await desk.call('contacts.page', {})).total).toBeGreaterThan(0)
  expect(desk.unexpected).toEqual([])
})
