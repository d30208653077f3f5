import { expect, it } from 'vitest'
import { clampWords, intervalNote, planReason } from '../../../src-main/visibility/words.ts'

const interval = (planFloor: number, customInterval: number | null) => ({
  planFloor,
  allowedIntervals: [30, 15, 7, 3, 1].filter((days) => days >= planFloor),
  customInterval,
  effectiveInterval: Math.max(planFloor, customInterval ?? planFloor),
})

it('says what the clamp did, and nothing where it did nothing', () => {
  expect(clampWords(interval(7, 15))).toBeNull()
  expect(clampWords(interval(7, null))).toBeNull()
  expect(clampWords(interval(3, 1))).toBe(
    'Set to every day, but the plan allows no more often than every 3 days: it is refreshed every 3 days.',
  )
})

it('says what follows from an interval', () => {
  expect(intervalNote(interval(1, null))).toBe('Follows the plan: every day.')
  expect(intervalNote(interval(1, 7))).toContain('next AI-visibility refresh')
  expect(intervalNote(interval(7, 3))).toContain('refreshed every 7 days')
})

it('says which plan a model needs', () => {
  expect(planReason({ canEnable: true, planId: 'scale' })).toBeNull()
  expect(planReason({ canEnable: false, planId: 'enterprise' })).toContain('"enterprise"')
  expect(planReason({ canEnable: false, planId: null })).toContain('Not included')
})
