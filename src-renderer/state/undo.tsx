import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const OPEN_MS = 8000

/** Notices of which only the latest is shown, by what they are about. */
const latest = new Map<string, string>()

/** Takes the series' notice away: what it offered to undo was undone by other means. */
export const hideUndo = (slot: string): void => {
  const shown = latest.get(slot)
  if (shown !== undefined) notifications.hide(shown)
  latest.delete(slot)
}

/**
 * Tells of a change that was made at once, with the way back for as long as it is shown. In a series (`slot`) the notice
 * takes the place of the one before.
 */
export const notifyWithUndo = (title: string, undo: () => void, slot?: string): void => {
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
          undo()
        }}
      >
        Undo
      </Button>
    ),
    color: 'gray',
    autoClose: OPEN_MS,
  })
  if (slot !== undefined) latest.set(slot, id)
}
