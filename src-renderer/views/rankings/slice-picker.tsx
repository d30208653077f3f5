import { Autocomplete, Button, Popover, Select, Stack } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { SliceSchema } from '../../../src-shared/desk/values/slice-schema.ts'
import { useRankFilters, useSlice } from '../../state/filters/rankings.ts'
import {
  countries,
  countryName,
  DEVICES,
  labelOf,
  SEARCH_TYPES,
  type Suggested,
  sliceLabel,
  UNIVERSE_LABELS,
  valueOfText,
} from './rank-labels.ts'

const optionsOf = <Key extends string>(words: Readonly<Record<Key, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

type FieldProps = {
  readonly label: string
  readonly placeholder: string
  readonly suggested: readonly Suggested[]
  /** The name of the value; empty where none is chosen. */
  readonly shown: string
  /** False: it is no value at all. */
  readonly choose: (value: string) => boolean
}

/** A text with suggestions: which values the service knows is not defined. Taken when it is left, picked, or on Enter. */
const ValueField = ({ label, placeholder, suggested, shown, choose }: FieldProps) => {
  const [text, setText] = useState(shown)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => setText(shown), [shown])
  const commit = (typed: string) => {
    if (typed.trim() === shown) return setText(shown)
    const isTaken = choose(valueOfText(suggested, typed))
    setRefused(!isTaken)
    if (isTaken) setText(shown) // another value comes as `shown`
  }
  return (
    <Autocomplete
      size="xs"
      label={label}
      placeholder={placeholder}
      data={suggested.map((one) => one.label)}
      limit={300}
      maxDropdownHeight={220}
      clearable
      spellCheck={false}
      error={isRefused ? 'must be one line of up to 80 characters' : null}
      comboboxProps={{ withinPortal: false }}
      value={text}
      onChange={(typed) => {
        setText(typed)
        if (typed === '') commit('')
      }}
      onOptionSubmit={commit}
      onBlur={() => commit(text)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit(text)
      }}
    />
  )
}

/** Which slice of the rankings is shown. Slices other than the default are fetched on demand. */
const SliceForm = () => {
  const slice = useSlice()
  const allCountries = useMemo(countries, [])
  const change = (part: { [Key in keyof Slice]?: string | null }): boolean => {
    const next = SliceSchema.safeParse({ ...slice, ...part })
    if (next.success) useRankFilters.setState({ slice: next.data })
    return next.success
  }
  const { device, country, searchType } = slice
  return (
    <Stack gap={10}>
      <Select
        label="Keywords"
        data={optionsOf(UNIVERSE_LABELS)}
        value={slice.universe}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(universe) => {
          if (universe !== null) change({ universe })
        }}
      />
      <ValueField
        label="Device"
        placeholder="All devices"
        suggested={DEVICES}
        shown={device === null ? '' : labelOf(DEVICES, device)}
        choose={(value) => change({ device: value === '' ? null : value })}
      />
      <ValueField
        label="Country"
        placeholder="All countries"
        suggested={allCountries}
        shown={country === null ? '' : countryName(country)}
        choose={(value) => change({ country: value === '' ? null : value })}
      />
      <ValueField
        label="Search type"
        placeholder="Web"
        suggested={SEARCH_TYPES}
        shown={searchType === 'web' ? '' : labelOf(SEARCH_TYPES, searchType)}
        choose={(value) => change({ searchType: value === '' ? 'web' : value })}
      />
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
