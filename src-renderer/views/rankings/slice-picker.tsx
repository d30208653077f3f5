import { Button, Popover, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useState } from 'react'
import { type Slice, SliceSchema } from '../../../src-shared/desk/slice.ts'
import { useRankFilters, useSlice } from '../../state/rank-filters.ts'
import { countryName, DEVICE_LABELS, SEARCH_TYPE_LABELS, sliceLabel, UNIVERSE_LABELS } from './rank-labels.ts'

const options = <Key extends string>(words: Readonly<Record<Key, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

const ANY = 'any'

/** Which slice of the rankings is shown. Slices other than the default are fetched on demand. */
const SliceForm = () => {
  const slice = useSlice()
  const [country, setCountry] = useState(slice.country ?? '')
  const change = (part: { [Key in keyof Slice]?: string | null }) => {
    const next = SliceSchema.safeParse({ ...slice, ...part })
    if (next.success) useRankFilters.setState({ slice: next.data })
  }
  const code = country.trim().toLowerCase()
  const isCode = code === '' || /^[a-z]{2,3}$/.test(code)
  return (
    <Stack gap={10}>
      <Select
        label="Keywords"
        data={options(UNIVERSE_LABELS)}
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
          data={[{ value: ANY, label: 'All' }, ...options(DEVICE_LABELS)]}
          value={slice.device ?? ANY}
          onChange={(device) => change({ device: device === ANY ? null : device })}
        />
      </div>
      <TextInput
        label="Country"
        placeholder="All countries; a code such as us"
        value={country}
        error={isCode ? null : 'Two or three letters, such as us'}
        description={isCode && code !== '' ? countryName(code) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => {
          const text = event.currentTarget.value
          setCountry(text)
          change({ country: text.trim() === '' ? null : text.trim().toLowerCase() })
        }}
      />
      <div>
        <Text size="xs" fw={600} mb={3}>
          Search type
        </Text>
        <SegmentedControl
          fullWidth
          aria-label="Search type"
          data={options(SEARCH_TYPE_LABELS)}
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
