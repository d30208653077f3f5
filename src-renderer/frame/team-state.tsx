import { Text } from '@mantine/core'
import { formatClock } from '../format/time.ts'
import { Name } from '../parts/name.tsx'
import { useNow } from '../parts/use-now.ts'
import { usePeople, useTeam } from '../state/team.ts'

/** Below the connection of the page: the team of this desk and who works here. Nothing on a desk alone. */
export const TeamState = () => {
  const team = useTeam()
  const people = usePeople()
  const nowMs = useNow()
  if (team === null) return null
  const me = people.find(({ isMe }) => isMe)
  return (
    <Text component="span" display="block" size="xs">
      {team.connection === 'connected' || team.connection === 'connecting' ? (
        <>
          {people.length === 0 ? 'Team' : `Team of ${people.length}`} · <Name>{me?.name ?? team.login}</Name>
        </>
      ) : team.connection === 'refused' ? (
        'The team refused this desk'
      ) : (
        `Team offline since ${formatClock(team.since, nowMs)}`
      )}
    </Text>
  )
}
