import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const OPEN_MS = 8000

/** The notice shown for each slot. */
const latest = new Map<string, string>()

/** Hides the notice of a slot, because the change was undone another way. */
export const hideUndo = (slot: string): void => {
  const shown = latest.get(slot)
  if (shown !== undefined) notifications.hide(shown)
  latest.delete(slot)
}

/**
 * Notifies about a change that was made at once, and offers undo. A notice with a `slot` replaces the one before it in
 * that slot.
 */
export const notifyWithUndo = (title: string, undo: () => void, slot?: string): void =>
  notifyWithAction(title, { label: 'Undo', run: undo }, slot)

type Offered = { readonly label: string; readonly run: () => void }

/** Notifies, and offers one action. */
export const notifyWithAction = (title: string, { label, run }: Offered, slot?: string): void => {
  if (slot !== undefined) hideUndo(slot)
  const id = notifications.show({
    title,
    message: (
      <Button
        variant="default"
        size="compact-xs"
        mt={4}
        onClick={() => {
          notifications.hide(id)
          run()
        }}
      >
        {label}
      </Button>
    ),
    color: 'gray',
    autoClose: OPEN_MS,
  })
  if (slot !== undefined) latest.set(slot, id)
}
