import { Button, Group, Stack, Text } from '@mantine/core'
import { plural } from '../format/numbers.ts'
import { UiDialog } from '../parts/ui-dialog.tsx'
import { useAction } from '../parts/use-action.ts'
import { removeDemo, useBrands } from '../state/brands.ts'
import { setScope, useLocation } from '../state/location.ts'
import { notify, notifyError } from '../state/notices.ts'
import { closeDialog } from '../state/ui.ts'

const Question = () => {
  const list = useBrands((state) => state.list)
  const count = list.filter(({ demo }) => demo).length
  const { isBusy, run } = useAction()
  const remove = async () => {
    const reply = await run(removeDemo())
    if (!reply.ok) return notifyError('The demo was not removed', reply.error)
    if (!useBrands.getState().byId.has(useLocation.getState().scope)) setScope('all')
    closeDialog()
    notify({ title: 'Demo removed', message: `The desk deleted ${plural(reply.value.removed, 'demo brand')}.` })
  }
  return (
    <Stack>
      <Text c="dimmed">
        Deletes {plural(count, 'demo brand')} and all their data from this computer. Brands that you connected stay. The
        demo does not come back in this data folder.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={closeDialog}>
          Keep the demo
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void remove()}>
          Remove the demo
        </Button>
      </Group>
    </Stack>
  )
}

/** Asks before the demo brands are deleted. */
export const RemoveDemo = () => (
  <UiDialog name="remove-demo" title="Remove the demo?" size={460}>
    <Question />
  </UiDialog>
)
