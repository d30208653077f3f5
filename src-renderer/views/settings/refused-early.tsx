import { Text } from '@mantine/core'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { formatWhole } from '../../format/numbers.ts'
import { formatClock } from '../../format/time.ts'
import { Panel } from '../../parts/panel.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrands } from '../../state/brands.ts'
import { useTeam } from '../../state/team.ts'

type Refusal = CallOutput<'service.earlyRefusals'>['refusals'][number]

const Line = ({ refusal, sender }: { readonly refusal: Refusal; readonly sender: string }) => {
  const nowMs = useNow()
  const name = useBrands((state) => state.byId.get(refusal.brandId)?.name)
  if (name === undefined) return null
  const { at, operation, sent, allowed } = refusal
  return (
    <li>
      <b>{isolate(name)}</b>: the service refused {operation} at {formatClock(at, nowMs)}, although {sender} sent{' '}
      {formatWhole(sent)} of {formatWhole(allowed)} requests in that minute.
    </li>
  )
}

/** Keys that somebody else seems to use, by what the service refused within the last day. */
export const RefusedEarly = () => {
  const refusals = useDesk('service.earlyRefusals', {}).value?.refusals ?? []
  const sender = useTeam() == null ? 'this desk' : 'the desks of the team'
  if (refusals.length === 0) return null
  return (
    <Panel title="Keys that another desk or program may use">
      <ul>
        {refusals.map((refusal) => (
          <Line key={`${refusal.brandId} ${refusal.operation}`} refusal={refusal} sender={sender} />
        ))}
      </ul>
      <Text c="dimmed">
        Put the desks in one team, or give each its own key. If nobody else uses the key, the operation has a lower
        limit: set it in Operations.
      </Text>
    </Panel>
  )
}
