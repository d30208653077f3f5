import { expect, it } from 'vitest'
import { clampLabel, intervalNote, notAllowed, planReason } from '../../../src-main/visibility/labels.ts'

const interval = (planFloor: number, customInterval: number | null) => ({
  planFloor,
  allowedIntervals: [30, 15, 7, 3, 1].filter((days) => days >= planFloor),
  customInterval,
  effectiveInterval: Math.max(planFloor, customInterval ?? planFloor),
})

it('names the clamped interval, and nothing without a clamp', () => {
  expect(clampLabel(interval(7, 15))).toBeNull()
  expect(clampLabel(interval(7, null))).toBeNull()
  expect(clampLabel(interval(3, 1))).toBe(
    'Set to every day, but the plan allows at most one refresh every 3 days: it is refreshed every 3 days.',
  )
})

it('says what follows from an interval', () => {
  expect(intervalNote(interval(1, null))).toBe('Follows the plan: every day.')
  expect(intervalNote(interval(1, 7))).toContain('next AI tracking refresh')
  expect(intervalNote(interval(7, 3))).toContain('refreshed every 7 days')
})

it('says how often it is refreshed, also if the plan has no interval', () => {
  const note = intervalNote({ planFloor: 7, allowedIntervals: [], customInterval: 15, effectiveInterval: 15 })
  expect(note).toBe('Refreshed every 15 days. Applies at the next AI tracking refresh.')
})

it('says why an interval is refused', () => {
  const brand = { id: 'b', name: 'Acme' }
  const message = (days: number | null, allowed: readonly number[] | null) =>
    notAllowed(brand, days, { allowed }).message
  expect(message(1, [30, 7])).toBe('Acme: its plan does not allow a refresh every day. It allows 30, 7 days.')
  expect(message(7, [])).toBe('Acme: its plan does not allow a refresh every 7 days. It allows no custom interval.')
  // Following the plan is no interval that a plan could disallow, and one that it allows was refused for another reason.
  expect(message(null, [30])).toContain('Acme: the service refused to let it follow its plan.')
  expect(message(30, [30])).toContain('Acme: the service refused a refresh every 30 days.')
  expect(message(30, null)).not.toContain('It allows')
})

it('says which plan a model needs', () => {
  expect(planReason({ canEnable: true, planId: 'scale' })).toBeNull()
  expect(planReason({ canEnable: false, planId: 'enterprise' })).toBe('Needs the Enterprise plan.')
  expect(planReason({ canEnable: false, planId: null })).toContain('Not included')
})
