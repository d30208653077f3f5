import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconPlus, IconStack2 } from '@tabler/icons-react'
import { deferred } from '../deferred.tsx'
import { useBrands } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { leaveRow, openDialog, usePointedRow } from '../state/ui.ts'
import { scopeOfView } from '../views/registry.tsx'
import { BrandList } from './brand-list.tsx'
import classes from './brand-rail.module.css'
import type { useRailFold } from './rail-fold.ts'

const RowMenu = deferred({
  load: () => import('./row-menu.tsx').then((part) => part.RowMenu),
  useIsWanted: () => usePointedRow(({ brandId }) => brandId !== null),
})

const AllBrands = () => {
  const isCurrent = useLocation(({ view, scope }) => scopeOfView(view, scope) === 'all')
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

const focusFilter = () => document.getElementById('brand-filter')?.focus()

/** In a narrow window the names come over the page, for as long as a brand is looked for. */
const FoldButton = ({ isNarrow, isFolded, fold }: ReturnType<typeof useRailFold>) => {
  const label = isFolded ? 'Show brand names' : 'Fold brands to badges'
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-expanded={!isFolded}
        onClick={() => (isNarrow ? focusFilter() : fold(!isFolded))}
      >
        {isFolded ? <IconLayoutSidebarLeftExpand size={16} /> : <IconLayoutSidebarLeftCollapse size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}

/** All brands and each one: pinned first, then recent ones, then the rest; folded, their badges only. */
export const BrandRail = (folding: ReturnType<typeof useRailFold>) => {
  // A place of all brands keeps the selected one for the next place.
  const isKept = useLocation(({ view, scope }) => scopeOfView(view, scope) !== scope)
  return (
    <nav
      className={classes.rail}
      aria-label="Brands"
      data-folded={folding.isFolded || undefined}
      data-kept={isKept || undefined}
      onPointerLeave={leaveRow}
    >
      <div className={classes.head}>
        <span className={`${classes.product} ${classes.name}`}>Agency Desk</span>
        <FoldButton {...folding} />
      </div>
      <AllBrands />
      <BrandList />
      <button type="button" className={classes.add} onClick={() => openDialog('add-brands')} title="Add brands">
        <span className={classes.all} aria-hidden>
          <IconPlus size={14} />
        </span>
        <span className={classes.name}>Add brands</span>
      </button>
      <RowMenu />
    </nav>
  )
}
