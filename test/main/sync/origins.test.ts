// Each run names its origin: what the desk syncs by itself is never shown as the person's sync.
import { expect, it } from 'vitest'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { DATASETS } from '../../../src-shared/desk/datasets.ts'
import { openBrandsDesk } from '../../support/brands-desk.ts'
import { openSandbox } from '../../support/sandbox.ts'
import { testClock } from '../../support/test-clock.ts'

/** A part has 1,000 pairs. */
const BRANDS_OF_TWO_PARTS = 101

const open = async () => {
  const sandbox = await openSandbox({ brands: 1 })
  const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl })
  const { id } = await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
  return { sandbox, desk, id }
}
const isEndOf =
  (wanted: string) =>
  ({ name, payload }: DeskEvent): boolean =>
    name === 'sync.progress' && payload.run.origin === wanted && payload.run.endedAt !== null

it("a check of running work is not the last run: the person's is", async () => {
  const { desk, id } = await open()
  expect(await desk.call('sync.status', {})).toMatchObject({ run: null, watch: null })
  await desk.runSync({ datasets: ['clusters', 'tracked'] })
  const looked = desk.whenEvent(isEndOf('watch'))
  expect(desk.sync.refresh(id, ['prospects'])).toBe(true)
  await looked
  expect(await desk.call('sync.status', {})).toMatchObject({
    run: { origin: 'person', done: 2, total: 2 },
    watch: { origin: 'watch', done: 1, total: 1, endedAt: expect.any(String) },
  })
})

it('pairs due by the interval are a run of their own', async () => {
  const { desk } = await open()
  await desk.settings.set({ syncEveryMinutes: 60, historyDays: 1 })
  const ended = desk.whenEvent(isEndOf('interval'))
  desk.sync.start()
  await ended
  expect(await desk.call('sync.status', {})).toMatchObject({ run: { origin: 'interval' }, watch: null })
})

it('a pair that both want is reported in the person’s run, and counted in both', async () => {
  const { sandbox, desk, id } = await open()
  await sandbox.fault({ operation: 'outreach.prospects', kind: 'hold' })
  const ends = [desk.whenEvent(isEndOf('watch')), desk.whenEvent(isEndOf('person'))]
  desk.sync.refresh(id, ['prospects'])
  await desk.call('sync.run', { datasets: ['prospects'] })
  await sandbox.clearFaults()
  await Promise.all(ends)
  const origins = desk.events.flatMap(({ name, payload }) =>
    name === 'sync.progress' && payload.pair?.state === 'ok' ? [payload.run.origin] : [],
  )
  expect(origins).toEqual(['person'])
  expect(await desk.call('sync.status', {})).toMatchObject({ run: { done: 1, total: 1 }, watch: { done: 1, total: 1 } })
})

it('pairs due by the interval are read in the order of their age, those never read first', async () => {
  const sandbox = await openSandbox({ brands: 3 })
  let laterMs = 0
  const clock = { ...testClock, now: () => testClock.now() + laterMs }
  const desk = await openBrandsDesk({ baseUrl: sandbox.baseUrl, clock })
  await desk.settings.set({ syncEveryMinutes: 60, historyDays: 1, syncConcurrency: 1 })
  const ids: string[] = []
  for (const at of [0, 1, 2]) {
    const { id } = await desk.call('brands.add', { name: `Brand ${at}`, key: sandbox.keyOf(at), sessionOnly: true })
    ids.push(id)
  }
  // The second was read first, then the first, two hours ago; the third never was.
  for (const at of [1, 0]) await desk.runSync({ brandIds: [ids[at] ?? ''], datasets: ['rankings'] })
  laterMs = 2 * 3_600_000
  const ended = desk.whenEvent(isEndOf('interval'))
  const from = desk.events.length
  desk.sync.start()
  await ended
  const read = desk.events
    .slice(from)
    .flatMap(({ name, payload }) =>
      name === 'sync.progress' && payload.pair?.dataset === 'rankings' && payload.pair.state === 'ok'
        ? [ids.indexOf(payload.pair.brandId)]
        : [],
    )
  expect(read).toEqual([2, 1, 0])
})

it('what a person asks for goes before what the desk reads by itself, also where it waits already', async () => {
  const { sandbox, desk, id } = await open()
  await desk.settings.set({ syncConcurrency: 1 })
  await sandbox.fault({ operation: 'topicClusters.list', kind: 'hold' })
  const ends = [desk.whenEvent(isEndOf('watch')), desk.whenEvent(isEndOf('person'))]
  desk.sync.refresh(id, ['clusters', 'prospects', 'contacts'])
  await desk.call('sync.run', { datasets: ['contacts'] })
  await sandbox.clearFaults()
  await Promise.all(ends)
  const read = desk.events.flatMap(({ name, payload }) =>
    name === 'sync.progress' && payload.pair?.state === 'ok' ? [payload.pair.dataset] : [],
  )
  expect([...new Set(read)]).toEqual(['clusters', 'contacts', 'prospects'])
})

it('more pairs than are queued at a time are one run, and each is tried', async () => {
  const baseUrl = 'http://127.0.0.1:9'
  const desk = await openBrandsDesk({ baseUrl })
  for (let no = 1; no <= BRANDS_OF_TWO_PARTS; no += 1)
    await desk.book.insert({
      ...{ name: `Brand ${no}`, teamId: `${no}`, demo: false, createdAtMs: no },
      ...{ keyState: 'ok', keyIn: 'session', keyOrigin: baseUrl },
    })
  const ended = desk.whenEvent(isEndOf('interval'))
  desk.sync.start()
  await ended
  const pairs = BRANDS_OF_TWO_PARTS * DATASETS.length
  const { rows, run } = await desk.call('sync.status', {})
  expect(run).toMatchObject({ total: pairs, failed: pairs })
  expect(rows.filter(({ state }) => state === 'failed')).toHaveLength(pairs)
  expect(await desk.store.read('freshness.list', {})).toHaveLength(pairs)
})
