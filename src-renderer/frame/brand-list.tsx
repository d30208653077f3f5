import { Text } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { brandText } from '../format/brand-look.ts'
import { fuzzyFilter } from '../format/fuzzy.ts'
import { byName, pinnedBrands, useBrands } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { leaveRow, openRowMenu, setRailFilter, useUi } from '../state/ui.ts'
import classes from './brand-rail.module.css'
import { RailRow } from './rail-row.tsx'

type RailItem =
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'brand'; readonly brand: Brand; readonly section: string; readonly digit?: number }

const RECENTS_SHOWN = 4
/** Below this many brands the list itself is short enough to find the last ones in. */
const RECENTS_FROM = 20

const section = (title: string, brands: readonly Brand[], hasDigits = false): readonly RailItem[] =>
  brands.length === 0
    ? []
    : [
        { kind: 'heading', title },
        ...brands.map((brand, index) => ({
          kind: 'brand' as const,
          brand,
          section: title,
          ...(hasDigits && index < 9 ? { digit: index + 1 } : {}),
        })),
      ]

/** What the rail lists: the best matches of a filter, else pinned, recent and all other brands. */
export const railItems = (list: readonly Brand[], filter: string, recents: readonly string[]): readonly RailItem[] => {
  if (filter.trim() !== '') {
    const found = fuzzyFilter(filter, byName(list), brandText)
    return found.map((brand) => ({ kind: 'brand', brand, section: 'found' }))
  }
  const pinned = pinnedBrands(list)
  const others = byName(list).filter((brand) => !brand.pinned)
  // By name, not by time: rows must not change places under the pointer.
  const latest = new Set(recents.filter((id) => others.some((brand) => brand.id === id)).slice(0, RECENTS_SHOWN))
  const recent = list.length < RECENTS_FROM ? [] : others.filter((brand) => latest.has(brand.id))
  return [...section('Pinned', pinned, true), ...section('Recent', recent), ...section('Brands', others)]
}

const ROW_PX = 32
const HEADING_PX = 30
const domIdOf = (index: number) => `brand-option-${index}`

/** The brands in sections, found by a few letters; it scrolls on its own. */
export const BrandList = () => {
  const list = useBrands((state) => state.list)
  const recents = useLocation((state) => state.recents)
  const filter = useUi((state) => state.railFilter)
  const items = useMemo(() => railItems(list, filter, recents), [list, filter, recents])
  const [active, setActive] = useState(-1)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'heading' ? HEADING_PX : ROW_PX),
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : item.kind === 'heading' ? item.title : `${item.section} ${item.brand.id}`
    },
    overscan: 6,
    initialRect: { width: 232, height: 600 },
  })
  const move = (step: 1 | -1) => {
    let next = active + step
    while (items[next]?.kind === 'heading') next += step
    if (items[next] === undefined) return
    setActive(next)
    rows.scrollToIndex(next)
  }
  const leave = () => {
    setRailFilter('')
    setActive(-1)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const choose = () => {
    const item = items[active] ?? items.find((candidate) => candidate.kind === 'brand')
    if (item?.kind !== 'brand') return
    setScope(item.brand.id)
    leave()
  }
  const openMenu = () => {
    const [item, row] = [items[active], document.getElementById(domIdOf(active))]
    if (item?.kind === 'brand' && row !== null) openRowMenu(item.brand.id, row)
  }
  const onKeyDown = getHotkeyHandler([
    ['ArrowDown', () => move(1)],
    ['ArrowUp', () => move(-1)],
    ['Enter', choose],
    ['Escape', leave],
    ['shift+F10', openMenu],
  ])
  return (
    <>
      <div className={classes.find}>
        <IconSearch size={14} aria-hidden />
        <input
          className={classes.filter}
          id="brand-filter"
          type="search"
          placeholder="Find a brand"
          aria-label="Find a brand"
          role="combobox"
          aria-expanded="true"
          aria-controls="brand-list"
          aria-activedescendant={active >= 0 ? domIdOf(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          value={filter}
          onChange={(event) => {
            setRailFilter(event.target.value)
            setActive(event.target.value === '' ? -1 : 0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        className={classes.scroller}
        ref={scroller}
        id="brand-list"
        role="listbox"
        aria-label="Brands"
        tabIndex={-1}
        onScroll={leaveRow}
      >
        <div role="presentation" style={{ position: 'relative', height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index]
            if (item === undefined) return null
            return (
              <div
                key={key}
                role="presentation"
                className={classes.slot}
                style={{ transform: `translateY(${start}px)` }}
              >
                {item.kind === 'heading' ? (
                  <div className={classes.heading} role="presentation">
                    <span className={classes.name}>{item.title}</span>
                  </div>
                ) : (
                  <RailRow brand={item.brand} domId={domIdOf(index)} isActive={index === active} digit={item.digit} />
                )}
              </div>
            )
          })}
        </div>
        {items.length === 0 && filter !== '' ? (
          <Text c="dimmed" p={8}>
            No results for “{filter}”.
          </Text>
        ) : null}
      </div>
    </>
  )
}
