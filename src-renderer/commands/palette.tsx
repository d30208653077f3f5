import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { BrandMark } from '../parts/brand-badge.tsx'
import { KeyCaps } from '../parts/key-caps.tsx'
import { Name } from '../parts/name.tsx'
import { useBrands } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { closeDialog, useUi } from '../state/ui.ts'
import classes from './palette.module.css'
import { type PaletteItem, paletteItems } from './palette-items.ts'
import { commands } from './registry.ts'

const [paletteStore, palette] = createSpotlight()

const CommandRow = ({ command }: { readonly command: Extract<PaletteItem, { kind: 'command' }>['command'] }) => {
  const Icon = command.icon ?? IconArrowRight
  const shown = command.keys?.[0]
  return (
    <>
      <span className={classes.icon} aria-hidden>
        <Icon size={16} />
      </span>
      <span className={`${classes.title} truncate`}>{command.title}</span>
      {shown === undefined ? (
        <span className={`${classes.group} soft`}>{command.group}</span>
      ) : (
        <KeyCaps keys={shown} />
      )}
    </>
  )
}

const BrandRow = ({ brand }: { readonly brand: Extract<PaletteItem, { kind: 'brand' }>['brand'] }) => (
  <>
    <BrandMark name={brand.name} colour={brand.colour} size="sm" />
    <span className={`${classes.title} truncate`}>
      <Name>{brand.name}</Name>
    </span>
    <span className={`${classes.group} soft`}>{brand.tags.join(', ')}</span>
  </>
)

const runItem = (item: PaletteItem) => {
  palette.close()
  closeDialog()
  // The dialog gives the focus back first: a command may move it.
  setTimeout(() => (item.kind === 'brand' ? setScope(item.brand.id) : item.command.run()), 0)
}

const Items = ({ query }: { readonly query: string }) => {
  const brands = useBrands((state) => state.list)
  const items = useMemo(
    () => paletteItems(query, { brands, recents: useLocation.getState().recents, commands: commands.usable() }),
    [query, brands],
  )
  if (items.length === 0) return <Spotlight.Empty>No results for “{query}”.</Spotlight.Empty>
  return items.map((item) => (
    <Spotlight.Action key={item.id} className={classes.action} onClick={() => runItem(item)}>
      {item.kind === 'brand' ? <BrandRow brand={item.brand} /> : <CommandRow command={item.command} />}
    </Spotlight.Action>
  ))
}

/** Every action with its shortcut, and every brand, by a few letters. */
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
      maxHeight={420}
      size={600}
      radius="lg"
      onSpotlightClose={closeDialog}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      attributes={{ content: { 'aria-label': 'Palette' } }}
    >
      <Spotlight.Search
        placeholder="Find a brand or an action"
        aria-label="Find a brand or an action"
        leftSection={<IconSearch size={16} />}
      />
      <Spotlight.ActionsList aria-label="Brands and actions">
        {isOpen ? <Items query={query} /> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
