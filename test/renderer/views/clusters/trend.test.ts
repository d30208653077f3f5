import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CLUSTER_COLUMNS } from '../../../../src-renderer/views/clusters/cluster-columns.tsx'
import type { ClusterRow } from '../../../../src-shared/desk/clusters.ts'

const cellOf = (id: 'trend' | 'changePct', read: Pick<ClusterRow, 'trend' | 'changePct'>): string => {
  const column = CLUSTER_COLUMNS.one.find((one) => one.id === id)
  const row = read as ClusterRow // what the cells read
  return renderToStaticMarkup(createElement('div', null, column?.cell?.(row)))
}

test('a change of a cluster has its sign and no colour, whatever its trend, as the service does not say of what it is', () => {
  for (const trend of ['stable', 'rising', 'falling', 'declining', 'a word of its own', null])
    for (const [change, text] of [
      [-3.1, '−3.1%'],
      [2, '+2.0%'],
      [0, '0.0%'],
    ] as const) {
      const shown = cellOf('changePct', { trend, changePct: change })
      expect(shown, `${trend}`).not.toMatch(/[▲▼]|class="(good|bad)"/)
      expect(shown, `${trend}`).toContain(`>${text}<`)
      expect(shown).toMatch(/title="[^"]* vs a period that the service does not name"/)
    }
  expect(cellOf('changePct', { trend: 'stable', changePct: null })).toContain('—')
})

test('a trend has its sign and no colour', () => {
  for (const trend of ['rising', 'falling', 'declining', 'stable']) {
    const shown = cellOf('trend', { trend, changePct: null })
    expect(shown).toMatch(/<svg/)
    expect(shown).not.toMatch(/\b(good|bad)\b/)
  }
})

test('trend and change are hidden at first, and the header of the change says that it has no period', () => {
  for (const columns of Object.values(CLUSTER_COLUMNS))
    for (const id of ['trend', 'changePct'])
      expect(columns.find((column) => column.id === id)?.isHiddenAtFirst, id).toBe(true)
  const column = CLUSTER_COLUMNS.one.find(({ id }) => id === 'changePct')
  expect(column?.header).toBe('Change, service')
  expect(column?.about).toContain('names no period')
})
