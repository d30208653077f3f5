import { Text } from '@mantine/core'
import { changedByLabel } from '../format/changed-by.ts'
import { useNow } from './use-now.ts'

/** Who of the team changed it last; nothing on a desk alone. */
export const ChangedBy = (changed: Parameters<typeof changedByLabel>[0]) => {
  const label = changedByLabel(changed, useNow())
  return label === '' ? null : (
    <Text c="dimmed" size="xs">
      {label}
    </Text>
  )
}
