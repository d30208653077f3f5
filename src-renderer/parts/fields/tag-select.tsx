import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useBrands } from '../../state/brands.ts'

type Props = {
  readonly label?: string
  /** Empty: any. */
  readonly value: string
  readonly onChange: (tag: string) => void
}

/** Only brands with this tag; nothing to choose where no brand has one. */
export const TagSelect = ({ label = 'Tag', value, onChange }: Props) => {
  const brands = useBrands((state) => state.list)
  const tags = useMemo(() => [...new Set(brands.flatMap((brand) => brand.tags))].sort(), [brands])
  if (tags.length === 0) return null
  return (
    <Select
      w={150}
      placeholder="Any tag"
      aria-label={label}
      data={tags}
      value={value === '' ? null : value}
      clearable
      searchable
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
