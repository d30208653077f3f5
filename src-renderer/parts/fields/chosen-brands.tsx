import { MultiSelect } from '@mantine/core'
import { byName, useBrands } from '../../state/brands.ts'

type Props = { readonly brandIds: readonly string[]; readonly onChange: (brandIds: string[]) => void }

/** Some of all brands, by name. */
export const ChosenBrands = ({ brandIds, onChange }: Props) => {
  const list = useBrands((state) => state.list)
  return (
    <MultiSelect
      w="100%"
      aria-label="Chosen brands"
      placeholder={brandIds.length === 0 ? 'Choose brands' : ''}
      searchable
      hidePickedOptions
      limit={50}
      data={byName(list).map((brand) => ({ value: brand.id, label: brand.name }))}
      value={[...brandIds]}
      onChange={onChange}
    />
  )
}
