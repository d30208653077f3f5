import { expect, test } from 'vitest'
import {
  type Change,
  changesOf,
  NOTHING_STAGED,
  rowsOf,
  verdictOf,
  withChanges,
  withoutChanges,
} from '../../../src-renderer/state/visibility.ts'
import type { BrandInterval, BrandModels } from '../../../src-shared/desk/visibility.ts'

const AT = '2026-11-01T10:00:00.000Z'
const modelsOf = (brandId: string, isActive: boolean): BrandModels => ({
  brandId,
  fetchedAt: AT,
  models: [
    { modelId: 'chatgpt', isActive, canEnable: true, planId: null, reason: null },
    { modelId: 'grok', isActive: false, canEnable: false, planId: 'enterprise', reason: 'Not in the plan.' },
    { modelId: 'old', isActive: true, canEnable: false, planId: 'enterprise', reason: 'Not in the plan.' },
  ],
  error: null,
})
const intervalOf = (brandId: string, more: Partial<BrandInterval> = {}): BrandInterval => ({
  brandId,
  fetchedAt: AT,
  planFloor: 7,
  allowedIntervals: [30, 15, 7],
  customInterval: null,
  effectiveInterval: 7,
  clamp: null,
  error: null,
  ...more,
})
const rows = rowsOf(
  [modelsOf('a', false), modelsOf('b', true), modelsOf('c', false)],
  [intervalOf('a'), intervalOf('b', { customInterval: 15 }), intervalOf('c', { fetchedAt: null })],
)
const on = (brandId: string, modelId = 'chatgpt'): Change => ({ brandId, modelId, isActive: true })
const every = (brandId: string, interval: 30 | 15 | 7 | 3 | 1 | null): Change => ({ brandId, interval })

test('a change to the current value, outside the plan or of an unread brand is not staged', () => {
  expect(
    [on('a'), on('b'), on('a', 'grok'), on('a', 'none'), on('nobody')].map((it) => verdictOf(it, rows.get(it.brandId))),
  ).toEqual(['change', 'same', 'no', 'no', 'no'])
  expect(
    [every('a', 3), every('a', null), every('b', null), every('b', 30), every('c', 30)].map((it) =>
      verdictOf(it, rows.get(it.brandId)),
    ),
  ).toEqual(['no', 'same', 'change', 'change', 'no'])
  // One that is on and has left the plan can still be turned off.
  expect(verdictOf({ brandId: 'a', modelId: 'old', isActive: false }, rows.get('a'))).toBe('change')
})

test('changes of many brands are staged together; a change back unstages the cell', () => {
  const staged = withChanges(NOTHING_STAGED, [on('a'), on('b'), on('c'), every('a', 30), every('b', null)], rows)
  expect(changesOf(staged, rows)).toEqual([on('a'), every('a', 30), on('c'), every('b', null)])
  expect(staged.get('b')?.get('')).toBeNull()
  const back = withChanges(staged, [{ ...on('a'), isActive: false }, every('a', null)], rows)
  expect(back.has('a')).toBe(false)
  expect(changesOf(back, rows)).toEqual([on('c'), every('b', null)])
})

test('a change that was made meanwhile, or is no longer allowed, is not sent', () => {
  const staged = withChanges(NOTHING_STAGED, [on('a'), every('a', 7), on('c')], rows)
  const later = rowsOf(
    [modelsOf('a', true), modelsOf('c', false)],
    [intervalOf('a', { planFloor: 15, allowedIntervals: [30, 15] }), intervalOf('c')],
  )
  expect(changesOf(staged, later)).toEqual([on('c')])
})

test('applied changes are unstaged; failed ones stay', () => {
  const staged = withChanges(NOTHING_STAGED, [on('a'), every('a', 30), on('c')], rows)
  const rest = withoutChanges(staged, [
    { brandId: 'a', modelId: 'chatgpt' },
    { brandId: 'c', modelId: 'chatgpt' },
  ])
  expect(changesOf(rest, rows)).toEqual([every('a', 30)])
})
