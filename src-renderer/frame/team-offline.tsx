import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { formatClock } from '../format/time.ts'
import { useNow } from '../parts/use-now.ts'
import { go } from '../state/location.ts'
import { useTeam } from '../state/team.ts'
import { Bar } from './bar.tsx'

/** Without the team's database everything works but what two desks could do twice. */
export const TeamOffline = () => {
  const team = useTeam()
  const nowMs = useNow()
  if (team === null || (team.connection !== 'offline' && team.connection !== 'refused')) return null
  return (
    <Bar
      role="status"
      icon={<IconCloudOff size={16} aria-hidden />}
      actions={
        <Button variant="default" onClick={() => go({ view: 'settings', params: { section: 'team' } })}>
          Open Team
        </Button>
      }
    >
      <strong>
        {team.connection === 'refused' ? 'The team’s database refused this desk' : 'Team offline'} since{' '}
        {formatClock(team.since, nowMs)}.
      </strong>{' '}
      Sending, publishing, spending credits and removing suppressions wait. Everything else works.
    </Bar>
  )
}
