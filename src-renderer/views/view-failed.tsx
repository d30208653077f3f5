import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { EmptyState } from '../parts/empty-state.tsx'

/** In place of a view whose code could not be had. */
export const ViewFailed = () => (
  <EmptyState
    icon={<IconPlugConnectedX size={22} />}
    title="This view could not be loaded"
    action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
  >
    The desk did not send this part of the page. Check that it is running, then reload.
  </EmptyState>
)
