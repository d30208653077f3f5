import { expect, test } from 'vitest'
import { type Before, stepsBack } from '../../../src-renderer/state/marks.ts'

const row = (id: string, more: Partial<Before> = {}): Before => ({
  brandId: 'acme',
  id,
  triage: null,
  tags: [],
  ...more,
})

test('undo restores the mark of each row, by brand', () => {
  const rows = [row('a'), row('b', { triage: 'keep' }), row('c'), row('d', { brandId: 'bolt' })]
  expect(stepsBack(rows, { triage: 'drop' })).toEqual([
    { brandId: 'acme', ids: ['a', 'c'], triage: null },
    { brandId: 'bolt', ids: ['d'], triage: null },
    { brandId: 'acme', ids: ['b'], triage: 'keep' },
  ])
})

test('undo removes a tag only where it was new, and restores it only where it was', () => {
  const rows = [row('a', { tags: ['blog'] }), row('b')]
  expect(stepsBack(rows, { addTags: ['blog'] })).toEqual([{ brandId: 'acme', ids: ['b'], removeTags: ['blog'] }])
  expect(stepsBack(rows, { removeTags: ['blog'] })).toEqual([{ brandId: 'acme', ids: ['a'], addTags: ['blog'] }])
})
