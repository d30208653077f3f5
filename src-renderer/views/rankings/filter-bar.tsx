import { Button, Group, Menu, NumberInput, Popover, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck, IconChevronDown, IconStar, IconTarget } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { BANDS_ROUNDED } from '../../../src-shared/desk/values/position-bands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole } from '../../format/numbers.ts'
import { MenuFilter } from '../../parts/fields/menu-filter.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { usePainted } from '../../parts/use-painted.ts'
import { BANDS, bandLabel, type RankChange, useRankFilters } from '../../state/filters/rankings.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { FilterRow } from '../../table/filter-row.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { CHANGE_LABELS } from './rank-labels.ts'
import { SlicePicker } from './slice-picker.tsx'

const numberOrNull = (value: number | string): number | null => (typeof value === 'number' ? value : null)

type BandEndProps = {
  readonly word: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

const BandEnd = ({ word, value, onChange }: BandEndProps) => (
  <NumberInput
    aria-label={`${word} position`}
    placeholder={word}
    min={0}
    value={value ?? ''}
    onChange={(next) => onChange(numberOrNull(next))}
  />
)

const BandPicker = () => {
  const band = useRankFilters((state) => state.band)
  const min = useRankFilters((state) => state.bandMin)
  const max = useRankFilters((state) => state.bandMax)
  return (
    <Menu position="bottom-start" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {band === 'any' ? 'Position' : bandLabel(band, { min, max })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{BANDS_ROUNDED}</Menu.Label>
        {BANDS.map(({ id, label }) => (
          <Menu.RadioItem
            key={id}
            value={id}
            checked={id === band}
            checkIcon={<IconCheck size={14} aria-hidden />}
            closeMenuOnClick={id !== 'custom'}
            onChange={() => useRankFilters.setState({ band: id })}
          >
            {label}
          </Menu.RadioItem>
        ))}
        {band === 'custom' ? (
          <Group gap={6} px={8} pt={4} pb={8} grow>
            <BandEnd word="From" value={min} onChange={(bandMin) => useRankFilters.setState({ bandMin })} />
            <BandEnd word="To" value={max} onChange={(bandMax) => useRankFilters.setState({ bandMax })} />
          </Group>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

const MoreFilters = () => {
  const page = useRankFilters((state) => state.page)
  const clicksMin = useRankFilters((state) => state.clicksMin)
  const impressionsMin = useRankFilters((state) => state.impressionsMin)
  return (
    <Popover position="bottom-start" shadow="md" width={260} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}>
          More
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Stack gap={10}>
          <TextField
            label="Ranked page contains"
            placeholder="/guides/"
            maxLength={500}
            value={page}
            onChange={(page) => useRankFilters.setState({ page })}
          />
          <NumberInput
            label="Clicks, at least"
            min={0}
            value={clicksMin ?? ''}
            onChange={(value) => useRankFilters.setState({ clicksMin: numberOrNull(value) })}
          />
          <NumberInput
            label="Impressions, at least"
            min={0}
            value={impressionsMin ?? ''}
            onChange={(value) => useRankFilters.setState({ impressionsMin: numberOrNull(value) })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

type ToggleProps = { readonly field: 'isTracked' | 'isStarred'; readonly icon: ReactNode; readonly word: string }

const Toggle = ({ field, icon, word }: ToggleProps) => {
  const isOn = useRankFilters((state) => state[field])
  const flip = () => useRankFilters.setState({ [field]: !isOn })
  return (
    <Button variant={isOn ? 'light' : 'default'} aria-pressed={isOn} leftSection={icon} onClick={flip}>
      {word}
    </Button>
  )
}

const ChangePicker = () => {
  const changes = useRankFilters((state) => state.changes)
  const set = (next: readonly RankChange[]) => useRankFilters.setState({ changes: [...next] })
  return <MenuFilter label="Change" labels={CHANGE_LABELS} chosen={changes} onChange={set} />
}

/** Nothing to choose where no keyword has a tag. */
const TagPicker = () => {
  const scope = useScope()
  const chosen = useRankFilters((state) => state.tags)
  const isPainted = usePainted(scope)
  const all = useDesk('rankings.tags', isPainted ? { brandIds: brandIdsOf(scope) } : null).value?.tags ?? []
  if (all.length === 0) return null
  const labels = Object.fromEntries(all.map(({ tag, count }) => [tag, `${tag} · ${formatWhole(count)}`]))
  const set = (next: readonly string[]) => useRankFilters.setState({ tags: [...next] })
  return <MenuFilter label="Tags" labels={labels} chosen={chosen} onChange={set} />
}

/** Has no props that change with the brand, so a switch does not render it again. */
export const FilterBar = memo(({ onDone }: { readonly onDone: () => void }) => {
  return (
    <FilterRow by="keyword" of="keywords" store={useRankFilters} onDone={onDone}>
      <PeriodPicker />
      <SlicePicker />
      <BandPicker />
      <ChangePicker />
      <Toggle field="isTracked" icon={<IconTarget size={14} aria-hidden />} word="Tracked" />
      <Toggle field="isStarred" icon={<IconStar size={14} aria-hidden />} word="Starred" />
      <TagPicker />
      <MoreFilters />
    </FilterRow>
  )
})
