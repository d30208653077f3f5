import { expect, test } from 'vitest'
import { changeOf } from '../../../../src-renderer/views/visibility/visibility-history.tsx'

test('a change of AI visibility is against the day 28 days before, or the newest one before that, else the first', () => {
  const last = { day: '2026-11-27', value: 42.5 }
  const older = [
    { day: '2026-09-01', value: 30 },
    { day: '2026-10-29', value: 40 },
  ]
  expect(changeOf([...older, { day: '2026-11-10', value: 41 }, last])).toEqual({ change: 2.5, since: '2026-10-29' })
  expect(changeOf([{ day: '2026-11-20', value: 43 }, last])).toEqual({ change: -0.5, since: '2026-11-20' })
  expect(changeOf([last])).toBeNull()
})
