import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { byName, useBrands } from '../../state/brands.ts'

type Props = Pick<MultiSelectProps, 'label' | 'description' | 'w' | 'maw' | 'styles'> & {
  readonly brandIds: readonly string[]
  readonly onChange: (brandIds: string[]) => void
  readonly 'data-autofocus'?: true
}

/** Some of all brands, by name. */
export const ChosenBrands = ({ brandIds, onChange, label, ...field }: Props) => {
  const list = useBrands((state) => state.list)
  return (
    <MultiSelect
      w="100%"
      {...(label === undefined ? { 'aria-label': 'Chosen brands' } : { label })}
      {...field}
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
