import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconStack2 } from '@tabler/icons-react'
import { deferred } from '../deferred.tsx'
import { countedBrands, useBrands } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { leaveRow, usePointedRow } from '../state/ui.ts'
import { BrandList } from './brand-list.tsx'
import brandClasses from './brand-rail.module.css'
import { Places } from './places.tsx'
import classes from './rail.module.css'
import type { useRailFold } from './rail-fold.ts'
import { RailFoot } from './rail-foot.tsx'
import { useRoving } from './roving.ts'

const RowMenu = deferred({
  load: () => import('./row-menu.tsx').then((part) => part.RowMenu),
  useIsWanted: () => usePointedRow(({ brandId }) => brandId !== null),
})

const AllBrands = () => {
  const isCurrent = useLocation(({ scope }) => scope === 'all')
  const count = useBrands(({ list }) => countedBrands(list).length)
  return (
    <button
      type="button"
      className={brandClasses.row}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => setScope('all')}
      title="All brands"
    >
      <span className={brandClasses.all} aria-hidden>
        <IconStack2 size={14} />
      </span>
      <span className={`${brandClasses.name} truncate`}>All brands</span>
      <span className={brandClasses.total}>{count}</span>
    </button>
  )
}

/** All brands and each one. A view of all brands keeps the chosen one for the next view. */
const BrandRail = () => (
  <nav className={brandClasses.brands} aria-label="Brands">
    <BrandList top={<AllBrands />} />
    <RowMenu />
  </nav>
)

const focusFilter = () => document.getElementById('brand-filter')?.focus()

/** In a narrow window the names come over the page, for as long as a brand is looked for. */
const FoldButton = ({ isNarrow, isFolded, fold }: ReturnType<typeof useRailFold>) => {
  const label = isFolded ? 'Unfold the rail' : 'Fold the rail'
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

/** Where a person goes: the places, the brands below them, and the foot; folded, icons and badges only. */
export const Rail = (folding: ReturnType<typeof useRailFold>) => (
  <div
    className={classes.rail}
    data-rail
    data-folded={folding.isFolded || undefined}
    onPointerLeave={leaveRow}
    {...useRoving()}
  >
    <div className={classes.head}>
      <span className={classes.product}>Agency Desk</span>
      <FoldButton {...folding} />
    </div>
    <Places />
    <BrandRail />
    <RailFoot />
  </div>
)
