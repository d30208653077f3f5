// A keyword that moved and did not rank on the newest day: no figure of it says where it is now.
import { MantineProvider } from '@mantine/core'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatShortDay } from '../../../../src-renderer/format/time.ts'
import { realLabel, realPeriods } from '../../../../src-renderer/views/rankings/comparison.ts'
import { ComparisonFacts } from '../../../../src-renderer/views/rankings/comparison-facts.tsx'
import { MOVER_COLUMNS } from '../../../../src-renderer/views/rankings/movers-columns.tsx'
import type { Mover } from '../../../../src-shared/desk/rankings.ts'

const DAY = '2026-10-04'
const SAID = `did not rank on ${formatShortDay(DAY)}, usually 2.5`
const MOVE: Mover = {
  ...{ brandId: 'b1', keyword: 'tea', kind: 'down', fromPosition: 2.5, toPosition: null, positionChange: null },
  ...{ clicks: 90, impressions: 900 },
  real: { usual: { low: 1.5, high: 3.5 }, deviation: 5, clicksBefore: 4, clicksNow: 1, lastDay: DAY },
}

const painted = (content: ReactNode): string => renderToStaticMarkup(createElement(MantineProvider, null, content))

test('its row has a dash now and no rank for the change, and says on both since when', () => {
  for (const [id, shown] of [
    ['toPosition', '—'],
    ['positionChange', 'no rank'],
  ]) {
    const cell = MOVER_COLUMNS.real.one.find((column) => column.id === id)?.cell?.(MOVE)
    expect(painted(cell)).toContain(`title="${SAID}">${shown}<`)
  }
  const range = MOVER_COLUMNS.real.one.find((column) => column.id === 'usual')?.cell?.(MOVE)
  expect(painted(range)).toContain(`"usually 1.5 to 3.5, did not rank on ${formatShortDay(DAY)}"`)
})

test('its detail names the day on which it did not rank, and what is usual', () => {
  const facts = (move: Mover) =>
    painted(
      createElement(ComparisonFacts, { comparison: { periods: realPeriods(DAY), label: realLabel(DAY), move } }),
    ).replace(/(<[^>]*>)+/g, '|')
  expect(facts(MOVE)).toContain(`|Before|2.5|On ${formatShortDay(DAY)}|not ranking|`)
  expect(facts(MOVE)).not.toContain('|Now|')
  expect(facts({ ...MOVE, kind: 'lost' })).toContain('|Now|not ranking|')
})
