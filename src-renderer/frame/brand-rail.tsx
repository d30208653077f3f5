import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { useBrands } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { openDialog, setRailFilter, useUi } from '../state/ui.ts'
import classes from './brand-rail.module.css'
import { RailFoot } from './rail-foot.tsx'
import { railItems } from './rail-items.ts'
import { RailRow } from './rail-row.tsx'

const ROW_PX = 32
const HEADING_PX = 30

const AllBrands = () => {
  const isCurrent = useLocation((state) => state.scope === 'all')
  const count = useBrands((state) => state.list.length)
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => setScope('all')}
      title="All brands"
    >
      <span className={classes.all} aria-hidden>
        <IconStack2 size={14} />
      </span>
      <span className={`${classes.name} truncate`}>All brands</span>
      <span className={classes.count}>{count}</span>
    </button>
  )
}

const BrandList = () => {
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
  const choose = () => {
    const item = items[active] ?? items.find((candidate) => candidate.kind === 'brand')
    if (item?.kind !== 'brand') return
    setScope(item.brand.id)
    leave()
  }
  const leave = () => {
    setRailFilter('')
    setActive(-1)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const onKeyDown = getHotkeyHandler([
    ['ArrowDown', () => move(1)],
    ['ArrowUp', () => move(-1)],
    ['Enter', choose],
    ['Escape', leave],
  ])
  return (
    <>
      <input
        className={classes.filter}
        id="brand-filter"
        type="search"
        placeholder="Find a brand"
        aria-label="Find a brand"
        role="combobox"
        aria-expanded="true"
        aria-controls="brand-list"
        aria-activedescendant={active >= 0 ? `brand-option-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={filter}
        onChange={(event) => {
          setRailFilter(event.target.value)
          setActive(event.target.value === '' ? -1 : 0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.scroller} ref={scroller} id="brand-list" role="listbox" aria-label="Brands" tabIndex={-1}>
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
                    {item.title}
                  </div>
                ) : (
                  <RailRow
                    brand={item.brand}
                    domId={`brand-option-${index}`}
                    isActive={index === active}
                    digit={item.digit}
                  />
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

/** All brands and each one: pinned first, then recent ones, then the rest; found by a few letters. */
export const BrandRail = () => (
  <nav className={classes.rail} aria-label="Brands">
    <div className={classes.head}>
      <span className={classes.product}>Agency Desk</span>
      <Tooltip label="Add brands">
        <ActionIcon aria-label="Add brands" onClick={() => openDialog('add-brands')}>
          <IconPlus size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
    <AllBrands />
    <BrandList />
    <RailFoot />
  </nav>
)
