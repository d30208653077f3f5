import { expect, test } from 'vitest'
import { changedByLabel } from '../../../src-renderer/format/changed-by.ts'

const nowMs = Date.parse('2026-11-22T12:00:00')
const ann = { login: 'ann', name: 'Ann' }

test('a change names its person and when; before the team, and on a desk alone, it names nobody', () => {
  const changedAt = new Date('2026-11-03T09:30:00').toISOString()
  expect(changedByLabel({ changedBy: ann, changedAt }, nowMs)).toBe('Changed by Ann, 3 Nov, 09:30')
  expect(changedByLabel({ changedBy: ann, changedAt: null }, nowMs)).toBe('Changed by Ann')
  expect(changedByLabel({ changedBy: null, changedAt }, nowMs)).toBe('')
  expect(changedByLabel({}, nowMs)).toBe('')
})
