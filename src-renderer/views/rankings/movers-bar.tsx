import { Group, SegmentedControl, Select } from '@mantine/core'
import { formatDay } from '../../format/time.ts'
import { type MoverKind, type Moves, useMoverFilters } from '../../state/filters/lists.ts'
import { FilterRow } from '../../table/filter-row.tsx'
import type { DayPair } from './mover-days.ts'

export const KINDS: Readonly<Record<MoverKind, string>> = {
  any: 'All',
  up: 'Climbed',
  down: 'Fell',
  new: 'New',
  lost: 'Lost',
}

export const MOVES = [
  { value: 'real', label: 'Real moves' },
  { value: 'day', label: 'vs day before' },
  { value: 'all', label: 'All moves' },
] as const satisfies readonly { value: Moves; label: string }[]

type DaysProps = { readonly days: readonly { readonly day: string }[]; readonly pair: DayPair | null }

type DayOption = { readonly value: string; readonly label: string }
type DaySelectProps = {
  readonly label: string
  readonly head: string
  readonly options: readonly DayOption[]
  readonly day: string | undefined
  readonly onChange: (day: string) => void
}

const DaySelect = ({ label, head, options, day, onChange }: DaySelectProps) => (
  <Select
    aria-label={label}
    leftSection={head}
    leftSectionWidth={10 + 9 * head.length}
    w={116 + 11 * head.length}
    searchable
    allowDeselect={false}
    disabled={day === undefined}
    data={options}
    value={day ?? null}
    onChange={(next) => next !== null && onChange(next)}
  />
)

const TwoDays = ({ days, pair }: DaysProps) => {
  const all = days.map(({ day }) => ({ value: day, label: formatDay(day) }))
  const before = all.filter(({ value }) => pair !== null && value < pair.to)
  const set = useMoverFilters.setState
  return (
    <Group wrap="nowrap" gap="xs">
      <DaySelect label="From day" head="From" options={before} day={pair?.from} onChange={(from) => set({ from })} />
      <DaySelect label="To day" head="to" options={all} day={pair?.to} onChange={(to) => set({ to })} />
    </Group>
  )
}

type MoversBarProps = DaysProps & {
  readonly moves: Moves
  readonly kind: MoverKind
  /** What is compared, where no days are chosen. */
  readonly summary: string | null
  readonly onDone: () => void
}

export const MoversBar = ({ moves, kind, summary, onDone, ...days }: MoversBarProps) => (
  <FilterRow by="text, in any order" of="movers" store={useMoverFilters} onDone={onDone}>
    <SegmentedControl
      aria-label="Moves"
      data={[...MOVES]}
      value={moves}
      onChange={(next) => useMoverFilters.setState({ moves: next as Moves })} // one of MOVES
    />
    <SegmentedControl
      aria-label="Kind of move"
      data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
      value={kind}
      onChange={(next) => useMoverFilters.setState({ kind: next as MoverKind })} // one of KINDS
    />
    {moves === 'all' ? <TwoDays {...days} /> : <span className="soft">{summary}</span>}
  </FilterRow>
)
