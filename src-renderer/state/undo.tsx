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
export const notifyWithUndo = (title: string, undo: () => void, slot?: string): void => {
  if (slot !== undefined) hideUndo(slot)
  const id = notifyWithAction({ title }, { label: 'Undo', run: undo })
  if (slot !== undefined) latest.set(slot, id)
}

type Shown = {
  readonly id?: string
  readonly title: string
  readonly message?: string
  readonly color?: string
  readonly autoClose?: number | false
}
type Offered = { readonly label: string; readonly run: () => void }

/** Notifies, and offers one action. Returns the id of what is shown. */
export const notifyWithAction = ({ message, ...shown }: Shown, { label, run }: Offered): string => {
  const id = notifications.show({
    color: 'gray',
    autoClose: OPEN_MS,
    ...shown,
    message: (
      <>
        {message === undefined ? null : <div>{message}</div>}
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
      </>
    ),
  })
  return id
}
