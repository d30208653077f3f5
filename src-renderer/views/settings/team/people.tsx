import { Button, Group, Modal, MultiSelect, Select, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { BrandIds } from '../../../../src-shared/desk/common.ts'
import type { Person, TeamStatus } from '../../../../src-shared/desk/team.ts'
import { useDesk } from '../../../data/use-desk.ts'
import { isolate } from '../../../format/isolate.ts'
import { plural } from '../../../format/numbers.ts'
import { ErrorNotice } from '../../../parts/error-notice.tsx'
import { DialogForm } from '../../../parts/fields/dialog-form.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { type GridColumn, GridTable } from '../../../parts/grid-table.tsx'
import { Name } from '../../../parts/name.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useBrands } from '../../../state/brands.ts'
import { orNotify } from '../../../state/notices.ts'
import { addPerson, ROLE_LABELS, type Role, removePerson, setBrands, setRole } from '../../../state/team.ts'

const ROLES = Object.entries(ROLE_LABELS).map(([value, label]) => ({ value, label }))
const roleOf = (value: string | null): Role => (value !== null && value in ROLE_LABELS ? (value as Role) : 'writer') // a key of it

const COLUMNS: readonly GridColumn[] = [
  { title: 'Person' },
  { title: 'Role', width: '19%' },
  { title: 'Brands', width: '16%' },
  { title: 'Actions', isTitleHidden: true, width: 216 },
]

const brandsLabel = (brandIds: Person['brandIds']): string =>
  brandIds === 'all' ? 'All brands' : brandIds.length === 0 ? 'No brands' : plural(brandIds.length, 'brand')

type BrandsProps = {
  readonly brandIds: BrandIds | readonly []
  readonly onChange: (brandIds: 'all' | string[]) => void
}

/** Which brands a person sees. */
const BrandChoice = ({ brandIds, onChange }: BrandsProps) => {
  const brands = useBrands((state) => state.list)
  return (
    <Stack gap={8}>
      <Switch
        label="Sees all brands, also those added later"
        checked={brandIds === 'all'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'all' : [])}
      />
      {brandIds === 'all' ? null : (
        <MultiSelect
          label="Brands"
          data={brands.map(({ id, name }) => ({ value: id, label: isolate(name) }))}
          value={[...brandIds]}
          searchable
          limit={50}
          onChange={onChange}
        />
      )}
    </Stack>
  )
}

const AddPerson = ({ onClose }: { readonly onClose: () => void }) => {
  const [person, setPerson] = useState({ login: '', name: '', password: '', role: 'writer' as Role })
  const [brandIds, setBrandIds] = useState<'all' | string[]>('all')
  const { isBusy, error, run } = useAction()
  const { login, name, password, role } = person
  const save = async () => {
    const secret = password === '' ? {} : { password }
    const reply = await run(addPerson({ login: login.trim(), name: name.trim(), role, brandIds, ...secret }))
    if (reply.ok) onClose()
  }
  return (
    <DialogForm
      submit={name.trim() === '' ? 'Add' : `Add ${isolate(name.trim())}`}
      canSubmit={login.trim() !== '' && name.trim() !== ''}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <TextField data-autofocus label="Name" value={name} onChange={(name) => setPerson({ ...person, name })} />
      <TextField
        label="Login"
        description="Small letters and digits, for example maria"
        spellCheck={false}
        autoComplete="off"
        value={login}
        onChange={(login) => setPerson({ ...person, login })}
      />
      <TextField
        type="password"
        label="Password"
        description="8 or more letters, digits and signs. Give it to the person yourself: it is not shown again. Empty if the server has this login already."
        autoComplete="new-password"
        value={password}
        onChange={(password) => setPerson({ ...person, password })}
      />
      <Select
        label="Role"
        description="A reader reads, a writer also queues, a sender also sends and approves, an admin also changes people."
        data={ROLES}
        value={role}
        allowDeselect={false}
        onChange={(next) => setPerson({ ...person, role: roleOf(next) })}
      />
      <BrandChoice brandIds={brandIds} onChange={setBrandIds} />
      <ErrorNotice title="Nobody was added" error={error} />
    </DialogForm>
  )
}

