import { Button, Group } from '@mantine/core'
import type { PreviewRow } from '../../../src-shared/desk/composing.ts'
import { clear, useIntentFilters } from '../../state/filters/lists.ts'
import { go } from '../../state/location.ts'

/** Activity, with what was queued for this contact. */
const showInActivity = ({ brandId, email, name, contactId }: PreviewRow): void => {
  clear(useIntentFilters)
  useIntentFilters.setState({ search: email ?? name ?? contactId })
  go({ view: 'activity', scope: brandId })
}

type Props = { readonly row: PreviewRow; readonly onLeaveOut?: () => void }

/** What to do about a contact that a colleague has queued a pitch to. */
export const OpenPitchActions = ({ row, onLeaveOut }: Props) => (
  <Group gap={6} mt={6}>
    <Button variant="default" size="compact-xs" onClick={() => showInActivity(row)}>
      View in Activity
    </Button>
    {onLeaveOut === undefined ? null : (
      <Button variant="default" size="compact-xs" onClick={onLeaveOut}>
        Leave out
      </Button>
    )}
  </Group>
)
