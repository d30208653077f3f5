import { expect, test } from 'vitest'
import type { Bridge } from '../../../src-renderer/bridge.ts'
import { createFirstCalls, firstRowsOf } from '../../../src-renderer/data/first-calls.ts'
import { HOME } from '../../../src-renderer/state/place.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'

const CHANGED: DeskEvent = { name: 'changed', payload: { brandIds: 'all', datasets: ['today'] } }

/** A bridge that answers each call with its name, and tells what was asked. */
const createBridge = () => {
  const asked: string[] = []
  const listeners = new Set<(event: DeskEvent) => void>()
  const bridge: Pick<Bridge, 'call' | 'subscribe' | 'onConnection'> = {
    call: async (name) => {
      asked.push(name)
      return { ok: true, value: name } as never // a reply of any call
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onConnection: () => () => {},
  }
  return {
    bridge,
    asked,
    listeners,
    report: (event: DeskEvent) => listeners.forEach((listener) => void listener(event)),
  }
}

test('first calls ask for the rows of the start page, brands and settings; each reply is taken once', async () => {
  const { bridge, asked } = createBridge()
  const calls = createFirstCalls(bridge)
  calls.send(HOME)
  expect(asked).toEqual(['today.list', 'brands.list', 'desk.settings'])
  expect(await calls.take('today.list', { brandIds: 'all' })).toEqual({ ok: true, value: 'today.list' })
  expect(calls.take('today.list', { brandIds: 'all' })).toBeUndefined()
  expect(calls.take('today.list', { brandIds: ['brand_1'] })).toBeUndefined()
})

test('first calls hand over what changed since they were sent, and forget replies that the start did not take', () => {
  const { bridge, listeners, report } = createBridge()
  const calls = createFirstCalls(bridge)
  calls.send(HOME)
  report(CHANGED)
  expect(calls.end()).toEqual([CHANGED])
  expect(calls.take('brands.list', {})).toBeUndefined()
  expect(listeners.size).toBe(0)
})

test('first calls of Overview ask for the first rows by the address, or for the one brand', () => {
  const place = { view: 'overview', scope: 'all', params: { sort: 'name' } }
  const ofAll = { limit: 50, whole: true, sort: [{ by: 'name', direction: 'asc' }] }
  expect(firstRowsOf(place)).toEqual(['brands.overview', ofAll])
  expect(firstRowsOf({ ...place, scope: 'brand_1' })).toEqual(['brands.overview', { brandIds: ['brand_1'] }])
  expect(firstRowsOf({ ...place, params: { asof: '2026-01-01' } })).toBeNull()
})
