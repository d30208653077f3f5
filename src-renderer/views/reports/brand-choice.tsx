import { MultiSelect } from '@mantine/core'
import type { ReportBrands } from '../../../src-shared/desk/reports.ts'
import { BrandModes } from '../../parts/fields/brand-modes.tsx'
import { ChosenBrands } from '../../parts/fields/chosen-brands.tsx'

const STARTS: Readonly<Record<'all' | 'tags' | 'some', ReportBrands>> = {
  all: 'all',
  tags: { tags: [] },
  some: { brandIds: [] },
}

type Props = { readonly brands: ReportBrands; readonly onChange: (brands: ReportBrands) => void }

/** The brands that a report is made for. */
export const BrandChoice = ({ brands, onChange }: Props) => (
  <BrandModes
    value={brands === 'all' ? 'all' : 'tags' in brands ? 'tags' : 'some'}
    onChange={(mode) => onChange(STARTS[mode])}
  >
    {(tags) =>
      brands === 'all' ? null : 'tags' in brands ? (
        <MultiSelect
          w="100%"
          aria-label="Tags"
          placeholder={brands.tags.length === 0 ? 'Choose tags' : ''}
          data={[...tags]}
          value={brands.tags}
          onChange={(next) => onChange({ tags: next })}
        />
      ) : (
        <ChosenBrands
          isOpen={brands.brandIds.length === 0}
          brandIds={brands.brandIds}
          onChange={(brandIds) => onChange({ brandIds })}
        />
      )
    }
  </BrandModes>
)
