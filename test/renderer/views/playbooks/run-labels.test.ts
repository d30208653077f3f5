import { expect, test } from 'vitest'
import { priceLabel, STEP_LABELS } from '../../../../src-renderer/views/playbooks/run-labels.ts'

test('the price of a gate is that of all it is about, not of each', () => {
  expect(priceLabel({ kind: 'spend', credits: 60, count: 12 })).toBe('12 for up to 60 credits')
  expect(priceLabel({ kind: 'spend', credits: 25, count: 1 })).toBe('up to 25 credits')
  expect(priceLabel({ kind: 'spend', credits: 25, count: null })).toBe('up to 25 credits')
  expect(priceLabel({ kind: 'spend', credits: null, count: 1 })).toBe('no price reported')
  expect(priceLabel({ kind: 'change', credits: null, count: 1 })).toBe('costs no AI credits')
})

test('a step whose result is unknown names no cause', () => {
  expect(STEP_LABELS.unknown.about).toBe('It may have happened.')
})
