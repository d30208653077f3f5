import { describe, expect, it } from 'vitest'
import { isDue, nextTryAtMs, type Pair, priorityOf, urgencyOf } from '../../../src-main/sync/plan.ts'
import type { Brand } from '../../../src-shared/desk/brands.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const MINUTE = 60_000
const pair = (change: Partial<Pair> = {}): Pair => ({
  brandId: 'b1',
  dataset: 'rankings',
  state: 'never',
  fetchedAtMs: null,
  rows: null,
  error: null,
  nextTryAtMs: null,
  done: null,
  total: null,
  ...change,
})
const brand = (keyState: Brand['keyState'] = 'ok'): Brand => ({
  id: 'b1',
  name: 'Acme',
  slug: 'acme',
  colour: '#1c6fc4',
  tags: [],
  pinned: false,
  teamId: 't1',
  keyState,
  keyIn: 'os',
  keyOrigin: 'https://service.example',
  keyAge: null,
  demo: false,
  createdAt: '2026-01-01T00:00:00.000Z',
})
const rules = { nowMs: NOW, everyMinutes: 60, isReachable: true }
const error = (kind: 'network' | 'unauthorized' | 'rate-limited', detail = {}) => ({ kind, message: '', detail })

describe('priority', () => {
  it('is the view in use, then runs, then the background; rankings first and history last in each', () => {
    const order = (['background', 'view', 'run'] as const)
      .flatMap((origin) => (['history', 'clusters', 'rankings'] as const).map((dataset) => ({ origin, dataset })))
      .sort((a, b) => priorityOf(b.origin, b.dataset) - priorityOf(a.origin, a.dataset))
      .map(({ origin, dataset }) => `${origin} ${dataset}`)
    expect(order).toEqual([
      'view rankings',
      'view clusters',
      'view history',
      'run rankings',
      'run clusters',
      'run history',
      'background rankings',
      'background clusters',
      'background history',
    ])
  })
})

describe('urgency', () => {
  it('is the priority, and of equal ones the pair that has begun; no begun pair goes before a more important dataset', () => {
    const task = { origin: 'run', dataset: 'clusters' } as const
    expect(urgencyOf(task, true)).toBeGreaterThan(urgencyOf(task, false))
    expect(urgencyOf({ ...task, dataset: 'rankings' }, false)).toBeGreaterThan(urgencyOf(task, true))
    expect(urgencyOf({ ...task, origin: 'view' }, false)).toBeGreaterThan(urgencyOf(task, true))
  })
})

describe('due pairs', () => {
  it.each([
    ['never synced', pair(), true],
    ['synced a while ago', pair({ state: 'ok', fetchedAtMs: NOW - 59 * MINUTE }), false],
    ['synced an hour ago', pair({ state: 'ok', fetchedAtMs: NOW - 60 * MINUTE }), true],
    ['synced a little in the future', pair({ state: 'ok', fetchedAtMs: NOW + 90 * MINUTE }), false],
    [
      'synced next year, by a clock that was wrong',
      pair({ state: 'ok', fetchedAtMs: NOW + 9_000 * 60 * MINUTE }),
      true,
    ],
    ['failed, before its next try', pair({ state: 'failed', nextTryAtMs: NOW + 1, error: error('network') }), false],
    ['failed, at its next try', pair({ state: 'failed', nextTryAtMs: NOW, error: error('network') }), true],
    ['cancelled for good', pair({ state: 'cancelled' }), false],
    ['left running by the last end', pair({ state: 'running' }), true],
    ['left queued by the last end', pair({ state: 'queued' }), true],
    ['refused, with a key again', pair({ state: 'failed', error: error('unauthorized') }), true],
  ])('%s: %s', (_, one, expected) => {
    expect(isDue(one, brand(), rules)).toBe(expected)
  })

  it.each(['missing', 'unauthorized'] as const)('are none while the key is %s', (keyState) => {
    expect(isDue(pair(), brand(keyState), rules)).toBe(false)
  })
  it('are none if background sync is off or nothing can be requested', () => {
    expect(isDue(pair(), brand(), { ...rules, everyMinutes: 0 })).toBe(false)
    expect(isDue(pair({ state: 'queued' }), brand(), { ...rules, isReachable: false })).toBe(false)
    expect(isDue(pair(), brand(), { ...rules, isReachable: false })).toBe(false)
  })
})

describe('work left by the last shutdown', () => {
  it('is done also if background sync is off', () => {
    expect(isDue(pair({ state: 'queued' }), brand(), { ...rules, everyMinutes: 0 })).toBe(true)
  })
})

describe('the next background retry', () => {
  const at = (failures: number, random = 1) =>
    ((nextTryAtMs(error('network'), { failures, nowMs: NOW, random: () => random }) ?? 0) - NOW) / MINUTE

  it('is in a minute, doubled each time, an hour at most', () => {
    expect([1, 2, 3, 6, 7, 50].map((failures) => at(failures))).toEqual([1, 2, 4, 32, 60, 60])
    expect(at(3, 0)).toBe(2)
  })
  it('is not before the service’s retry time', () => {
    const limited = error('rate-limited', { retryAfterSeconds: 7_200 })
    expect(nextTryAtMs(limited, { failures: 1, nowMs: NOW, random: () => 0 })).toBe(NOW + 7_200_000)
  })
  it('waits for the person if the key was refused', () => {
    expect(nextTryAtMs(error('unauthorized'), { failures: 1, nowMs: NOW, random: () => 0 })).toBeNull()
  })
})
