import { Text } from '@mantine/core'
import type { TeamStatus } from '../../../../src-shared/desk/team.ts'
import { useDesk } from '../../../data/use-desk.ts'
import { plural } from '../../../format/numbers.ts'
import { ErrorNotice } from '../../../parts/error-notice.tsx'
import { type GridColumn, GridTable } from '../../../parts/grid-table.tsx'
import { Name } from '../../../parts/name.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { usePeople } from '../../../state/team.ts'
import { Pauses } from './pauses.tsx'
import { People } from './people.tsx'
import { StartTeam } from './start-team.tsx'
import { Desks, TeamNow } from './team-now.tsx'

const COLUMNS: readonly GridColumn[] = [
  { title: 'Table', width: '20%' },
  { title: 'Key', width: '26%' },
  { title: 'Problem' },
  { title: 'Written by', width: '20%' },
]

/** What somebody wrote past the program. Only an admin gets any. */
const BadRows = ({ team }: { readonly team: TeamStatus }) => {
  const names = new Map(usePeople().map(({ login, name }) => [login, name]))
  if (team.badRows.length === 0) return null
  return (
    <Panel isFlush title={plural(team.badRows.length, 'skipped row')}>
      <Text c="dimmed" px="md" pb="xs">
        These rows of the team’s database were not written by Agency Desk, so desks skip them. Fix or delete them in the
        database: desks read them again when they change.
      </Text>
      <GridTable label="Skipped rows of the team" columns={COLUMNS}>
        {team.badRows.map(({ table, key, login, why }) => (
          <tr key={`${table} ${key}`}>
            <td className="truncate">{table}</td>
            <td className="truncate">{key}</td>
            <td>{why}</td>
            <td className="truncate">
              <Name>{login === null ? 'Unknown' : (names.get(login) ?? login)}</Name>
            </td>
          </tr>
        ))}
      </GridTable>
    </Panel>
  )
}

/** Settings → Team: on a desk alone the way into a team, else its state, its desks, the rows that it skips, its pauses and its people. */
export const TeamSection = () => {
  const { value, error, reload } = useDesk('team.status', {})
  if (error !== undefined) return <ErrorNotice title="The team was not read" error={error} onRetry={reload} />
  if (value === undefined) return null
  if (value.team === null) return <StartTeam />
  return (
    <>
      <TeamNow team={value.team} />
      <Desks team={value.team} />
      <BadRows team={value.team} />
      <Pauses team={value.team} />
      <People team={value.team} />
    </>
  )
}
