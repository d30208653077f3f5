import type { Brand } from '../../src-shared/desk/brands.ts'
import { clear, useContactFilters } from '../state/list-filters.ts'
import { go, setScope } from '../state/location.ts'
import { setPreference, usePreference } from '../state/settings.ts'
import type { FoundContact, FoundKeyword, PaletteItem } from './palette-items.ts'

const KEY = 'palette.recent'
const KEPT = 30

/** Ids of what was chosen in the palette, latest first. */
export const useRecentItems = (): readonly string[] => {
  const kept = usePreference(KEY)
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
}

export const rememberItem = ({ id }: PaletteItem, before: readonly string[]): void =>
  setPreference(KEY, [id, ...before.filter((known) => known !== id)].slice(0, KEPT))

const openKeyword = ({ brandId, keyword }: FoundKeyword): void =>
  go({ view: 'rankings', scope: brandId, params: { brand: brandId, keyword } })

const openContact = ({ brandId, email, name }: FoundContact): void => {
  clear(useContactFilters)
  useContactFilters.setState({ search: email ?? name ?? '' })
  go({ view: 'contacts', scope: brandId })
}

const openPlaceOf = (id: string, brand: Brand | undefined): void =>
  go({ view: id, ...(brand === undefined ? {} : { scope: brand.id }) })

export const runPaletteItem = (item: PaletteItem): void => {
  if (item.kind === 'brand') setScope(item.brand.id)
  else if (item.kind === 'place') openPlaceOf(item.place.id, item.brand)
  else if (item.kind === 'command') item.command.run()
  else if (item.kind === 'keyword') openKeyword(item.row)
  else openContact(item.row)
}
