import { ActionIcon, Text } from '@mantine/core'
import { IconChevronRight, IconPlus, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Brand } from '../../src-shared/desk/brands.ts'
import { useCommands } from '../commands/use-commands.ts'
import { whenIdle } from '../idle.ts'
import { KeyCaps } from '../parts/key-caps.tsx'
import { useBrand, useBrands } from '../state/brands.ts'
import { useLocation } from '../state/location.ts'
import { setPreference, usePreference } from '../state/settings.ts'
import { type UrgentByBrand, useUrgent } from '../state/today.ts'
import { leaveRow, openDialog, setRailFilter, toggleTag, useUi, withToggled } from '../state/ui.ts'
import { domIdOf, useListKeys } from './brand-list-keys.ts'
import classes from './brand-rail.module.css'
import { type RailItem, railItems } from './rail-items.ts'
import { RailRow, Urgent } from './rail-row.tsx'

const ROW_PX = 28
const HEADING_PX = 30

const keyOf = (item: RailItem): string =>
  item.kind === 'heading' ? item.title : item.kind === 'tag' ? `tag ${item.tag}` : `${item.section} ${item.brand.id}`

/** The counts as they were when the pointer came to the list: rows never move under it. */
const useSettledCounts = (isPointed: boolean): UrgentByBrand => {
  const counts = useUrgent(({ byBrand }) => byBrand)
  const settled = useRef(counts)
  if (!isPointed) settled.current = counts
  return settled.current
}

const GROUPING = 'rail.isByTag'
/** So many by name are no list to look through. */
const TAGS_FROM = 40

const useIsByTag = (list: readonly Brand[]): boolean => {
  const chosen = usePreference(GROUPING)
  const hasTags = list.some(({ tags }) => tags.length > 0)
  return hasTags && (typeof chosen === 'boolean' ? chosen : list.length >= TAGS_FROM)
}

/** Those that a person opened, and that of the brand in view unless they closed it. */
const useOpenTags = (isByTag: boolean): ReadonlySet<string> => {
  const toggled = useUi((state) => state.openTags)
  const tag = useBrand(useLocation(({ scope }) => (isByTag ? scope : '')))?.tags[0]
  return useMemo(() => (tag === undefined ? toggled : withToggled(toggled, tag)), [toggled, tag])
}

type HeadingProps = { readonly item: Extract<RailItem, { kind: 'heading' }>; readonly isByTag: boolean }

const Heading = ({ item, isByTag }: HeadingProps) => {
  const hasTags = useBrands(({ list }) => list.some(({ tags }) => tags.length > 0))
  return (
    <div className={classes.heading} role="presentation">
      <span className={classes.name}>{item.title}</span>
      {item.isOfRest === true && hasTags ? (
        // A list of options may hold no other button: the palette has this as a command.
        <button
          type="button"
          className={classes.grouping}
          tabIndex={-1}
          aria-hidden
          onClick={() => setPreference(GROUPING, !isByTag)}
        >
          {isByTag ? 'Sort by name' : 'Group by tag'}
        </button>
      ) : null}
    </div>
  )
}

type TagProps = {
  readonly item: Extract<RailItem, { kind: 'tag' }>
  readonly domId: string
  readonly isActive: boolean
}

const TagRow = ({ item: { tag, count, urgent, isOpen }, domId, isActive }: TagProps) => (
  <button
    type="button"
    id={domId}
    className={classes.tag}
    data-active={isActive || undefined}
    role="option"
    tabIndex={-1}
    aria-selected={false}
    data-open={isOpen || undefined}
    onClick={() => toggleTag(tag)}
  >
    <IconChevronRight size={12} aria-hidden />
    <span className={`${classes.name} truncate`} title={tag}>
      {tag}
      <span className="visually-hidden">{isOpen ? ', open' : ', closed'}</span>
    </span>
    <Urgent count={urgent} />
    <span className={classes.total}>{count}</span>
  </button>
)

