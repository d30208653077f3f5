import { Input, MultiSelect, SegmentedControl, Stack } from '@mantine/core'
import { useId, useMemo } from 'react'
import type { ReportBrands } from '../../../src-shared/desk/reports.ts'
import { ChosenBrands } from '../../parts/fields/chosen-brands.tsx'
import { useBrands } from '../../state/brands.ts'

const MODES = [
  { value: 'all', label: 'All brands' },
  { value: 'tags', label: 'By tag' },
  { value: 'some', label: 'Choose' },
] as const

const modeOf = (brands: ReportBrands): string => (brands === 'all' ? 'all' : 'tags' in brands ? 'tags' : 'some')
const startOf = (mode: string): ReportBrands =>
  mode === 'tags' ? { tags: [] } : mode === 'some' ? { brandIds: [] } : 'all'

type Props = { readonly brands: ReportBrands; readonly onChange: (brands: ReportBrands) => void }

/** All brands, those with a tag, or chosen ones. */
export const BrandChoice = ({ brands, onChange }: Props) => {
  const id = useId()
  const list = useBrands((state) => state.list)
  const tags = useMemo(() => [...new Set(list.flatMap((brand) => brand.tags))].sort(), [list])
  return (
    <Stack gap={8} align="flex-start">
      <div>
        <Input.Label labelElement="div" display="block" size="xs" mb={4} id={id}>
          Brands
        </Input.Label>
        <SegmentedControl
          aria-labelledby={id}
          data={MODES.filter(({ value }) => value !== 'tags' || tags.length > 0)}
          value={modeOf(brands)}
          onChange={(mode) => onChange(startOf(mode))}
        />
      </div>
      {brands !== 'all' && 'tags' in brands ? (
        <MultiSelect
          w="100%"
          aria-label="Tags"
          placeholder={brands.tags.length === 0 ? 'Choose tags' : ''}
          data={tags}
          value={brands.tags}
          onChange={(next) => onChange({ tags: next })}
        />
      ) : null}
      {brands !== 'all' && 'brandIds' in brands ? (
        <ChosenBrands brandIds={brands.brandIds} onChange={(brandIds) => onChange({ brandIds })} />
      ) : null}
    </Stack>
  )
}
