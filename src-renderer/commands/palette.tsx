import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { useDesk } from '../data/use-desk.ts'
import { useBrands } from '../state/brands.ts'
import { clear, useContactFilters } from '../state/filters/lists.ts'
import { go, setScope, useLocation } from '../state/location.ts'
import { setPreference, usePreference } from '../state/settings.ts'
import { closeDialog, useUi } from '../state/ui.ts'
import { placeOfView, tabToOpen, views } from '../views/registry.tsx'
import classes from './palette.module.css'
import { type FoundContact, type FoundKeyword, type PaletteItem, type Place, paletteGroups } from './palette-items.ts'
import { PaletteRow } from './palette-rows.tsx'
import { commands } from './registry.ts'

const KEY = 'palette.recent'
const KEPT = 30

/** Ids of what was chosen in the palette, latest first. */
const useRecentItems = (): readonly string[] => {
  const kept = usePreference(KEY)
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
}

const rememberItem = ({ id }: PaletteItem, before: readonly string[]): void =>
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

const runPaletteItem = (item: PaletteItem): void => {
  if (item.kind === 'brand') setScope(item.brand.id)
  else if (item.kind === 'place') openPlaceOf(item.place.id, item.brand)
  else if (item.kind === 'command') item.command.run()
  else if (item.kind === 'keyword') openKeyword(item.row)
  else openContact(item.row)
}

const WAIT_MS = 150
const LETTERS_MIN = 2
const SHOWN = 5

/** Keywords, those with most clicks first, and contacts of all brands that hold the query; asked a moment after the last letter. */
const useFoundRows = (
  query: string,
): {
  readonly keywords: readonly FoundKeyword[]
  readonly contacts: readonly FoundContact[]
  readonly isWaiting: boolean
} => {
  const wanted = query.trim().slice(0, 200)
  const [search] = useDebouncedValue(wanted, WAIT_MS)
  const isAsked = search.length >= LETTERS_MIN && search === wanted
  const input = { brandIds: 'all' as const, search, limit: SHOWN }
  const keywords = useDesk('rankings.page', isAsked ? { ...input, sort: [{ by: 'clicks', direction: 'desc' }] } : null)
  const contacts = useDesk('contacts.page', isAsked ? input : null)
  // A reply stays until the next one is there: rows of an earlier query are left out.
  const answers = (text: string) => text.toLowerCase().includes(wanted.toLowerCase())
  return {
    keywords: isAsked ? (keywords.value?.rows ?? []).filter(({ keyword }) => answers(keyword)) : [],
    contacts: isAsked
      ? (contacts.value?.rows ?? []).filter(({ name, email, role, domain }) =>
          answers([name, email, role, domain].join(' ')),
        )
      : [],
    isWaiting: wanted.length >= LETTERS_MIN && (keywords.value === undefined || contacts.value === undefined),
  }
}

const [paletteStore, palette] = createSpotlight()

/** Every tab; the one that a place opens on now has its keys. */
export const placesNow = (): readonly Place[] =>
  views.map((view) => {
    const place = placeOfView(view)
    return {
      id: view.id,
      title: view.title,
      place: place.title === view.title || place.isFoot === true ? '' : place.title,
      icon: view.icon,
      takes: view.takes,
      ...(view.id === tabToOpen(place) ? { keys: `g ${place.key}` } : {}),
    }
  })

const usePaletteGroups = (query: string) => {
  const brands = useBrands((state) => state.list)
  const recentItems = useRecentItems()
  const { keywords, contacts, isWaiting } = useFoundRows(query)
  const groups = useMemo(
    () =>
      paletteGroups(query, {
        brands,
        places: placesNow(),
        commands: commands.usable(),
        recentBrands: useLocation.getState().recents,
        recentItems,
        keywords,
        contacts,
      }),
    [query, brands, recentItems, keywords, contacts],
  )
  return { groups, recentItems, isWaiting }
}

const Groups = ({ query }: { readonly query: string }) => {
  const { groups, recentItems, isWaiting } = usePaletteGroups(query)
  if (groups.length === 0)
    return <Spotlight.Empty>{isWaiting ? 'Searching …' : `No results for “${query}”.`}</Spotlight.Empty>
  return groups.map(({ title, items }) => (
    <Spotlight.ActionsGroup key={title} label={title} className={classes.section ?? ''}>
      {items.map((item) => (
        <Spotlight.Action
          key={item.id}
          className={classes.action}
          onClick={() => {
            palette.close()
            closeDialog()
            rememberItem(item, recentItems)
            // The dialog gives the focus back first: a command may move it.
            setTimeout(() => runPaletteItem(item), 0)
          }}
        >
          <PaletteRow item={item} />
        </Spotlight.Action>
      ))}
    </Spotlight.ActionsGroup>
  ))
}

/** Every brand, place and action, and the keywords and contacts of the cache, by a few letters. */
export const Palette = () => {
  const isOpen = useUi((state) => state.dialog === 'palette')
  const [query, setQuery] = useState('')
  useEffect(() => {
    if (isOpen) palette.open()
    else palette.close()
  }, [isOpen])
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={480}
      size={640}
      radius="lg"
      onSpotlightClose={closeDialog}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      attributes={{ content: { 'aria-label': 'Palette' } }}
    >
      <Spotlight.Search
        placeholder="Find a brand, place, action, keyword or contact"
        aria-label="Find a brand, place, action, keyword or contact"
        leftSection={<IconSearch size={16} />}
      />
      <Spotlight.ActionsList aria-label="Results">{isOpen ? <Groups query={query} /> : null}</Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
