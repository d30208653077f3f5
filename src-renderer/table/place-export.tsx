import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { useBrand } from '../state/brands.ts'
import { usePlaceRows } from '../state/exporting.tsx'
import { brandIdsOf, useAsOfDay, useLocation } from '../state/location.ts'
import { type ExportChoice, ExportMenu, withoutFirstPrefix } from './export-menu.tsx'
import { EXPORT_PLACES } from './export-places.ts'

const useChoices = (): readonly ExportChoice[] => {
  const view = useLocation((state) => state.view)
  const scope = useLocation((state) => state.scope)
  const asOfDay = useAsOfDay()
  const then = asOfDay === undefined ? {} : { asOfDay }
  const brand = useBrand(scope)
  const { matching, picked, keysOf, shown } = usePlaceRows()
  const place = EXPORT_PLACES[view]
  if (place === undefined) return []
  const [list, what] = place
  const ofBrands = (brandIds: readonly string[]) => () => ({
    list,
    input: { brandIds: [...brandIds], ...then },
    ...(keysOf && { keys: keysOf(brandIds) }),
  })
  const some = (prefix: string, brandIds: readonly string[], adjective: string) =>
    brandIds.length === 0
      ? []
      : [{ label: `${what} of ${plural(brandIds.length, `${adjective} brand`)}`, prefix, source: ofBrands(brandIds) }]
  const sets = [
    ...some('Selected', picked, 'selected'),
    ...some('Matching', matching ?? [], 'matching'),
    ...(shown == null ? [] : [{ label: shown.label, prefix: 'On show', source: () => shown.source }]),
    {
      label: `${what} of ${brand === undefined ? 'all brands' : isolate(brand.name)}`,
      prefix: 'All',
      source: () => ({ list, input: { brandIds: brandIdsOf(scope), ...then } }),
    },
  ]
  return withoutFirstPrefix(sets)
}

/** Exports what a place shows. Tables have an export of their own, below their rows. */
export const PlaceExport = () => {
  const choices = useChoices()
  return choices.length === 0 ? null : (
    <ExportMenu choices={choices}>
      <ActionIcon aria-label="Export" title="Export (Ctrl+E)">
        <IconDownload size={16} />
      </ActionIcon>
    </ExportMenu>
  )
}
