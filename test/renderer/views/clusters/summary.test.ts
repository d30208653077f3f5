import { expect, test } from 'vitest'
import { shownSummary } from '../../../../src-renderer/views/clusters/clusters-view.tsx'

test('brands whose clusters were never read have no sums, and not zero', () => {
  const sums = { clusters: 0, totalKeywords: 0, trackedPrompts: 0, avgSearchVisibility: null, avgAiVisibility: null }
  const row = { brandId: 'a', ...sums, clusters: 3 }
  expect(shownSummary({ rows: [], all: sums }, 'all')).toBeUndefined()
  expect(shownSummary({ rows: [row], all: { ...sums, clusters: 3 } }, 'all')).toEqual({ ...sums, clusters: 3 })
  expect(shownSummary({ rows: [row], all: sums }, 'a')).toBe(row)
  expect(shownSummary(undefined, 'all')).toBeUndefined()
})
