import { Button, Text } from '@mantine/core'
import type { TeamStatus } from '../../../../src-shared/desk/team.ts'
import { useDesk } from '../../../data/use-desk.ts'
import { plural } from '../../../format/numbers.ts'
import { formatMoment } from '../../../format/time.ts'
import { ErrorNotice } from '../../../parts/error-notice.tsx'
import { type GridColumn, GridTable } from '../../../parts/grid-table.tsx'
import { Name } from '../../../parts/name.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { orNotify } from '../../../state/notices.ts'
import { liftPause, usePeople } from '../../../state/team.ts'

const COLUMNS: readonly GridColumn[] = [
  { title: 'Operation' },
  { title: 'Until', width: '24%' },
  { title: 'Desk of', width: '24%' },
  { title: 'Actions', isTitleHidden: true, width: 120 },
]

/** What no desk asks the service for now, because the service asked one desk to wait. An admin ends it. */
export const Pauses = ({ team }: { readonly team: TeamStatus }) => {
  const mayAsk = team.role === 'admin' && team.connection === 'connected'
  const { value, error, reload } = useDesk('team.pauses', mayAsk ? {} : null)
  const names = new Map(usePeople().map(({ login, name }) => [login, name]))
  const { isBusy, run } = useAction()
  if (!mayAsk) return null
  if (error !== undefined) return <ErrorNotice title="The pauses were not read" error={error} onRetry={reload} />
  if (value === undefined || value.pauses.length === 0) return null
  const lift = async (no: number) => {
    await orNotify('The pause was not ended', run(liftPause(no)))
    reload()
  }
  return (
    <Panel isFlush title={plural(value.pauses.length, 'pause')}>
      <Text c="dimmed" px="md" pb="xs">
        The service asked a desk to wait, so all desks wait with the same key. End a pause only if you know that the
        service takes requests again.
      </Text>
      <GridTable label="Pauses of the team" columns={COLUMNS}>
        {value.pauses.map(({ no, operation, until, login }) => (
          <tr key={no}>
            <td className="truncate">{operation === null ? 'All, with each key' : `${operation}, with one key`}</td>
            <td>{formatMoment(until)}</td>
            <td className="truncate">
              <Name>{login === null ? 'Not known' : (names.get(login) ?? login)}</Name>
            </td>
            <td>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                disabled={isBusy}
                aria-label={`End the pause of ${operation ?? 'all operations'}`}
                onClick={() => void lift(no)}
              >
                End
              </Button>
            </td>
          </tr>
        ))}
      </GridTable>
    </Panel>
  )
}
