import { Button, Popover, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { SliceSchema } from '../../../src-shared/desk/slice-schema.ts'
import { useRankFilters, useSlice } from '../../state/rank-filters.ts'
import {
  countries,
  countryName,
  DEVICE_LABELS,
  SEARCH_TYPE_LABELS,
  sliceLabel,
  UNIVERSE_LABELS,
} from './rank-labels.ts'

const optionsOf = <Key extends string>(words: Readonly<Record<Key, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

const ANY = 'any'

/** By name; a code that no country has today stays among them. */
const countryOptions = (chosen: string | null) => {
  const all = countries()
  return chosen === null || all.some(({ value }) => value === chosen)
    ? all
    : [{ value: chosen, label: countryName(chosen) }, ...all]
}

/** Which slice of the rankings is shown. Slices other than the default are fetched on demand. */
const SliceForm = () => {
  const slice = useSlice()
  const options = useMemo(() => countryOptions(slice.country), [slice.country])
  const change = (part: { [Key in keyof Slice]?: string | null }) => {
    const next = SliceSchema.safeParse({ ...slice, ...part })
    if (next.success) useRankFilters.setState({ slice: next.data })
  }
  return (
    <Stack gap={10}>
      <Select
        label="Keywords"
        data={optionsOf(UNIVERSE_LABELS)}
        value={slice.universe}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(universe) => universe !== null && change({ universe })}
      />
      <div>
        <Text size="xs" fw={600} mb={3}>
          Device
        </Text>
        <SegmentedControl
          fullWidth
          aria-label="Device"
          data={[{ value: ANY, label: 'All' }, ...optionsOf(DEVICE_LABELS)]}
          value={slice.device ?? ANY}
          onChange={(device) => change({ device: device === ANY ? null : device })}
        />
      </div>
      <Select
        label="Country"
        placeholder="All countries"
        data={options}
        value={slice.country}
        clearable
        searchable
        nothingFoundMessage="No country has this name"
        comboboxProps={{ withinPortal: false }}
        onChange={(country) => change({ country })}
      />
      <div>
        <Text size="xs" fw={600} mb={3}>
          Search type
        </Text>
        <SegmentedControl
          fullWidth
          aria-label="Search type"
          data={optionsOf(SEARCH_TYPE_LABELS)}
          value={slice.searchType}
          onChange={(searchType) => change({ searchType })}
        />
      </div>
    </Stack>
  )
}

export const SlicePicker = () => {
  const [isOpen, setIsOpen] = useState(false)
  const slice = useSlice()
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" shadow="md" width={300} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconDevices size={14} aria-hidden />}
          onClick={() => setIsOpen((was) => !was)}
        >
          {sliceLabel(slice)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">{isOpen ? <SliceForm /> : null}</Popover.Dropdown>
    </Popover>
  )
}
