import { Button, Popover, Select, Stack, Text } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { useRankFilters, useSlice } from '../../state/rank-filters.ts'
import { periodLabel } from './rank-labels.ts'

const WINDOW = 'window'
const NOTHING = 'nothing'

/** The review window or one day, and the day it is compared with. Days come from the cache, so this works offline. */
const PeriodForm = () => {
  const scope = useScope()
  const slice = useSlice()
  const { day, compareDay } = useRankFilters()
  const { value } = useDesk('rankings.days', { brandIds: brandIdsOf(scope), slice })
  const days = value?.days ?? []
  const option = ({ day: value, brands }: { day: string; brands: number }) => ({
    value,
    label: scope === 'all' ? `${formatDay(value)} · ${plural(brands, 'brand')}` : formatDay(value),
  })
  const earlier = days.filter((each) => day === null || each.day < day)
  return (
    <Stack gap={10}>
      <Select
        label="Show"
        searchable
        data={[{ value: WINDOW, label: 'Last 28 days' }, ...days.map(option)]}
        value={day ?? WINDOW}
        allowDeselect={false}
        maxDropdownHeight={260}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => {
          const chosen = next === WINDOW ? null : next
          useRankFilters.setState({
            day: chosen,
            compareDay: chosen === null || (compareDay ?? '') >= chosen ? null : compareDay,
          })
        }}
      />
      <Select
        label="Compare with"
        description={day === null ? 'Compared with the previous 28 days.' : undefined}
        searchable
        disabled={day === null}
        data={[{ value: NOTHING, label: 'No comparison' }, ...earlier.map(option)]}
        value={compareDay ?? NOTHING}
        allowDeselect={false}
        maxDropdownHeight={260}
        comboboxProps={{ withinPortal: false }}
        onChange={(next) => useRankFilters.setState({ compareDay: next === NOTHING ? null : next })}
      />
      {value !== undefined && days.length === 0 ? <Text c="dimmed">No single days are synced yet.</Text> : null}
    </Stack>
  )
}

export const PeriodPicker = () => {
  const [isOpen, setIsOpen] = useState(false)
  const day = useRankFilters((state) => state.day)
  const compareDay = useRankFilters((state) => state.compareDay)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={14} aria-hidden />}
          onClick={() => setIsOpen((was) => !was)}
        >
          {periodLabel({ day, compareDay })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">{isOpen ? <PeriodForm /> : null}</Popover.Dropdown>
    </Popover>
  )
}
