import { Button, Group, Kbd, Popover, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { comparisonText } from '../../format/periods.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { type RankFilters, useRankFilters, useSlice } from '../../state/filters/rankings.ts'
import { brandIdsOf, useAsOfDay, useScope } from '../../state/location.ts'
import { heldText } from './held-days.ts'
import { NO_WHEN, periodsOf, type WhenFilters, whenLabel } from './rank-when.ts'
import css from './rankings.module.css'

const PRESETS = [
  { period: '7', label: '7 days vs previous 7' },
  { period: '28', label: '28 days vs previous 28' },
  { period: '90', label: '90 days vs previous 90' },
] as const satisfies readonly { period: RankFilters['period']; label: string }[]

const VERSUS = [
  { value: 'previous', label: 'Previous period' },
  { value: 'custom', label: 'Other period' },
  { value: 'none', label: 'Nothing' },
] as const satisfies readonly { value: RankFilters['versus']; label: string }[]

const pick = (filters: Partial<WhenFilters>): void => useRankFilters.setState(filters)

const toggleWeek = (): void => {
  const { period, versus } = useRankFilters.getState()
  pick({ ...NO_WHEN, period: period === '7' && versus === 'previous' ? '28' : '7' })
}

type DaysProps = {
  readonly names: readonly [from: string, to: string]
  readonly from: string | null
  readonly to: string | null
  readonly onChange: (days: { readonly from: string | null; readonly to: string | null }) => void
}

const TwoDays = ({ names, from, to, onChange }: DaysProps) => {
  const isReversed = from !== null && to !== null && from > to
  const field = (name: string, value: string | null, change: (day: string | null) => void) => (
    <TextField
      type="date"
      label={name}
      value={value ?? ''}
      error={isReversed}
      onChange={(text) => change(text === '' ? null : text)}
    />
  )
  return (
    <Stack gap={4}>
      <Group grow gap={8}>
        {field(names[0], from, (day) => onChange({ from: day, to }))}
        {field(names[1], to, (day) => onChange({ from, to: day }))}
      </Group>
      {isReversed ? (
        <Text size="xs" c="var(--bad)">
          The first day comes after the last one.
        </Text>
      ) : null}
    </Stack>
  )
}

/** Presets first; then any two periods. All of it is answered from the cache, so this works offline. */
const PeriodForm = ({ onDone }: { readonly onDone: () => void }) => {
  const scope = useScope()
  const slice = useSlice()
  const filters = useRankFilters()
  const { value } = useDesk('rankings.days', { brandIds: brandIdsOf(scope), slice })
  const lastDay = useAsOfDay() ?? value?.newestWholeDay ?? null
  const rows = PRESETS.map(({ period, label }) => {
    const when: WhenFilters = { ...NO_WHEN, period }
    const periods = lastDay === null ? null : periodsOf(when, lastDay)
    return {
      label,
      when,
      days: periods === null ? null : comparisonText(periods.now, periods.before),
      // The service sums up the last 28 days itself.
      held: periods === null || period === '28' ? null : heldText(value?.days ?? [], periods),
    }
  })
  const custom: WhenFilters = { ...filters, period: 'custom' }
  return (
    <Stack gap={10}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are choices made at once */}
      <div role="group" aria-label="Periods">
        {rows.map(({ label, when, days, held }, index) => (
          <UnstyledButton
            key={label}
            className={css.preset ?? ''}
            aria-pressed={filters.period === when.period && filters.versus === 'previous'}
            data-autofocus={index === 0 || undefined}
            onClick={() => {
              pick(when)
              onDone()
            }}
          >
            <span>{label}</span>
            <span className="soft">{when.period === '28' ? 'as the service sums them up' : days}</span>
            {held === null ? null : <span className="soft">{held}</span>}
          </UnstyledButton>
        ))}
      </div>
      <TwoDays
        names={['From', 'To']}
        from={filters.from}
        to={filters.to}
        onChange={(days) => pick({ period: 'custom', ...days })}
      />
      <div>
        <Text size="xs" fw={500} mb={3}>
          Compare with
        </Text>
        <SegmentedControl
          fullWidth
          aria-label="Compare with"
          data={[...VERSUS]}
          value={filters.versus}
          onChange={(versus) => pick({ versus: versus as RankFilters['versus'] })} // one of VERSUS
        />
      </div>
      {filters.versus === 'custom' ? (
        <TwoDays
          names={['Compare from', 'Compare to']}
          from={filters.compareFrom}
          to={filters.compareTo}
          onChange={({ from, to }) => pick({ compareFrom: from, compareTo: to })}
        />
      ) : null}
      {filters.period === 'custom' && filters.from !== null && filters.to !== null && filters.from <= filters.to ? (
        <Text size="xs" c="dimmed">
          {heldText(value?.days ?? [], periodsOf(custom, lastDay ?? filters.to))}
        </Text>
      ) : null}
    </Stack>
  )
}

export const PeriodPicker = () => {
  const [isOpen, setIsOpen] = useState(false)
  const label = useRankFilters(whenLabel)
  useCommands('Rankings', [
    { id: 'rankings.week', title: 'Compare two weeks, or go back to 28 days', keys: ['c'], run: toggleWeek },
    { id: 'rankings.compare', title: 'Compare periods …', keys: ['shift+c'], run: () => setIsOpen((was) => !was) },
  ])
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      shadow="md"
      width={350}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          leftSection={<IconCalendar size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setIsOpen((was) => !was)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label="Periods to compare">
        {isOpen ? <PeriodForm onDone={() => setIsOpen(false)} /> : null}
        <Text size="xs" c="dimmed" mt={8}>
          <Kbd size="xs">C</Kbd> compares two weeks, <Kbd size="xs">Shift+C</Kbd> opens this.
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
