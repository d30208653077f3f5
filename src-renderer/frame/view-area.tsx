import { IconError404 } from '@tabler/icons-react'
import { EmptyState } from '../components/empty-state.tsx'
import { useLocation } from '../store/location.ts'
import { viewById } from '../views/registry.tsx'
import classes from './frame.module.css'

/** The view in the address; it stays mounted while the brand changes. */
export const ViewArea = () => {
  const id = useLocation((state) => state.view)
  const View = viewById(id)?.component
  return (
    <main className={classes.view} id="view" tabIndex={-1}>
      {View === undefined ? (
        <EmptyState icon={<IconError404 size={22} />} title="There is no such view" />
      ) : (
        <View key={id} />
      )}
    </main>
  )
}
