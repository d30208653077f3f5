import { Button } from '@mantine/core'
import { IconBuildingOff, IconError404 } from '@tabler/icons-react'
import { EmptyState } from '../parts/empty-state.tsx'
import { useBrands } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { viewById } from '../views/registry.tsx'
import { AsOfBanner } from './as-of.tsx'
import classes from './frame.module.css'

/** An address may name a brand that was removed since. */
const useHasBrand = (): boolean => {
  const scope = useLocation((state) => state.scope)
  return useBrands(({ isLoaded, byId }) => !isLoaded || scope === 'all' || byId.has(scope))
}

const NoSuchBrand = () => (
  <EmptyState
    icon={<IconBuildingOff size={22} />}
    title="This brand is not on this desk"
    action={<Button onClick={() => setScope('all')}>Show all brands</Button>}
  >
    It was removed, or the address belongs to another desk.
  </EmptyState>
)

/** The view in the address; it stays mounted while the brand changes. */
export const ViewArea = () => {
  const id = useLocation((state) => state.view)
  const hasBrand = useHasBrand()
  const View = viewById(id)?.component
  return (
    <>
      <AsOfBanner />
      <div className={classes.view} id="view" tabIndex={-1}>
        {View === undefined ? (
          <EmptyState icon={<IconError404 size={22} />} title="Unknown view" />
        ) : !hasBrand ? (
          <NoSuchBrand />
        ) : (
          <View key={id} />
        )}
      </div>
    </>
  )
}
