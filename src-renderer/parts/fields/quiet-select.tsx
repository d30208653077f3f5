import { Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import quiet from './quiet-field.module.css'

type Props = {
  readonly label: string
  /** `isGone`: shown as the value, but cannot be chosen again. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly isGone?: boolean }[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave?: () => void
  readonly isStaged?: boolean
  /** Reached by the keys of its grid, not by Tab. */
  readonly isInGrid?: boolean
}

/** A choice in a row of a table: its border shows only under the pointer or while it is open. */
export const QuietSelect = ({ label, options, value, onChange, onLeave, isStaged, isInGrid }: Props) => (
  <Select
    aria-label={label}
    classNames={{ input: quiet.field }}
    data={options.map(({ isGone, ...option }) => ({ ...option, disabled: isGone === true }))}
    value={value}
    allowDeselect={false}
    openOnFocus={false}
    rightSection={<IconChevronDown size={12} aria-hidden />}
    rightSectionWidth={20}
    comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    data-staged={isStaged || undefined}
    tabIndex={isInGrid ? -1 : 0}
    onChange={(next) => {
      if (next !== null) onChange(next)
    }}
    onDropdownClose={() => onLeave?.()}
    onClick={(event) => event.stopPropagation()}
  />
)
