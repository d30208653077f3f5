// The end of a sync is on disk before shells are notified, however long the disk takes.
import { expect, it } from 'vitest'
import type { Store } from '../../../src-main/store/store.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { openBrandsDesk } from '../../support/brands-desk.ts'
import { openSandbox } from '../../support/sandbox.ts'

type SaveInput = readonly { readonly state?: unknown }[]

/** A disk that stores the end of a pair only when it is released. */
const slowDisk = () => {
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const slow = (store: Store): Store => ({
    ...store,
    write: async (...args) => {
      const [name, input] = args
      // The states of rows that are saved are what the test waits for; other writes have none.
      if (name === 'freshness.save' && (input as SaveInput).some(({ state }) => state !== 'queued')) {
        asked.resolve()
        await release.promise
      }
      return store.write(...args)
    },
  })
  return { slow, whenAsked: asked.promise, release: release.resolve }
}

const isEnd = ({ name, payload }: DeskEvent): boolean =>
  name === 'sync.progress' && (payload.run.endedAt !== null || payload.pair?.state === 'failed')

it.each(['failed', 'ok', 'cancelled'] as const)(
  'a pair that is %s is on disk before shells are notified',
  async (state) => {
    const disk = slowDisk()
    const sandbox = await openSandbox({ brands: 1 })
    const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, syncStore: disk.slow })
    const { id } = await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
    if (state === 'failed')
      await desk.settings.setProfile({ operations: { 'topicClusters.list': { path: '/nowhere' } } })
    if (state === 'cancelled') await sandbox.fault({ operation: 'topicClusters.list', kind: 'hold' })
    const ended = desk.whenEvent(({ name, payload }) => name === 'sync.progress' && payload.run.endedAt !== null)
    await desk.call('sync.run', { datasets: ['clusters'] })
    const cancelled = state === 'cancelled' ? desk.call('sync.cancel', {}) : null

    await disk.whenAsked
    expect(desk.events.filter(isEnd)).toEqual([])
    disk.release()
    await ended
    const rows = await desk.store.read('freshness.list', {})
    expect(rows.find((row) => row.dataset === 'clusters')).toMatchObject({ brandId: id, state })
    if (cancelled !== null) {
      await cancelled
      const { run } = await desk.call('sync.status', {})
      expect(run).toMatchObject({ cancelled: 1, endedAt: expect.any(String) })
    }
  },
)
