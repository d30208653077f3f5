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
    Each brand has a key of its own, made in the service under Settings → Integrations → API. Paste one, or a whole
    list; the desk checks each with the service and keeps it in this computer’s keychain.
  </EmptyState>
)
