import { Button } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { EmptyState } from '../../parts/empty-state.tsx'
import { go } from '../../state/location.ts'
import { openDialog } from '../../state/ui.ts'

/** The first page of a desk without brands. */
export const Welcome = () => (
  <EmptyState
    icon={<IconBuildingStore size={22} />}
    title="Add your first brand"
    action={
      <>
        <Button onClick={() => openDialog('add-brands')}>Add brands</Button>
        <Button variant="default" onClick={() => go({ view: 'settings', params: { section: 'service' } })}>
          Set the service address
        </Button>
      </>
    }
  >
    Each brand has its own key. Create it in the service under Settings → Integrations → API. Paste one key or a list.
    The desk checks each key before it keeps it.
  </EmptyState>
)
