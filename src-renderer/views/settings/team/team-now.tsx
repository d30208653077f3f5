import { Box, Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { TeamStatus } from '../../../../src-shared/desk/team.ts'
import { DAY_MS } from '../../../../src-shared/service/durations.ts'
import type { Tone } from '../../../format/intent-labels.ts'
import { formatWhole, plural } from '../../../format/numbers.ts'
import { formatAgo, formatClock } from '../../../format/time.ts'
import { ErrorNotice } from '../../../parts/error-notice.tsx'
import { DialogForm } from '../../../parts/fields/dialog-form.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { type GridColumn, GridTable } from '../../../parts/grid-table.tsx'
import { Name } from '../../../parts/name.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { StateWord } from '../../../parts/state-word.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useNow } from '../../../parts/use-now.ts'
import { brandName, useBrands } from '../../../state/brands.ts'
import { notify, orNotify } from '../../../state/notices.ts'
import { checkMirror, leaveTeam, ROLE_LABELS, signInTeam, usePeople } from '../../../state/team.ts'
import { Setting } from '../setting.tsx'
import { Progress } from './start-team.tsx'

type Props = { readonly team: TeamStatus }

const CONNECTIONS: Record<TeamStatus['connection'], { readonly word: string; readonly tone: Tone }> = {
  connected: { word: 'Connected', tone: 'good' },
  connecting: { word: 'Connecting', tone: 'plain' },
  offline: { word: 'Offline', tone: 'warn' },
  refused: { word: 'Refused', tone: 'bad' },
}

const copyLabel = ({ connection, position, head, behindSeconds }: TeamStatus): string =>
  connection !== 'connected'
    ? `At change ${formatWhole(position)}. What colleagues change meanwhile comes with the next connection.`
    : head === null || position < head
      ? `At change ${formatWhole(position)}${head === null ? '' : ` of ${formatWhole(head)}`}, ${plural(Math.round(behindSeconds), 'second')} behind`
      : `At change ${formatWhole(position)}, as new as the database`

const SignIn = ({ team }: Props) => {
  const [password, setPassword] = useState<string | null>(null)
  const { isBusy, error, run } = useAction()
  const close = () => setPassword(null)
  const save = async () => {
    const reply = await run(signInTeam(password ?? ''))
    if (reply.ok) close()
  }
  return (
    <>
      <Button variant="default" onClick={() => setPassword('')}>
        Sign in again
      </Button>
      <Modal opened={password !== null} onClose={close} title="Sign in to the team’s database" size={460}>
        <DialogForm
          submit="Sign in"
          canSubmit={(password ?? '') !== ''}
          isBusy={isBusy}
          onSubmit={() => void save()}
          onCancel={close}
        >
          <TextField
            type="password"
            data-autofocus
            label={`Password of ${team.login}`}
            description="It is kept in the keychain of this computer."
            autoComplete="off"
            value={password ?? ''}
            onChange={setPassword}
          />
          <ErrorNotice title="You were not signed in" error={error} />
        </DialogForm>
      </Modal>
    </>
  )
}

const CheckCopy = ({ team }: Props) => {
  const { isBusy, run } = useAction()
  const check = async () => {
    const reply = await orNotify('The copy was not checked', run(checkMirror()))
    if (!reply.ok) return
    const { isSame, tables } = reply.value
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const skipped = tables.reduce((sum, table) => sum + table.skipped, 0)
    const without = skipped === 0 ? '' : `; ${plural(skipped, 'bad row')} skipped`
    if (isSame)
      notify({ title: `The copy is the same as the database: ${plural(rows, 'row')}${without}`, tone: 'good' })
    else notify({ title: 'The copy differs from the database', message: 'It is copied again now.', tone: 'warning' })
  }
  return (
    <Button variant="default" loading={isBusy} disabled={team.connection !== 'connected'} onClick={() => void check()}>
      Check the copy
    </Button>
  )
}

