import { IconStack2 } from '@tabler/icons-react'
import { deferred } from '../deferred.tsx'
import { countedBrands, useBrands } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { usePointedRow } from '../state/ui.ts'
import { BrandList } from './brand-list.tsx'
import classes from './brand-rail.module.css'

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
      className={classes.row}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => setScope('all')}
      title="All brands"
    >
      <span className={classes.all} aria-hidden>
        <IconStack2 size={14} />
      </span>
      <span className={`${classes.name} truncate`}>All brands</span>
      <span className={classes.total}>{count}</span>
    </button>
  )
}

/** All brands and each one. A view of all brands keeps the chosen one for the next view. */
export const BrandRail = () => (
  <nav className={classes.brands} aria-label="Brands">
    <BrandList top={<AllBrands />} />
    <RowMenu />
  </nav>
)
