import { Input, SegmentedControl, Stack } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import { useBrands } from '../../state/brands.ts'

type Props = {
  /** What the first choice says. */
  readonly all?: string
  /** Offers a choice by tag also where no brand has one. */
  readonly isByTag?: boolean
  readonly value: 'all' | 'tags' | 'some'
  readonly onChange: (value: 'all' | 'tags' | 'some', tags: readonly string[]) => void
  /** What is chosen, by the tags that brands have. */
  readonly children: (tags: readonly string[]) => ReactNode
}

/** All brands, those with a tag, or chosen ones. */
export const BrandModes = ({ all = 'All brands', isByTag = false, value, onChange, children }: Props) => {
  const id = useId()
  const list = useBrands((state) => state.list)
  const tags = useMemo(() => [...new Set(list.flatMap((brand) => brand.tags))].sort(), [list])
  const byTag = [{ value: 'tags', label: 'By tag' }] as const
  return (
    <Stack gap={8} align="flex-start">
      <div>
        <Input.Label labelElement="div" display="block" size="xs" mb={4} id={id}>
          Brands
        </Input.Label>
        <SegmentedControl
          aria-labelledby={id}
          data={[
            { value: 'all', label: all },
            ...(tags.length > 0 || isByTag ? byTag : []),
            { value: 'some', label: 'Choose' },
          ]}
          value={value}
          onChange={(next) => onChange(next, tags)}
        />
      </div>
      {children(tags)}
    </Stack>
  )
}
