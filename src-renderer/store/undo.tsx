import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const OPEN_MS = 8000

/** Notices of which only the latest is shown, by what they are about. */
const latest = new Map<string, string>()

/**
 * Tells of a change that was made at once, with the way back for as long as it is shown. In a series (`slot`) the notice
 * takes the place of the one before.
 */
export const notifyWithUndo = (title: string, undo: () => void, slot?: string): void => {
  const before = slot === undefined ? undefined : latest.get(slot)
  if (before !== undefined) notifications.hide(before)
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
