import { expect, test } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { silentLog } from '../../../src-main/base/log.ts'
import { createImpact } from '../../../src-main/impact/calls.ts'
import type { Store } from '../../../src-main/store/store.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import type { Change } from '../../../src-shared/desk/values/changes.ts'
import { callHandler } from '../../support/call-handler.ts'
import { createManualClock, settle } from '../../support/manual-clock.ts'

const VERDICTS = { up: 0, down: 0, 'no-change': 0, 'too-early': 0, 'not-measured': 0 }
const PAGE = { rows: [], total: 0, nextCursor: null, verdicts: VERDICTS, freshAsOf: null }

/** A store in which all brands are to be worked out, and a brand takes until it is released. */
const busyStore = () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const read = async (name: string, args: { brandIds?: string[] }) => {
    if (name === 'articles.outings') return args.brandIds?.map((brandId) => ({ brandId, outings: [] }))
    return PAGE
  }
  return {
    store: {
      read,
      write: () => released.then(() => ({ isDone: true, isChanged: false, workedMs: 1 })),
    } as unknown as Store,
    release,
  } // what the room asks of it
}

test('a list of impacts is there at once while brands are worked out, and counts them', async () => {
  const { store, release } = busyStore()
  const ids = ['brand_one', 'brand_two']
  const impact = createImpact({
    store,
    clock: systemClock,
    emit: () => undefined,
    subscribe: () => () => undefined,
    log: silentLog,
    brands: { resolve: () => ids, get: () => ({}) as never, find: () => null },
  })
  const startedAt = performance.now()
  const { waiting } = await callHandler(impact.handlers, 'impact.list', {})
  expect({ waiting, isSoon: performance.now() - startedAt < 1000 }).toEqual({ waiting: 2, isSoon: true })
  release()
  await impact.close()
})

/** A desk whose brands are worked out in two pieces of `workedMs` together. */
const openImpact = ({ workedMs, isChanged }: { workedMs: number; isChanged: boolean }) => {
  const clock = createManualClock()
  const listeners: ((event: DeskEvent) => void)[] = []
  const saved: string[] = []
  const emitted: Change[] = []
  let isSecond = false
  const write = async (_name: string, { brandId }: { brandId: string }) => {
    if (!isSecond) saved.push(brandId)
    isSecond = !isSecond
    return { isDone: !isSecond, isChanged, workedMs: workedMs / 2 }
  }
  const impact = createImpact({
    store: { read: async () => PAGE, write } as unknown as Store, // what the room asks of it
    clock,
    emit: (name, payload) => void (name === 'changed' && emitted.push(payload as Change)), // by its name
    subscribe: (listener) => {
      listeners.push(listener)
      return () => undefined
    },
    log: silentLog,
    brands: {
      resolve: (ids) => (ids === 'all' ? ['heavy', 'light'] : ids),
      get: () => ({}) as never,
      find: () => null,
    },
  })
  const list = async (brandIds: 'all' | string[]) => {
    const { waiting } = await callHandler(impact.handlers, 'impact.list', { brandIds })
    await settle()
    return waiting
  }
  const change = (brandId: string, dataset: Change['datasets'][number] = 'articles') => {
    for (const listener of listeners)
      listener({ name: 'changed', payload: { brandIds: [brandId], datasets: [dataset] } })
  }
  return { impact, list, change, advance: clock.advance, saved, emitted }
}

test('a brand of which nothing changed is not looked at again', async () => {
  const { impact, list, change, advance, saved } = openImpact({ workedMs: 2, isChanged: true })
  expect(await list('all')).toBe(0)
  expect(saved).toEqual(['heavy', 'light'])
  await advance(60_000)
  expect(await list('all')).toBe(0)
  change('light', 'outbox')
  expect(await list('all')).toBe(0)
  expect(saved).toEqual(['heavy', 'light'])
  change('light')
  await list('all')
  expect(saved).toEqual(['heavy', 'light', 'light'])
  await impact.close()
})

test('while deliveries come, a brand is worked out again a hundred times its work later, and the list says that it waits', async () => {
  const { impact, list, change, advance, saved, emitted } = openImpact({ workedMs: 80, isChanged: false })
  await list(['heavy'])
  expect(saved).toHaveLength(1)
  for (let delivery = 0; delivery < 70; delivery += 1) {
    change('heavy')
    expect(await list(['heavy'])).toBe(1)
    await advance(100)
  }
  expect(saved).toHaveLength(1)
  // Another brand need not wait for it.
  await list(['light'])
  expect(saved).toEqual(['heavy', 'light'])
  const before = emitted.length
  await advance(1000)
  await settle()
  expect(saved).toEqual(['heavy', 'light', 'heavy'])
  // Nothing changed, but the reply had said that the brand waits.
  expect(emitted.slice(before)).toEqual([{ brandIds: ['heavy'], datasets: ['impact'] }])
  expect(await list(['heavy'])).toBe(0)
  await impact.close()
})
