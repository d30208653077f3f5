import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CLUSTER_COLUMNS } from '../../../../src-renderer/views/clusters/cluster-columns.tsx'
import type { ClusterRow } from '../../../../src-shared/desk/clusters.ts'

const changeOf = (trend: string | null, changePct: number | null): string => {
  const column = CLUSTER_COLUMNS.one.find(({ id }) => id === 'changePct')
  const row = { trend, changePct } as ClusterRow // what the cell reads
  return renderToStaticMarkup(createElement('div', null, column?.cell?.(row)))
}

test('a change has its arrow and colour only where it says the same as the trend beside it', () => {
  for (const [trend, change, text] of [
    ['stable', -3.1, '−3.1%'],
    ['stable', 2, '+2.0%'],
    ['rising', -3.1, '−3.1%'],
    ['falling', 0.4, '+0.4%'],
  ] as const) {
    const shown = changeOf(trend, change)
    expect(shown, trend).not.toMatch(/[▲▼]|class="(good|bad)"/)
    expect(shown, trend).toContain(`>${text}<`)
  }
  expect(changeOf('rising', 3.1)).toContain('▲ 3.1%')
  expect(changeOf('declining', -3.1)).toContain('▼ 3.1%')
  expect(changeOf('a word of its own', -3.1)).toContain('▼ 3.1%')
  expect(changeOf('stable', null)).toContain('—')
})

test('a change of a cluster says that the service names no period', () => {
  for (const trend of ['stable', 'falling', null])
    expect(changeOf(trend, -3.1)).toMatch(/title="[^"]* vs a period that the service does not name"/)
})
