import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { leaveRow } from '../state/ui.ts'
import { BrandRail } from './brand-rail.tsx'
import { Places } from './places.tsx'
import classes from './rail.module.css'
import type { useRailFold } from './rail-fold.ts'
import { RailFoot } from './rail-foot.tsx'
import { useRoving } from './roving.ts'

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