const ChangeBrands = ({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) => {
  const [brandIds, setBrandIds] = useState<'all' | string[]>(person.brandIds === 'all' ? 'all' : [...person.brandIds])
  const { isBusy, error, run } = useAction()
  const save = async () => {
    const reply = await run(setBrands({ login: person.login, brandIds }))
    if (reply.ok) onClose()
  }
  return (
    <DialogForm submit="Save" canSubmit isBusy={isBusy} onSubmit={() => void save()} onCancel={onClose}>
      <BrandChoice brandIds={brandIds} onChange={setBrandIds} />
      <Text c="dimmed">The desks of this person delete their copy of a brand that is taken away.</Text>
      <ErrorNotice title="The brands were not changed" error={error} />
    </DialogForm>
  )
}

const RemovePerson = ({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) => {
  const [leftToDo, setLeftToDo] = useState<readonly string[]>([])
  const { isBusy, error, run } = useAction()
  const remove = async () => {
    const reply = await run(removePerson(person.login))
    if (!reply.ok) return
    if (reply.value.leftToDo.length === 0) onClose()
    else setLeftToDo(reply.value.leftToDo)
  }
  const isDone = leftToDo.length > 0
  return (
    <DialogForm
      {...(isDone ? {} : { submit: `Remove ${isolate(person.name)}` })}
      canSubmit
      cancel={isDone ? 'Close' : 'Cancel'}
      isBusy={isBusy}
      onSubmit={() => void remove()}
      onCancel={onClose}
    >
      {isDone ? (
        <>
          <Text>The person is removed. The server’s administrator still has to run:</Text>
          {leftToDo.map((statement) => (
            <code key={statement}>{statement}</code>
          ))}
        </>
      ) : (
        <>
          <Text>
            The database refuses this person from now on, and their desks delete their copy when they connect. What they
            did stays in Activity.
          </Text>
          <Text c="dimmed">On a desk that never connects again the data stay readable.</Text>
        </>
      )}
      <ErrorNotice title="The person was not removed" error={error} />
    </DialogForm>
  )
}

type Opened = { readonly what: 'brands' | 'removal'; readonly person: Person } | { readonly what: 'new' }

type RowProps = { readonly person: Person; readonly isAdmin: boolean; readonly onOpen: (opened: Opened) => void }

const Row = ({ person, isAdmin, onOpen }: RowProps) => (
  <tr>
    <td className="truncate" title={person.login}>
      <Name>{person.name}</Name>{' '}
      <span className="soft">
        {person.isMe ? 'you · ' : ''}
        {person.login}
      </span>
    </td>
    <td>
      {isAdmin && !person.isMe ? (
        <Select
          aria-label={`Role of ${isolate(person.name)}`}
          data={ROLES}
          value={person.role}
          allowDeselect={false}
          onChange={(next) => void orNotify('The role was not changed', setRole(person.login, roleOf(next)))}
        />
      ) : (
        ROLE_LABELS[person.role]
      )}
    </td>
    <td>{brandsLabel(person.brandIds)}</td>
    <td>
      {isAdmin && !person.isMe ? (
        <Group gap={2} justify="flex-end" wrap="nowrap">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={`Brands of ${isolate(person.name)}`}
            onClick={() => onOpen({ what: 'brands', person })}
          >
            Brands …
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={`Remove ${isolate(person.name)}`}
            onClick={() => onOpen({ what: 'removal', person })}
          >
            Remove …
          </Button>
        </Group>
      ) : null}
    </td>
  </tr>
)

const titleOf = (opened: Opened): string =>
  opened.what === 'new'
    ? 'Add a person'
    : opened.what === 'brands'
      ? `Brands of ${isolate(opened.person.name)}`
      : `Remove ${isolate(opened.person.name)} from the team?`

/** Who is in the team, as what, for which brands. Only an admin changes it. */
export const People = ({ team }: { readonly team: TeamStatus }) => {
  const { value, error, reload } = useDesk('team.people', {})
  const [opened, setOpened] = useState<Opened | null>(null)
  if (error !== undefined) return <ErrorNotice title="The people were not read" error={error} onRetry={reload} />
  if (value === undefined) return null
  const people = value.people.filter(({ removedAt }) => removedAt === null)
  const isAdmin = team.role === 'admin'
  const close = () => setOpened(null)
  return (
    <Panel
      isFlush
      title={plural(people.length, 'person', 'people')}
      aside={
        isAdmin ? (
          <Button variant="default" onClick={() => setOpened({ what: 'new' })}>
            Add a person
          </Button>
        ) : (
          <span className="soft">Only an admin changes people.</span>
        )
      }
    >
      <GridTable label="People of the team" columns={COLUMNS}>
        {people.map((person) => (
          <Row key={person.login} person={person} isAdmin={isAdmin} onOpen={setOpened} />
        ))}
      </GridTable>
      {opened === null ? null : (
        <Modal opened onClose={close} title={titleOf(opened)} size={480}>
          {opened.what === 'new' ? (
            <AddPerson onClose={close} />
          ) : opened.what === 'brands' ? (
            <ChangeBrands person={opened.person} onClose={close} />
          ) : (
            <RemovePerson person={opened.person} onClose={close} />
          )}
        </Modal>
      )}
    </Panel>
  )
}
