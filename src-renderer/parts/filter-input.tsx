import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

type Props = {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Filters rows that the page holds already, at every letter; `/` leads here. */
export const FilterInput = ({ label, placeholder, value, onChange }: Props) => (
  <TextInput
    data-view-filter
    w={200}
    aria-label={label}
    placeholder={placeholder}
    leftSection={<IconSearch size={14} aria-hidden />}
    rightSection={value === '' ? null : <CloseButton size="xs" aria-label="Clear" onClick={() => onChange('')} />}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
