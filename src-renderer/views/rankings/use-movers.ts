import { useState } from 'react'
import { sortRows } from '../../data/block-query.ts'
import { MOVERS_MAX, type MoverRow, type MoverSides, moverQuery } from '../../data/mover-rows.ts'
import { NO_ROWS } from '../../data/page-query.ts'
import { useDesk } from '../../data/use-desk.ts'
import { useMoverFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, useAsOfDay, useScope } from '../../state/location.ts'
import { useTable } from '../../table/use-table.ts'
import { type Comparison, daysLabel, periodsOfDays, realLabel, realPeriods } from './comparison.ts'
import { chosenDays, newestDays, wholeDays } from './mover-days.ts'
import { MOVER_COLUMNS, moverField } from './movers-columns.tsx'

/** The question of the list, without its brands; null until there are days to compare. */
const useQuestion = () => {
  const brandIds = brandIdsOf(useScope())
  const { moves, kind, search: _, ...chosen } = useMoverFilters()
  const { value } = useDesk('rankings.days', { brandIds })
  const asOfDay = useAsOfDay()
  const then = asOfDay === undefined ? {} : { asOfDay }
  const days = (value?.days ?? []).filter(({ day }) => asOfDay === undefined || day <= asOfDay)
  // What is compared without a choice ends with a day that was over; any other can be chosen.
  const whole = wholeDays(days, value?.newestWholeDay ?? null)
  const pair = value === undefined ? null : moves === 'day' ? newestDays(whole) : chosenDays(days, chosen, whole)
  const all = { moves: 'all' as const, kind }
  const question = moves === 'real' ? { moves, kind, ...then } : pair === null ? null : { ...all, ...pair }
  return { brandIds, moves, kind, days, pair, then, question, isAsking: value === undefined }
}

export const useMovers = () => {
  const { question, ...asked } = useQuestion()
  const { brandIds, moves, pair, then } = asked
  const search = useMoverFilters((filters) => filters.search.trim())
  const { value } = useDesk('rankings.movers', moves === 'real' ? { brandIds, moves, limit: 1, ...then } : null)
  // Rows of an earlier question may be shown, also again without asking: what they are is kept by their key.
  const [sides] = useState(() => new Map<string, MoverSides>())
  const table = useTable<MoverRow>({
    view: moves === 'real' ? 'movers.real' : 'movers',
    columns: MOVER_COLUMNS[moves === 'real' ? 'real' : 'all'],
    query: (sort) =>
      question === null
        ? NO_ROWS
        : moverQuery({
            input: { brandIds, ...question, ...(search !== '' && { search }) },
            order: JSON.stringify(sort),
            arrange: (rows) => (sort.length === 0 ? rows : sortRows(rows, sort, moverField)),
            onSides: (key, of) => sides.set(key, of),
          }),
  })
  const isNarrowed = search !== '' || asked.kind !== 'any'
  const shown = { ...asked, table, isNarrowed, sides: sides.get(table.grid.blocks.snapshot.shownKey ?? '') }
  if (moves !== 'real') return { ...shown, real: null, isCompared: pair !== null }
  const real = value?.real ?? null
  return { ...shown, real, isCompared: real !== null, isAsking: value === undefined }
}

type Keyword = { readonly brandId: string; readonly keyword: string }

/** What the list compares, with the figures of one of its rows; null without days to compare, undefined while asked. */
export const useComparison = ({ brandId, keyword }: Keyword): Comparison | null | undefined => {
  const { brandIds, moves, pair, then, question, isAsking } = useQuestion()
  const { value: list } = useDesk('rankings.movers', moves === 'real' ? { brandIds, moves, limit: 1, ...then } : null)
  const input = question === null ? null : { ...question, kind: 'any' as const, brandIds: [brandId], limit: MOVERS_MAX }
  const { value } = useDesk('rankings.movers', input)
  const move = value?.rows.find((row) => row.keyword === keyword)
  const lastDay = (value?.real ?? list?.real)?.lastDay
  if (isAsking || (moves === 'real' && value === undefined && list === undefined)) return undefined
  if (moves !== 'real') return pair === null ? null : { periods: periodsOfDays(pair), label: daysLabel(pair), move }
  return lastDay === undefined ? null : { periods: realPeriods(lastDay), label: realLabel(lastDay), move }
}
