import { expect, test } from 'vitest'
import { createEvents } from '../../src-main/desk.ts'
import { createNotices } from '../../src-main/notices.ts'

const clock = { now: () => Date.UTC(2026, 0, 2), monotonicMs: () => 0, sleep: () => Promise.resolve() }
const restored = { level: 'warning', title: 'Restored', message: 'core.db came from its backup' } as const

test('notices before any shell listened are listed for a later shell', () => {
  const { emit } = createEvents()
  const notices = createNotices({ clock, emit, startedAtMs: 1 })
  notices.notify(restored)
  expect(notices.list()).toEqual([{ ...restored, id: '1-1', at: '2026-01-02T00:00:00.000Z' }])
})

test('a notice is emitted once, with its own id, and only the latest are kept', () => {
  const { emit, subscribe } = createEvents()
  const emitted: string[] = []
  subscribe((event) => {
    if (event.name === 'desk.notice') emitted.push(event.payload.id)
  })
  const notices = createNotices({ clock, emit, startedAtMs: 1 })
  for (let count = 0; count < 60; count += 1) notices.notify(restored)
  expect(new Set(emitted).size).toBe(60)
  expect(notices.list().map(({ id }) => id)).toEqual(emitted.slice(-50))
})
