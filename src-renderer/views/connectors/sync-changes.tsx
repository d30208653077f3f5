import { Box, Group } from '@mantine/core'
import type { SyncPreview } from '../../../src-shared/desk/connectors.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import { ChangeList, type Tools } from './change-list.tsx'

const inNameOrder = <Row extends { readonly brandId: string }>(rows: readonly Row[]): readonly Row[] => {
  const order = new Map(byName(useBrands.getState().list).map(({ id }, index) => [id, index]))
  return rows.toSorted((a, b) => (order.get(a.brandId) ?? 0) - (order.get(b.brandId) ?? 0))
}

/** The cells that change, brand by brand. */
export const BrandChanges = ({ brands, tools }: { readonly brands: SyncPreview['brands']; readonly tools: Tools }) => (
  <Box component="ul" className="box lines" mah={320}>
    {inNameOrder(brands).map(({ brandId, changes }) => (
      <Box component="li" key={brandId} px="sm" py={7}>
        <details open={brands.length <= 3}>
          <summary>
            <BrandBadge brandId={brandId} /> <span className="soft">{plural(changes.length, 'change')}</span>
          </summary>
          <ChangeList changes={changes} tools={tools} />
        </details>
      </Box>
    ))}
  </Box>
)

/** Brands in a grid of names, under a line that opens it. */
export const BrandNames = ({
  summary,
  brandIds,
}: {
  readonly summary: string
  readonly brandIds: readonly string[]
}) =>
  brandIds.length === 0 ? null : (
    <details>
      <summary className="soft">{summary}</summary>
      <Group component="ul" gap="6px 16px" mt="xs">
        {brandIds.map((brandId) => (
          <Box component="li" key={brandId} w={190}>
            <BrandBadge brandId={brandId} />
          </Box>
        ))}
      </Group>
    </details>
  )

export const cellsIn = (brands: SyncPreview['brands']): number =>
  brands.reduce((sum, { changes }) => sum + changes.length, 0)
