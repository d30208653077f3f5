import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { isolate } from '../format/isolate.ts'
import { useBrand } from '../state/brands.ts'
import { brandIdsOf, useLocation } from '../state/location.ts'
import { ExportMenu } from './export-menu.tsx'
import { EXPORT_PLACES } from './export-places.ts'

/** Exports what a place shows. Tables have an export of their own, below their rows. */
export const PlaceExport = () => {
  const view = useLocation((state) => state.view)
  const scope = useLocation((state) => state.scope)
  const brand = useBrand(scope)
  const place = EXPORT_PLACES[view]
  if (place === undefined) return null
  const label = `${place.what} of ${brand === undefined ? 'all brands' : isolate(brand.name)}`
  const source = { list: place.list, input: { brandIds: brandIdsOf(scope) } }
  return (
    <ExportMenu choices={[{ label, prefix: '', source: () => source }]}>
      <ActionIcon aria-label="Export" title="Export (Ctrl+E)">
        <IconDownload size={16} />
      </ActionIcon>
    </ExportMenu>
  )
}
