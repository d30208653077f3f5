import { expect, test } from 'vitest'
import { changeLabel, refusalLabel, resultsText } from '../../../../src-renderer/views/visibility/change-labels.ts'
import type { DeskErrorValue } from '../../../../src-shared/desk/errors.ts'

const names = [{ modelId: 'chatgpt', name: 'ChatGPT' }]
const errorOf = (kind: DeskErrorValue['kind']): DeskErrorValue => ({ kind, message: 'It did not happen.' })

test('a change is labelled by the model’s name, or by the interval before and after', () => {
  expect(changeLabel({ brandId: 'a', modelId: 'chatgpt', isActive: true }, undefined, names)).toBe('ChatGPT on')
  expect(changeLabel({ brandId: 'a', modelId: 'other', isActive: false }, undefined, names)).toBe('other off')
  const at = '2026-11-01T10:00:00.000Z'
  const interval = {
    planFloor: 7,
    allowedIntervals: [30, 15, 7],
    customInterval: 15,
    effectiveInterval: 15,
    clamp: null,
  }
  const row = {
    brandId: 'a',
    models: { brandId: 'a', fetchedAt: at, models: [], error: null },
    interval: { brandId: 'a', fetchedAt: at, error: null, ...interval },
  }
  expect(changeLabel({ brandId: 'a', interval: null }, row, names)).toBe('refresh: every 15 days → plan (every 7 days)')
})

test('refusalLabel blames the plan, the model or the path only if the desk knows it', () => {
  const refusal = (state: 'refused' | 'failed', modelId: string | null, kind: DeskErrorValue['kind']) =>
    refusalLabel({ state, modelId, error: errorOf(kind) })
  expect(refusal('refused', 'chatgpt', 'forbidden')).toBe('The plan does not include it')
  expect(refusal('failed', 'chatgpt', 'forbidden')).toBe('The key may not do this')
  expect(refusal('refused', 'chatgpt', 'not-found')).toBe('Unknown model')
  expect(refusal('failed', 'chatgpt', 'not-found')).toBe('The path may be wrong')
  expect(refusal('failed', null, 'not-found')).toBeNull()
  expect(refusal('failed', 'chatgpt', 'network')).toBeNull()
})

test('changes apply later only as far as they were saved, and all of them where none failed or was set already', () => {
  const later = 'at the next AI tracking refresh.'
  expect(resultsText(['applied', 'applied'])).toBe(`All changes are saved. They apply ${later}`)
  expect(resultsText(['failed', 'applied', 'refused'])).toBe(`2 changes failed. 1 change saved, applied ${later}`)
  expect(resultsText(['unchanged', 'applied'])).toBe(`1 change saved, applied ${later}`)
  expect(resultsText(['failed', 'refused', 'unchanged'])).toBe('2 changes failed.')
  expect(resultsText(['unchanged'])).toBe('Everything was set already.')
})