type ChosenProps = {
  readonly items: readonly RailItem[]
  /** Height of the list's window, as it was measured last. */
  readonly heightPx: number
  /** They move those that need attention up, a moment after the list is drawn. */
  readonly hasCounts: boolean
  /** Rows stay where they are: a person points at them or looks for a brand. */
  readonly isHeld: boolean
  readonly scrollTo: (index: number) => void
}

/** Keeps the chosen brand in sight, wherever it was chosen, whatever the size of the window and wherever its row moves. */
const ChosenInSight = ({ items, heightPx, hasCounts, isHeld, scrollTo }: ChosenProps) => {
  const scope = useLocation((state) => state.scope)
  const index = items.findIndex((item) => item.kind === 'brand' && item.brand.id === scope)
  const latest = useRef({ index, isHeld })
  latest.current = { index, isHeld }
  const drawn = items.length === 0 ? 'nothing' : hasCounts ? 'with counts' : 'without counts'
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another size other rows are in sight
  useEffect(() => {
    if (drawn !== 'nothing' && latest.current.index >= 0) scrollTo(latest.current.index)
  }, [scope, drawn, heightPx, scrollTo])
  useEffect(() => {
    if (index >= 0 && !latest.current.isHeld) scrollTo(index)
  }, [index, scrollTo])
  return null
}

type RowProps = {
  readonly item: RailItem
  readonly domId: string
  readonly isActive: boolean
  readonly isByTag: boolean
  readonly urgent: ReadonlyMap<string, number>
}

const ListRow = ({ item, domId, isActive, isByTag, urgent }: RowProps) => {
  if (item.kind === 'heading') return <Heading item={item} isByTag={isByTag} />
  if (item.kind === 'tag') return <TagRow item={item} domId={domId} isActive={isActive} />
  const { brand, digit } = item
  return <RailRow brand={brand} domId={domId} isActive={isActive} digit={digit} urgent={urgent.get(brand.id) ?? 0} />
}

/** The brands in sections, found by a few letters; it scrolls on its own. */
export const BrandList = ({ top }: { readonly top: ReactNode }) => {
  const list = useBrands((state) => state.list)
  const filter = useUi((state) => state.railFilter)
  const [isPointed, setPointed] = useState(false)
  const urgent = useSettledCounts(isPointed)
  const isByTag = useIsByTag(list)
  const hasTags = list.some(({ tags }) => tags.length > 0)
  useCommands('Brands', [
    {
      id: 'brands.grouping',
      title: isByTag ? 'Sort brands by name' : 'Group brands by tag',
      isEnabled: () => hasTags,
      run: () => setPreference(GROUPING, !isByTag),
    },
  ])
  const openTags = useOpenTags(isByTag)
  const items = useMemo(
    () => railItems(list, { filter, urgent, isByTag, openTags }),
    [list, filter, urgent, isByTag, openTags],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items[index]?.kind === 'heading' ? HEADING_PX : ROW_PX),
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: 6,
    initialRect: { width: 232, height: 600 },
  })
  const { active, setActive, onKeyDown } = useListKeys(items, rows.scrollToIndex)
  // After the rows of the brand are painted: where a list stands is known only once the page is laid out.
  const showChosen = useCallback((index: number) => whenIdle(() => rows.scrollToIndex(index)), [rows])
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
        <span className={classes.findKey} aria-hidden>
          <KeyCaps keys="b" />
        </span>
        <ActionIcon
          className={classes.add ?? ''}
          size="sm"
          aria-label="Add brands"
          title="Add brands (Shift+A)"
          onClick={() => openDialog('add-brands')}
        >
          <IconPlus size={14} />
        </ActionIcon>
      </div>
      {top}
      <ChosenInSight
        items={items}
        heightPx={rows.scrollRect?.height ?? 0}
        hasCounts={urgent.size > 0}
        isHeld={isPointed || filter !== ''}
        scrollTo={showChosen}
      />
      <div
        className={classes.scroller}
        ref={scroller}
        id="brand-list"
        role="listbox"
        aria-label="Brands"
        tabIndex={-1}
        onScroll={leaveRow}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
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
                <ListRow
                  item={item}
                  domId={domIdOf(index)}
                  isActive={index === active}
                  isByTag={isByTag}
                  urgent={urgent}
                />
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
