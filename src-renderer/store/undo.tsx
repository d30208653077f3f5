import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'

const OPEN_MS = 8000

/** Tells of a change that was made at once, with the way back for as long as it is shown. */
export const notifyWithUndo = (title: string, undo: () => void): void => {
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
}
