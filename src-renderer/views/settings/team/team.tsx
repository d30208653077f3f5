import { useDesk } from '../../../data/use-desk.ts'
import { ErrorNotice } from '../../../parts/error-notice.tsx'
import { Pauses } from './pauses.tsx'
import { People } from './people.tsx'
import { StartTeam } from './start-team.tsx'
import { Desks, TeamNow } from './team-now.tsx'

/** Settings → Team: on a desk alone the way into a team, else its state, its desks, its pauses and its people. */
export const TeamSection = () => {
  const { value, error, reload } = useDesk('team.status', {})
  if (error !== undefined) return <ErrorNotice title="The team was not read" error={error} onRetry={reload} />
  if (value === undefined) return null
  if (value.team === null) return <StartTeam />
  return (
    <>
      <TeamNow team={value.team} />
      <Desks team={value.team} />
      <Pauses team={value.team} />
      <People team={value.team} />
    </>
  )
}
