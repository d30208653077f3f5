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

test('its row has a dash now and “not ranking” for the change, and says on both since when', () => {
  for (const [id, shown] of [
    ['toPosition', '—'],
    ['positionChange', 'not ranking'],
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

test('what a lost keyword lost is said to be vs the days before that, in its row and its detail', () => {
  const clicks = (move: Mover) =>
    painted(MOVER_COLUMNS.real.one.find((column) => column.id === 'clicksChange')?.cell?.(move))
  const facts = (move: Mover) =>
    painted(createElement(ComparisonFacts, { comparison: { periods: realPeriods(DAY), label: realLabel(DAY), move } }))
  const lost: Mover = { ...MOVE, kind: 'lost' }
  expect(clicks(MOVE)).toContain('title="down 3.0 vs the 28 days before"')
  expect(clicks(lost)).toContain('title="down 3.0 vs the days before it was lost"')
  expect(facts(MOVE)).not.toContain('before it was lost')
  expect(facts(lost)).toContain('· clicks vs the days before it was lost<')
  expect(facts(lost)).toContain('title="down 3.0 vs the days before it was lost"')
})

test('a change to not ranking is a sentence on hover', () => {
  const lost = MOVER_COLUMNS.real.one
    .find((column) => column.id === 'positionChange')
    ?.cell?.({ ...MOVE, kind: 'lost' })
  expect(painted(lost)).toContain('title="lost: it ranked before, and no longer does"')
})
