// Requests that wait for the limiter, as the window shows them.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { applyWaiting, useSync } from '../../../src-renderer/state/sync.ts'

const wait = (brandId: string, inMs: number) => ({
  ...{ brandId, operation: 'rankTracking.topKeywords', untilMs: Date.now() + inMs },
})

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

test('a thousand that begin to wait at once are one change of the page', () => {
  let changes = 0
  const count = () => {
    changes += 1
  }
  onTestFinished(useSync.subscribe(count))
  for (let no = 0; no < 1000; no += 1) applyWaiting(wait(`brand_${no}`, 60_000))
  vi.advanceTimersByTime(1000)
  expect(useSync.getState().waits).toHaveLength(1000)
  expect(changes).toBe(1)
})

test('of a brand and operation the newest counts; one that ended early is not shown any more, nor one that has passed', () => {
  useSync.setState({ waits: [] })
  for (const one of [wait('a', 60_000), wait('b', 60_000), wait('c', 2_000), wait('a', 0)]) applyWaiting(one)
  vi.advanceTimersByTime(1000)
  expect(useSync.getState().waits.map(({ brandId }) => brandId)).toEqual(['b', 'c'])
  vi.advanceTimersByTime(2000)
  applyWaiting(wait('d', 60_000))
  vi.advanceTimersByTime(1000)
  expect(useSync.getState().waits.map(({ brandId }) => brandId)).toEqual(['b', 'd'])
})
