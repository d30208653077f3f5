import { expect, test } from 'vitest'
import { elapsedLabel, nextStepOf, resultLabel } from '../../../../src-renderer/views/prospects/paid-labels.ts'
import type { IntentItem, IntentState } from '../../../../src-shared/desk/intents.ts'

const item = (
  state: IntentItem['state'],
  result: IntentItem['result'] = {},
  reason: string | null = null,
): IntentItem => ({
  item: 0,
  label: 'site',
  refId: 'site',
  state,
  reason,
  result,
})
const act = (state: IntentState, items: readonly IntentItem[], counts = {}) => ({
  state,
  reason: null,
  items: [...items],
  counts: { total: items.length, confirmed: 0, failed: 0, skipped: 0, unknown: 0, ...counts },
})

test('result of a discovery names its outcome and its charge', () => {
  expect(resultLabel('discover', act('confirmed', [item('confirmed', { creditsCharged: 25 })]))).toBe(
    'Discovery started. New prospects appear here as they are found. 25 credits charged.',
  )
  const running = item('confirmed', { creditsCharged: 0, alreadyRunning: true })
  expect(resultLabel('discover', act('confirmed', [running]))).toBe(
    'Discovery was already running: nothing new was started. Nothing was charged.',
  )
})

test('result of a people search counts sites, skipped sites and the total charge', () => {
  const items = [item('confirmed', { creditsCharged: 5 }), item('confirmed', { creditsCharged: 5 }), item('skipped')]
  expect(resultLabel('findPeople', act('partly_done', items, { confirmed: 2, skipped: 1 }))).toBe(
    'The service searches 2 sites for people. They appear under Contacts as they are found. 1 site left out, not charged. 10 credits charged.',
  )
})

test('result names a charge above the price', () => {
  const reason = 'The service charged 8 credits; at most 5 were accepted.'
  const charged = act('confirmed', [item('confirmed', { creditsCharged: 8 })], { confirmed: 1 })
  expect(resultLabel('findPeople', { ...charged, reason })).toContain(`8 credits charged. ${reason}`)
})

test('a refusal shows its own reason, and a conflict leads to the clusters', () => {
  const refused = act('failed', [item('failed', { refusedAs: 'conflict' }, 'Used recently.')])
  expect(resultLabel('discover', refused)).toBe('Used recently.')
  expect(nextStepOf(refused)?.place.view).toBe('clusters')
  expect(nextStepOf(act('failed', [item('failed', {}, 'No.')]))).toBeNull()
})

test('elapsed label uses seconds, minutes and hours', () => {
  expect(elapsedLabel(0, 40_000)).toBe('40 s')
  expect(elapsedLabel(0, 200_000)).toBe('3 min')
  expect(elapsedLabel(0, 2 * 3_600_000 + 5 * 60_000)).toBe('2 h 5 min')
})
