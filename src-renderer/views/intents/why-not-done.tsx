import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { itemsLabel } from '../../format/intent-labels.ts'
import { SideHeading } from '../../table/side-panel.tsx'
import { causesOf } from './causes.ts'
import { isAtRest } from './outreach-labels.ts'

/** Why items of an ended action were not done: first in the detail of what is partly done. */
export const WhyNotDone = ({ intent }: { readonly intent: IntentWithItems }) => {
  const causes = useMemo(() => causesOf(intent.items), [intent.items])
  const total = causes.reduce((sum, { count }) => sum + count, 0)
  if (total < 2 || !isAtRest(intent)) return null
  return (
    <section aria-label="Why not done">
      <SideHeading>Why {itemsLabel(intent.kind, total)} were not done</SideHeading>
      <ul>
        {causes.slice(0, 8).map(({ reason, count }) => (
          <li key={reason}>
            <strong>{itemsLabel(intent.kind, count)}</strong>: {reason}
          </li>
        ))}
      </ul>
      {causes.length > 8 ? (
        <Text size="xs" c="dimmed">
          {causes.length - 8} more reasons are in the list below.
        </Text>
      ) : null}
    </section>
  )
}
