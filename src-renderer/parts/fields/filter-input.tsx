import { CloseButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { TextField } from './text-field.tsx'

type Props = {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly w?: number
}

/** Filters rows that the page holds already, at every letter; `/` leads here. */
export const FilterInput = ({ label, placeholder, value, onChange, w = 200 }: Props) => (
  <TextField
    data-view-filter
    w={w}
    aria-label={label}
    placeholder={placeholder}
    leftSection={<IconSearch size={14} aria-hidden />}
    rightSection={value === '' ? null : <CloseButton size="xs" aria-label="Clear" onClick={() => onChange('')} />}
    value={value}
    onChange={onChange}
  />
)
