import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { byName, useBrands } from '../../state/brands.ts'

type Props = Pick<MultiSelectProps, 'label' | 'description' | 'w' | 'maw' | 'styles'> & {
  readonly brandIds: readonly string[]
  readonly onChange: (brandIds: string[]) => void
  readonly 'data-autofocus'?: true
  /** A person has just asked to choose: the list is open, and what is typed is looked for. */
  readonly isOpen?: boolean
}

/** Some of all brands, by name. */
export const ChosenBrands = ({ brandIds, onChange, label, isOpen = false, ...field }: Props) => {
  const list = useBrands((state) => state.list)
  return (
    <MultiSelect
      w="100%"
      {...(label === undefined ? { 'aria-label': 'Chosen brands' } : { label })}
      {...field}
      autoFocus={isOpen}
      defaultDropdownOpened={isOpen}
      placeholder={brandIds.length === 0 ? 'Choose brands' : ''}
      searchable
      // Enter takes what was typed for.
      selectFirstOptionOnChange
      hidePickedOptions
      limit={50}
      data={byName(list).map((brand) => ({ value: brand.id, label: brand.name }))}
      value={[...brandIds]}
      onChange={onChange}
    />
  )
}