const Leave = ({ team }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { isBusy, error, run } = useAction()
  const isOffline = team.connection !== 'connected'
  return (
    <>
      <Button variant="default" color="red" onClick={() => setOpen(true)}>
        Leave the team …
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Leave the team?" size={520}>
        <DialogForm
          submit="Leave the team"
          canSubmit
          isBusy={isBusy}
          onSubmit={() => void run(leaveTeam(isOffline))}
          onCancel={() => setOpen(false)}
        >
          <Text>
            This desk works alone from then on, with its own copy of the team’s data. A backup is made first, and the
            keys stay on this computer.
          </Text>
          <Text>
            The team may still send what waits now: such actions become unknown on this desk, and this desk does not
            send them.
          </Text>
          {isOffline ? (
            <Notice tone="warn" role="note">
              The database cannot be reached. This desk keeps its copy as it is now, without what others changed since.
            </Notice>
          ) : null}
          {isBusy ? <Progress /> : null}
          <ErrorNotice title="This desk is still in the team" error={error} />
        </DialogForm>
      </Modal>
    </>
  )
}

/** Whether this desk is connected, as whom, and how new its copy is. */
export const TeamNow = ({ team }: Props) => {
  const nowMs = useNow()
  const { word, tone } = CONNECTIONS[team.connection]
  const address = new URL(team.url)
  return (
    <Panel title="Team">
      {team.connection === 'connected' || team.error === null ? null : (
        <Box mb="md">
          <ErrorNotice error={team.error} />
        </Box>
      )}
      <Setting
        title={`${address.host}${address.pathname}`}
        note={team.serverVersion === null ? 'PostgreSQL' : `PostgreSQL ${team.serverVersion}`}
      >
        <StateWord word={word} tone={tone} /> <span className="soft">since {formatClock(team.since, nowMs)}</span>
      </Setting>
      <Setting
        title={`You: ${team.login}${team.role === null ? '' : `, ${ROLE_LABELS[team.role].toLowerCase()}`}`}
        note={
          <>
            On the desk “<Name>{team.deskName}</Name>”. Keys of brands stay on this computer.
          </>
        }
      >
        <SignIn team={team} />
      </Setting>
      <Setting title="Copy of the team’s data" note={copyLabel(team)}>
        <CheckCopy team={team} />
      </Setting>
      <Setting
        title="Leave"
        note="This desk works alone again. A desk of a removed person deletes its copy when it connects; until then the data stay readable on it."
      >
        <Leave team={team} />
      </Setting>
    </Panel>
  )
}

const COLUMNS: readonly GridColumn[] = [
  { title: 'Desk' },
  { title: 'Person', width: '20%' },
  { title: 'Last seen', width: '16%' },
  { title: 'Keys', width: '30%' },
]
const keysLabel = (keysOf: readonly string[]): string =>
  keysOf.length === 0
    ? 'None'
    : keysOf.length > 4
      ? plural(keysOf.length, 'brand')
      : keysOf.map((brandId) => brandName(brandId)).join(', ')

/** Every desk of the team, and the brands that nobody can send for today. */
export const Desks = ({ team }: Props) => {
  const nowMs = useNow()
  const brands = useBrands((state) => state.list)
  const names = new Map(usePeople().map(({ login, name }) => [login, name]))
  if (team.desks.length === 0) return null
  const seen = team.desks.filter(({ lastSeenAt }) => nowMs - Date.parse(lastSeenAt) < DAY_MS)
  const held = new Set(seen.flatMap(({ keysOf }) => keysOf))
  const without = brands.filter(({ id }) => !held.has(id))
  const [first] = without
  return (
    <Panel isFlush title={plural(team.desks.length, 'desk')}>
      {first === undefined ? null : (
        <Box p="md" pb="xs">
          <Notice tone="warn" role="note">
            No desk that was seen today holds the key of{' '}
            {without.length === 1 ? <Name>{first.name}</Name> : plural(without.length, 'brand')}. What is queued there
            waits until one does.
          </Notice>
        </Box>
      )}
      <GridTable label="Desks of the team" columns={COLUMNS}>
        {team.desks.map((desk) => (
          <tr key={desk.no}>
            <td className="truncate" title={desk.name}>
              <Name>{desk.name}</Name> {desk.isThis ? <span className="soft">· this desk</span> : null}
            </td>
            <td className="truncate" title={desk.login}>
              <Name>{names.get(desk.login) ?? desk.login}</Name>
            </td>
            <td>{formatAgo(desk.lastSeenAt, nowMs)}</td>
            <td className="truncate">{keysLabel(desk.keysOf)}</td>
          </tr>
        ))}
      </GridTable>
    </Panel>
  )
}
