import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type ChangeEvent, useEffect, useState } from 'react'
import type { CallOutput, EventPayload } from '../../../../src-shared/desk/contract.ts'
import { formatWhole, plural } from '../../../format/numbers.ts'
import { ErrorNotice } from '../../../parts/error-notice.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { checkTeam, followTeamProgress, initTeam, joinTeam, ROLE_LABELS } from '../../../state/team.ts'

type Found = CallOutput<'team.check'>
type Way = 'init' | 'join'

const WAYS = [
  { value: 'join', label: 'Join a team' },
  { value: 'init', label: 'Set up a team' },
]
const DO = { init: 'Set up the team', join: 'Join the team' } as const

const STEP_LABELS: Record<EventPayload<'team.progress'>['step'], string> = {
  check: 'Checking the database',
  backup: 'Taking a backup',
  copy: 'Copying the data',
  compare: 'Comparing both copies',
  open: 'Opening the desk again',
}

/** How far setting up, joining or leaving has come. */
export const Progress = () => {
  const [at, setAt] = useState<EventPayload<'team.progress'> | null>(null)
  useEffect(() => followTeamProgress(setAt), [])
  if (at === null) return null
  const count = at.total === 0 ? '' : `, ${formatWhole(at.done)} of ${formatWhole(at.total)}`
  return (
    <Text role="status" c="dimmed">
      {STEP_LABELS[at.step]}
      {count} …
    </Text>
  )
}

const rowsLabel = ({ total }: Found['ownRows']) => plural(total, 'row')

const FoundThere = ({ found, way }: { readonly found: Found; readonly way: Way }) => {
  const { team, ownRows, obstacles, demoBrands } = found
  const isOther = way === 'init' ? team !== null : team === null
  return (
    <>
      <Facts
        rows={[
          ['Server', `PostgreSQL ${found.serverVersion}, ${found.isEncrypted ? 'encrypted' : 'on this computer'}`],
          ['Login', found.login],
          [
            'There',
            team === null
              ? 'No team yet'
              : `A team with ${plural(team.brands, 'brand')}${team.role === null ? '' : `; you are ${ROLE_LABELS[team.role].toLowerCase()}`}`,
          ],
          [way === 'init' ? 'Copied into the team' : 'Given up on this desk', rowsLabel(ownRows)],
          demoBrands === 0 ? null : ['Removed from this desk', plural(demoBrands, 'demo brand')],
        ]}
      />
      {isOther ? (
        <Notice tone="warn" role="note">
          {way === 'init'
            ? 'This database has a team already. Choose “Join a team”.'
            : 'This database has no team yet. Choose “Set up a team”.'}
        </Notice>
      ) : null}
      {obstacles.map((obstacle) => (
        <Notice key={obstacle} tone="warn" role="note">
          {obstacle}
        </Notice>
      ))}
    </>
  )
}

const useFields = (onAccess: () => void) => {
  const [fields, setFields] = useState({ url: '', password: '', name: '', deskName: '' })
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setFields({ ...fields, [name]: event.currentTarget.value })
      if (name === 'url' || name === 'password') onAccess()
    },
  })
  return { fields, field }
}

const Start = () => {
  const [way, setWay] = useState<Way>('join')
  const [found, setFound] = useState<Found | null>(null)
  const { isBusy, error, run, clear } = useAction()
  // What was found is about another address or login then.
  const { fields, field } = useFields(() => {
    setFound(null)
    clear()
  })
  const access = { url: fields.url.trim(), password: fields.password }
  const check = async () => {
    const reply = await run(checkTeam(access))
    setFound(reply.ok ? reply.value : null)
  }
  const begin = async () => {
    const desk = fields.deskName.trim() === '' ? {} : { deskName: fields.deskName.trim() }
    // Both reopen the desk, and its event loads this page again.
    await (way === 'init'
      ? run(initTeam({ ...access, ...desk, name: fields.name.trim() }))
      : run(joinTeam({ ...access, ...desk, discardRows: found?.ownRows.total ?? 0 })))
  }
  const isThere = found !== null && (found.team === null) === (way === 'init') && found.obstacles.length === 0
  const canBegin = isThere && (way === 'join' || fields.name.trim() !== '')
  const discards = way === 'join' && found !== null && found.ownRows.total > 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void (canBegin ? begin() : check())
      }}
    >
      <Stack maw={560}>
        <SegmentedControl
          aria-label="Set up or join a team"
          data={WAYS}
          value={way}
          onChange={(next) => setWay(next === 'init' ? 'init' : 'join')}
        />
        <TextInput
          label="Address of the database"
          description="With your login and without the password, for example postgres://maria@db.example.com/agency"
          spellCheck={false}
          autoComplete="off"
          {...field('url')}
        />
        <TextInput type="password" label="Password" autoComplete="off" {...field('password')} />
        {way === 'init' ? <TextInput label="Your name" {...field('name')} /> : null}
        <TextInput
          label="Name of this desk"
          description="Your colleagues see it. Empty: the name of this computer."
          {...field('deskName')}
        />
        {found === null ? null : <FoundThere found={found} way={way} />}
        {discards && isThere ? (
          <Notice tone="warn" role="note">
            Not copied: {plural(found.ownRows.total, 'row')} of this desk. The team’s data take that place, and a backup
            keeps what was there.
          </Notice>
        ) : null}
        <ErrorNotice title="Nothing was changed" error={error} />
        {isBusy && canBegin ? <Progress /> : null}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={isBusy && !canBegin}
            disabled={access.url === '' || access.password === ''}
            onClick={() => void check()}
          >
            Check first
          </Button>
          <Button type="submit" loading={isBusy && canBegin} disabled={!canBegin}>
            {discards && isThere ? `Discard ${plural(found.ownRows.total, 'row')} and join` : DO[way]}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A desk alone: what a team is, and the way into one. */
export const StartTeam = () => (
  <Panel title="This desk works alone">
    <Stack>
      <Text c="dimmed" maw="72ch">
        In a team, the desks of an agency share their brands, lists, templates and actions through one PostgreSQL
        database, so that nobody is contacted twice. Each desk keeps a copy to read without a connection, and keys stay
        in the keychain of each computer.
      </Text>
      <Start />
    </Stack>
  </Panel>
)
