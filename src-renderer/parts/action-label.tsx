import { Group } from '@mantine/core'
import { plural } from '../format/numbers.ts'
import { useBrand } from '../state/brands.ts'
import { BrandMark } from './brand-badge.tsx'
import { Name } from './name.tsx'

type Props = {
  /** `Apply 3 changes for`: what is done, up to the word before the brands. */
  readonly what: string
  readonly brandIds: readonly string[]
  /** In place of the number of brands, where there are several. */
  readonly many?: string
  /** After the brands: ` · 25 credits`. */
  readonly after?: string
}

/** The label of a button: it shows one brand, and counts many. */
export const ActionLabel = ({ what, brandIds, many = plural(brandIds.length, 'brand'), after = '' }: Props) => {
  const brand = useBrand(brandIds[0] ?? '')
  if (brandIds.length !== 1 || brand === undefined) return <>{`${what} ${many}${after}`}</>
  return (
    <Group component="span" wrap="nowrap" miw={0} lh={1.5}>
      <span>{what}</span>
      <BrandMark name={brand.name} colour={brand.colour} size="sm" />
      <span className="truncate" title={brand.name}>
        <Name>{brand.name}</Name>
      </span>
      {after === '' ? null : <span>{after}</span>}
    </Group>
  )
}
