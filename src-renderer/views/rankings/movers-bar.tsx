import { Kbd, SegmentedControl, Select } from '@mantine/core'
import { formatDay } from '../../format/time.ts'
import { type MoverKind, type Moves, useMoverFilters } from '../../state/list-filters.ts'
import css from '../../table/table-page.module.css'
import type { DayPair } from './mover-days.ts'

const KINDS = [
  { value: 'any', label: 'All' },
  { value: 'up', label: 'Climbed' },
  { value: 'down', label: 'Fell' },
  { value: 'new', label: 'New' },
  { value: 'lost', label: 'Lost' },
] as const satisfies readonly { value: MoverKind; label: string }[]

const MOVES = [
  { value: 'real', label: 'Real moves' },
  { value: 'all', label: 'All moves' },
] as const satisfies readonly { value: Moves; label: string }[]

type DaysProps = { readonly days: readonly { readonly day: string }[]; readonly pair: DayPair | null }

const TwoDays = ({ days, pair }: DaysProps) => {
  const options = days.map(({ day }) => ({ value: day, label: formatDay(day) }))
  return (
    <>
      <Select
        aria-label="From day"
        leftSection="From"
        leftSectionWidth={46}
        w={160}
        searchable
        allowDeselect={false}
        disabled={pair === null}
        data={options.filter((day) => pair !== null && day.value < pair.to)}
        value={pair?.from ?? null}
        onChange={(from) => from !== null && useMoverFilters.setState({ from })}
      />
      <Select
        aria-label="To day"
        leftSection="to"
        leftSectionWidth={30}
        w={144}
        searchable
        allowDeselect={false}
        disabled={pair === null}
        data={options}
        value={pair?.to ?? null}
        onChange={(to) => to !== null && useMoverFilters.setState({ to })}
      />
    </>
  )
}

type MoversBarProps = DaysProps & {
  readonly moves: Moves
  readonly kind: MoverKind
  /** The period of real moves, and what they add up to. */
  readonly summary: string | null
}

export const MoversBar = ({ moves, kind, summary, ...days }: MoversBarProps) => (
  <div className={css.filters}>
    <SegmentedControl
      aria-label="Moves"
      data={[...MOVES]}
      value={moves}
      onChange={(next) => useMoverFilters.setState({ moves: next as Moves })} // one of MOVES
    />
    <Kbd size="xs">N</Kbd>
    <SegmentedControl
      aria-label="Kind of move"
      data={[...KINDS]}
      value={kind}
      onChange={(next) => useMoverFilters.setState({ kind: next as MoverKind })} // one of KINDS
    />
    {moves === 'all' ? <TwoDays {...days} /> : <span className="soft">{summary}</span>}
  </div>
)
