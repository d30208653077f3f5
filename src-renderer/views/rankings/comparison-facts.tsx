import { Text } from '@mantine/core'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import { absentDayOf } from '../../../src-shared/desk/values/absent-move.ts'
import { LOST_VS } from '../../../src-shared/desk/values/figures.ts'
import { Delta } from '../../charts/delta.tsx'
import { formatDecimal, shownChange } from '../../format/numbers.ts'
import { versusText } from '../../format/periods.ts'
import { formatShortDay } from '../../format/time.ts'
import { type Fact, Facts } from '../../table/table-page.tsx'
import type { Comparison } from './comparison.ts'
import { clicksChangeOf, clicksText, clicksVersus, impressionsText, moveEvent, usualText } from './mover-labels.ts'
import { NOT_RANKING } from './rank-columns.tsx'

const positionOf = (value: number | null): string => (value === null ? NOT_RANKING : formatDecimal(value))

/** The measures of the row that was opened. */
const factsOf = (move: Mover, vs: string): readonly Fact[] => {
  const moved = shownChange(move.positionChange, move.fromPosition, move.toPosition)
  const change = <Delta change={moved} of="position" event={moveEvent(move)} vs={vs} />
  const absent = absentDayOf(move)
  const positions: readonly Fact[] = [
    { name: 'Before', value: positionOf(move.fromPosition) },
    absent === null
      ? { name: 'Now', value: positionOf(move.toPosition), change }
      : { name: `On ${formatShortDay(absent)}`, value: NOT_RANKING },
  ]
  const { real } = move
  if (real === undefined)
    return [
      ...positions,
      { name: 'Clicks', value: clicksText(move) },
      { name: 'Impressions', value: impressionsText(move) },
    ]
  return [
    ...positions,
    { name: 'Usual range', value: usualText(real) },
    {
      name: 'Clicks a day',
      value: formatDecimal(real.clicksNow),
      change: <Delta change={clicksChangeOf(move)} of="score" vs={clicksVersus(move, vs)} />,
    },
  ]
}

/** Before and now of the list's own comparison, so that list and detail never differ. */
export const ComparisonFacts = ({ comparison: { label, periods, move } }: { readonly comparison: Comparison }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are figures
  <section role="group" aria-label="Comparison">
    <Text size="xs" c="dimmed" mb={6}>
      {move?.kind === 'lost' && move.real !== undefined ? `${label} · clicks ${LOST_VS}` : label}
    </Text>
    {move === undefined ? null : <Facts perRow={4} facts={factsOf(move, versusText(periods[0]))} />}
  </section>
)
