import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { createEvents } from '../../../src-main/desk.ts'
import { createOutreachWatch } from '../../../src-main/prospects/watch.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { tempLists } from '../../support/desk-lists.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const site = (id: string, status: string) => ({ id, status, domain: `${id}.test` })

/** A watch over a real store; the reads it requests are recorded only, the tests ingest instead. */
const openWatch = async () => {
  const lists = await tempLists('One')
  const [brandId = ''] = lists.ids
  const clock = createManualClock()
  const { emit, subscribe } = createEvents()
  const asked: string[][] = []
  const emitted: DeskEvent[] = []
  subscribe((event) => emitted.push(event))
  const book = { list: () => [{ id: brandId }] as never, find: () => ({ id: brandId }) as never }
  const open = () => {
    const watch = createOutreachWatch({
      store: lists.store,
      book,
      clock,
      emit,
      log: silentLog,
      subscribe,
      refresh: (_brandId, datasets) => {
        asked.push([...datasets])
        return true
      },
    })
    onTestFinished(watch.close)
    watch.start()
    return watch
  }
  const ingest = async (listing: 'prospects' | 'contacts', reply: unknown) => {
    await lists.ingest(listing, brandId, reply, clock.now())
    emit('changed', { brandIds: [brandId], datasets: [listing] })
    // The reader answers in turn: after this answer the watch has its own.
    await new Promise(setImmediate)
    await lists.store.read('outreach.watch', { brandIds: [brandId] })
    await clock.advance(0)
  }
  return { ...lists, brandId, clock, emit, asked, emitted, open, ingest }
}

test('prospects are read with growing delays while a discovery runs, from five seconds to two minutes', async () => {
  const { clock, asked, open, ingest } = await openWatch()
  open()
  await ingest('prospects', { items: [], discoveryStatus: 'running' })
  for (const [place, seconds] of [5, 10, 20, 40, 80, 120, 120].entries()) {
    await clock.advance(seconds * 1000 - 1)
    expect(asked).toHaveLength(place)
    await clock.advance(1)
    expect(asked).toHaveLength(place + 1)
  }
  expect(new Set(asked.flat())).toEqual(new Set(['prospects']))
})

test.each(['discoveryStatus', 'mentionCheckStatus', 'relationshipSweepStatus'])(
  'prospects are read until %s no longer runs, when it alone does',
  async (field) => {
    const { clock, asked, open, ingest } = await openWatch()
    open()
    const rest = { discoveryStatus: 'completed', mentionCheckStatus: 'completed', relationshipSweepStatus: 'idle' }
    await ingest('prospects', { items: [], ...rest, [field]: 'running' })
    await clock.advance(15_000)
    expect(asked).toEqual([['prospects'], ['prospects']])
    await ingest('prospects', { items: [], ...rest, [field]: 'completed' })
    expect(asked.slice(2)).toEqual([['contacts', 'prospects']])
    await clock.advance(3_600_000)
    expect(asked).toHaveLength(3)
  },
)

test('a change resets the delays; the end reads the contacts, and stops reading', async () => {
  const { clock, asked, open, ingest } = await openWatch()
  open()
  const running = { discoveryStatus: 'running', mentionCheckStatus: 'idle' }
  await ingest('prospects', { items: [site('a', 'finding_people'), site('b', 'finding_people')], ...running })
  await clock.advance(15_000)
  expect(asked).toHaveLength(2)
  await ingest('prospects', { items: [site('a', 'people_found'), site('b', 'finding_people')], ...running })
  expect(asked.slice(2)).toEqual([['contacts', 'prospects']])
  await clock.advance(5_000)
  expect(asked.slice(3)).toEqual([['prospects']])
  await ingest('prospects', { items: [site('a', 'people_found'), site('b', 'new')], discoveryStatus: 'completed' })
  expect(asked.slice(4)).toEqual([['contacts', 'prospects']])
  await ingest('contacts', { items: [] })
  expect(clock.sleeping()).toEqual([])
  await clock.advance(3_600_000)
  expect(asked).toHaveLength(5)
})

test('an unchanged listing does not reset the delays', async () => {
  const { clock, asked, open, ingest } = await openWatch()
  open()
  const same = { items: [site('a', 'finding_people')] }
  await ingest('prospects', same)
  await clock.advance(5_000)
  await ingest('prospects', same)
  await clock.advance(9_999)
  expect(asked).toHaveLength(1)
  await clock.advance(1)
  expect(asked).toHaveLength(2)
})

test('a restart goes on with the searches that the cache shows as running', async () => {
  const { clock, asked, open, ingest } = await openWatch()
  const first = open()
  await ingest('prospects', { items: [site('a', 'finding_people')] })
  first.close()
  await clock.advance(600_000)
  expect(asked).toEqual([])
  open()
  await clock.whenSleeping((ms) => ms === 5_000)
  await clock.advance(5_000)
  expect(asked).toEqual([['prospects']])
})

test('nothing is read when no search runs, regardless of other changes', async () => {
  const { clock, asked, emitted, emit, brandId, open, ingest } = await openWatch()
  open()
  await ingest('prospects', { items: [site('a', 'new')], discoveryStatus: 'completed' })
  emit('changed', { brandIds: [brandId], datasets: ['rankings'] })
  await clock.advance(3_600_000)
  expect(asked).toEqual([])
  expect(emitted.filter(({ name, payload }) => name === 'changed' && payload.datasets.includes('credits'))).toEqual([])
})

test('a paid intent starts the reads; queued pitches do not', async () => {
  const { brandId, clock, emit, open, ingest, store } = await openWatch()
  open()
  await ingest('prospects', { items: [site('one', 'new')] })
  const read = vi.spyOn(store, 'read')
  const change = { intentId: 'intent_1', brandId, state: 'in_flight' } as const
  emit('intents.changed', { ...change, kind: 'queue' })
  await clock.advance(0)
  expect(read).not.toHaveBeenCalled()
  emit('intents.changed', { ...change, kind: 'findPeople' })
  await clock.advance(0)
  expect(read).toHaveBeenCalledWith('outreach.watch', { brandIds: [brandId] })
})

test.each([
  [0, ['prospects']],
  [1, ['prospects', 'contacts']],
])('with %i ended searches whose people are not known yet, %j are read', async (ended, datasets) => {
  const { brandId, clock, asked, open, store } = await openWatch()
  const now = { brandId, running: 1, finding: 0, searching: 0, ended, actMs: 0, isActNewer: false, ledger: '' }
  vi.spyOn(store, 'read').mockResolvedValue([now] as never) // what the watch reads
  open()
  await expect.poll(clock.sleeping).toEqual([5_000])
  await clock.advance(5_000)
  expect(asked).toEqual([datasets])
})
