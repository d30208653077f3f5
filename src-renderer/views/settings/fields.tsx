import { ActionIcon, Autocomplete, Button, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type Mapping, mappingsOf, SIDES } from '../../../src-shared/service/field-mappings.ts'
import { OPERATION_NAMES, openFieldsOf } from '../../../src-shared/service/operations.ts'
import type { ServiceProfile, ServiceProfilePatch } from '../../../src-shared/service/profile.ts'
import { fieldErrorText } from '../../format/errors.ts'
import { type GridColumn, GridTable } from '../../parts/grid-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { orNotify } from '../../state/notices.ts'
import { setProfile, useProfile } from '../../state/profile.ts'
import { notifyWithUndo } from '../../state/undo.tsx'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { addition, mappingKey, mappingProblem, removal, replacement, SIDE_LABELS } from './field-mappings.ts'
import { SavedText } from './saved-text.tsx'
import classes from './settings.module.css'

const COLUMNS: readonly GridColumn[] = [
  { title: 'Operation', width: '26%' },
  { title: 'Part', width: 80 },
  { title: 'Our field' },
  { title: 'Service’s field' },
  { title: 'Remove', isTitleHidden: true, width: 52 },
]

const SIDE_DATA = SIDES.map((value) => ({ value, label: SIDE_LABELS[value] }))

const save = async (patch: ServiceProfilePatch, title: string, undo: ServiceProfilePatch) => {
  const reply = await setProfile(patch)
  if (reply.ok) notifyWithUndo(title, () => void setProfile(undo))
  return reply
}

const remove = (mapping: Mapping) =>
  orNotify(
    'The mapping was not removed',
    save(removal(mapping), `Mapping of ${mapping.ours} removed`, addition([mapping])),
  )

const MappingRow = ({ mapping }: { readonly mapping: Mapping }) => {
  const { operation, side, ours, wire } = mapping
  const part = `${SIDE_LABELS[side].toLowerCase()} of ${operation}`
  const change = (next: Mapping) =>
    save(replacement(mapping, next), `Mapping of ${next.ours} changed`, replacement(next, mapping))
  return (
    <tr>
      <td title={operation}>{operation}</td>
      <td>{SIDE_LABELS[side]}</td>
      <td>
        <SavedText
          label={`Our field ${ours}, ${part}`}
          value={ours}
          save={(next) => change({ ...mapping, ours: next })}
        />
      </td>
      <td>
        <SavedText
          label={`Service’s field for ${ours}, ${part}`}
          value={wire}
          save={(next) => change({ ...mapping, wire: next })}
        />
      </td>
      <td data-numbers>
        <ActionIcon aria-label={`Remove mapping of ${ours}, ${part}`} onClick={() => void remove(mapping)}>
          <IconTrash size={15} />
        </ActionIcon>
      </td>
    </tr>
  )
}

const EMPTY: Mapping = { operation: 'connectors.catalog', side: 'response', ours: '', wire: '' }

const trimmed = (draft: Mapping): Mapping => ({ ...draft, ours: draft.ours.trim(), wire: draft.wire.trim() })

const AddMapping = ({ profile }: { readonly profile: ServiceProfile }) => {
  const form = useForm<Mapping>({
    initialValues: EMPTY,
    transformValues: trimmed,
    validate: (draft) => mappingProblem(profile, trimmed(draft)) ?? {},
  })
  const add = async (mapping: Mapping) => {
    const reply = await save(addition([mapping]), `${mapping.ours} mapped`, removal(mapping))
    if (reply.ok) form.setValues({ ours: '', wire: '' })
    else form.setFieldError('wire', fieldErrorText(reply.error))
  }
  const { operation, side } = form.values
  const mapped = profile.fields[operation]?.[side] ?? {}
  const open = openFieldsOf(operation, side).filter((path) => !Object.hasOwn(mapped, path))
  return (
    <form
      className={classes.addMapping}
      onSubmit={form.onSubmit((mapping) => void add(mapping))}
      aria-label="Add a mapping"
    >
      <Select
        label="Operation"
        searchable
        allowDeselect={false}
        data={OPERATION_NAMES}
        {...form.getInputProps('operation')}
      />
      <Select label="Part" allowDeselect={false} data={SIDE_DATA} {...form.getInputProps('side')} />
      <Autocomplete
        label="Our field"
        size="xs"
        placeholder="items[].name"
        data={open}
        {...form.getInputProps('ours')}
      />
      <TextInput
        label="Service’s field"
        placeholder="rows[].title"
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps('wire')}
      />
      <Button type="submit" variant="default" leftSection={<IconPlus size={14} />}>
        Add mapping
      </Button>
    </form>
  )
}

const NOUNS = ['mapped field', 'mapped fields'] as const

/** Fields that have another name in the service: add, edit and remove mappings per operation. */
export const FieldsSection = () => {
  const profile = useProfile()
  if (profile === undefined) return null
  const mappings = mappingsOf(profile)
  return (
    <Panel
      isFlush
      title="Field names"
      aside={<ExportMenu choices={listChoices('mapped-fields', NOUNS, { all: mappings, input: {} })} />}
    >
      <Text c="dimmed" px="var(--panel-padding)" pt={14}>
        The service’s description does not define some field names. Map our fields to those of your service.
      </Text>
      <AddMapping profile={profile} />
      {mappings.length === 0 ? (
        <Text c="dimmed" px="var(--panel-padding)" pb={14}>
          No mapped fields. The service doctor suggests mappings when a reply does not match.
        </Text>
      ) : (
        <GridTable className={classes.tight} label="Mapped fields" columns={COLUMNS}>
          {mappings.map((mapping) => (
            <MappingRow key={mappingKey(mapping)} mapping={mapping} />
          ))}
        </GridTable>
      )}
    </Panel>
  )
}
