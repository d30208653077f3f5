import { expect, test } from 'vitest'
import { lastRunLabel, watchLabel } from '../../../../src-renderer/views/sync/run-labels.ts'
import type { SyncRun } from '../../../../src-shared/desk/sync.ts'
import { runToShow } from '../../../../src-shared/desk/values/run-to-show.ts'

const NOW_MS = Date.parse('2026-11-20T10:02:00.000Z')
const runOf = (origin: SyncRun['origin'], endedAt: string | null, counts: Partial<SyncRun> = {}): SyncRun => ({
  runId: origin,
  origin,
  startedAt: '2026-11-20T09:59:00.000Z',
  endedAt,
  done: 3,
  failed: 0,
  cancelled: 0,
  total: 3,
  ...counts,
})

test('last run names its origin, unless it was the person', () => {
  expect(lastRunLabel(runOf('person', '2026-11-20T10:00:00.000Z'), NOW_MS)).toMatch(
    /^Last sync .*: 3 of 3 datasets synced$/,
  )
  const late = runOf('interval', '2026-11-20T10:00:00.000Z', { done: 1, failed: 2 })
  expect(lastRunLabel(late, NOW_MS)).toMatch(/^Last scheduled sync .*, 2 min ago: 1 of 3 datasets synced · 2 failed$/)
  expect(lastRunLabel(runOf('person', null), NOW_MS)).toBe('')
})

test('last run distinguishes a check of running outreach', () => {
  expect(watchLabel(null, NOW_MS)).toBe('')
  expect(watchLabel(runOf('watch', null, { done: 1, total: 2 }), NOW_MS)).toBe(
    'Checking outreach: 1 of 2 datasets read',
  )
  expect(watchLabel(runOf('watch', '2026-11-20T10:01:30.000Z'), NOW_MS)).toMatch(/^Outreach last checked .*, just now$/)
})

test('shown run is the newest that is not an outbox check', () => {
  const person = runOf('person', '2026-11-20T10:00:00.000Z')
  const interval = runOf('interval', '2026-11-20T10:01:00.000Z')
  const watch = runOf('watch', '2026-11-20T10:01:30.000Z')
  expect(runToShow([watch])).toBeNull()
  expect(runToShow([watch, person])).toBe(person)
  expect(runToShow([watch, person, interval])).toBe(interval)
  const going = runOf('person', null)
  expect(runToShow([interval, going])).toBe(going)
  expect(runToShow([runOf('interval', null), person, watch])).toMatchObject({ origin: 'interval', endedAt: null })
})
