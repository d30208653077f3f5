// What the window says where only a part of an action was done.
import { expect, test } from 'vitest'
import { savedOf } from '../../../src-renderer/state/audits.ts'
import { undoMove } from '../../../src-renderer/state/publishing.ts'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'

test('reminders that were saved before one failed can be undone, and no others', async () => {
  const tried: string[] = []
  const save = async (id: string) => tried.push(id) > 0 && id !== 'c'
  expect(await savedOf(['a', 'b', 'c', 'd'], save)).toEqual(['a', 'b'])
  expect(tried).toEqual(['a', 'b', 'c'])
  expect(await savedOf(['c'], save)).toEqual([])
})

test('a held article whose move was cancelled and that could not be scheduled again has no time any more', async () => {
  const entry = { state: 'held', at: '2026-11-01T09:00:00.000Z' } as CalendarEntry // what it reads
  const error = { kind: 'invalid', message: 'The time has passed.' }
  const undone = (refused: string, state: CalendarEntry['state'] = 'held') => {
    const ask = async (name: string) => (name === refused ? { ok: false, error } : { ok: true, value: {} })
    return undoMove({ ...entry, state }, { intentIds: ['i1'] }, ask as unknown as Parameters<typeof undoMove>[2])
  }
  expect(await undone('none')).toBeNull()
  expect(await undone('intents.cancel')).toEqual({ error, isScheduled: true })
  expect(await undone('publishing.schedule')).toEqual({ error, isScheduled: false })
  expect(await undone('publishing.schedule', 'scheduled')).toBeNull()
})
