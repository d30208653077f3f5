// What Activity shows of a team: the desk that sends an action now.
import type { Intent } from '../../../src-shared/desk/intents.ts'
import { isolate } from '../../format/isolate.ts'
import { Notice } from '../../parts/notice.tsx'
import { useTeam } from '../../state/team.ts'

/** Another desk of the team that sends this now; null: none does. */
export const useSender = ({ state, claimedBy }: Pick<Intent, 'state' | 'claimedBy'>): string | null => {
  const team = useTeam()
  if (team === null || state !== 'in_flight' || claimedBy == null || claimedBy.deskNo === team.deskNo) return null
  const name = team.desks.find(({ no }) => no === claimedBy.deskNo)?.name
  return name === undefined ? `desk ${claimedBy.deskNo}` : isolate(name)
}

export const SentBy = ({ intent }: { readonly intent: Intent }) => {
  const sender = useSender(intent)
  return sender === null ? null : (
    <Notice tone="plain" role="status">
      Being sent by {sender}
    </Notice>
  )
}
