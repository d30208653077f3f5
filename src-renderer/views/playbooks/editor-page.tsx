import { ActionIcon, Button, Checkbox, Group, Menu, Stack, Textarea } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Playbook, Step } from '../../../src-shared/desk/playbooks.ts'
import { GATES, STEP_KINDS } from '../../../src-shared/desk/values/playbook-names.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Page, Panel } from '../../parts/panel.tsx'
import { ReviewFoot } from '../../parts/review-page.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useAction } from '../../parts/use-action.ts'
import { openList, savePlaybook } from '../../state/playbooks.ts'
import { BackToList } from './back-to-list.tsx'
import { newStep, stepProblem } from './new-step.ts'
import classes from './playbooks.module.css'
import { GATE_LABELS, KIND_NAMES } from './run-labels.ts'
import { StepFields } from './step-fields.tsx'

/** `key` stays with a step while others are moved around it. */
type Edited = { readonly key: number; readonly step: Step }

type StepProps = {
  readonly edited: Edited
  readonly index: number
  readonly count: number
  readonly onChange: (step: Step) => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}

const EditedStep = ({ edited: { step }, index, count, onChange, onMove, onRemove }: StepProps) => {
  const gate = GATES[step.kind]
  const problem = stepProblem(step, index)
  const name = `${KIND_NAMES[step.kind]}, step ${index + 1}`
  return (
    <li className={classes.edited}>
      <span className={classes.number} aria-hidden>
        {index + 1}
      </span>
      <Stack gap={8} miw={0}>
        <Group gap={10} mih={24}>
          <strong>{KIND_NAMES[step.kind]}</strong>
          {gate === undefined ? null : <StateWord word={GATE_LABELS[gate]} tone="warn" />}
        </Group>
        <StepFields step={step} onChange={onChange} />
        <Group gap={20}>
          {gate === undefined ? (
            <Checkbox
              label="Ask me first"
              checked={step.asksFirst}
              onChange={(event) => onChange({ ...step, asksFirst: event.currentTarget.checked })}
            />
          ) : null}
          {gate === 'person' || gate === 'input' ? null : (
            <Checkbox
              label="Continue if it fails"
              checked={step.goesOn}
              onChange={(event) => onChange({ ...step, goesOn: event.currentTarget.checked })}
            />
          )}
        </Group>
        {problem === null ? null : <span className="bad">{problem}</span>}
      </Stack>
      <Group gap={2} wrap="nowrap" align="flex-start">
        <ActionIcon aria-label={`Move up: ${name}`} disabled={index === 0} onClick={() => onMove(index - 1)}>
          <IconArrowUp size={15} />
        </ActionIcon>
        <ActionIcon aria-label={`Move down: ${name}`} disabled={index === count - 1} onClick={() => onMove(index + 1)}>
          <IconArrowDown size={15} />
        </ActionIcon>
        <ActionIcon aria-label={`Remove: ${name}`} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      </Group>
    </li>
  )
}

const AddStep = ({ onAdd }: { readonly onAdd: (kind: Step['kind']) => void }) => (
  <Menu position="bottom-start" width={220}>
    <Menu.Target>
      <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
        Add step
      </Button>
    </Menu.Target>
    <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
      {STEP_KINDS.map((kind) => (
        <Menu.Item key={kind} onClick={() => onAdd(kind)}>
          {KIND_NAMES[kind]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

type FormProps = { readonly start: Pick<Playbook, 'name' | 'description' | 'steps'>; readonly id: string | null }

const STEPS_MAX = 50

const Form = ({ start, id }: FormProps) => {
  const [name, setName] = useState(start.name)
  const [description, setDescription] = useState(start.description)
  const [list, setList] = useState<readonly Edited[]>(() => start.steps.map((step, key) => ({ key, step })))
  const { error, isBusy, run } = useAction()
  const steps = list.map(({ step }) => step)
  const isReady = name.trim() !== '' && steps.length > 0 && steps.every((step, at) => stepProblem(step, at) === null)
  const save = async () => {
    const reply = await run(savePlaybook({ ...(id === null ? {} : { id }), name, description, steps }))
    if (reply.ok) openList()
  }
  const move = (from: number, to: number) => {
    const rest = list.toSpliced(from, 1)
    setList([...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)])
  }
  const add = (kind: Step['kind']) =>
    setList([...list, { key: Math.max(0, ...list.map(({ key }) => key)) + 1, step: newStep(kind) }])
  return (
    <>
      <Panel title={id === null ? 'New playbook' : 'Edit playbook'}>
        <Stack maw={640}>
          <TextField label="Name" maxLength={120} value={name} onChange={setName} />
          <Textarea
            label="Description"
            autosize
            maxLength={1000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
        </Stack>
      </Panel>
      <Panel
        isFlush
        title={plural(list.length, 'step')}
        aside={list.length < STEPS_MAX ? <AddStep onAdd={add} /> : null}
      >
        <ol aria-label="Steps">
          {list.map((edited, index) => (
            <EditedStep
              key={edited.key}
              edited={edited}
              index={index}
              count={list.length}
              onChange={(step) => setList(list.with(index, { ...edited, step }))}
              onMove={(to) => move(index, to)}
              onRemove={() => setList(list.toSpliced(index, 1))}
            />
          ))}
        </ol>
      </Panel>
      <ErrorNotice error={error} title="The playbook was not saved" />
      <ReviewFoot note="Runs that have started keep the steps that they began with.">
        <Button variant="default" onClick={() => openList()}>
          Cancel
        </Button>
        <Button loading={isBusy} disabled={!isReady} onClick={() => void save()}>
          {name.trim() === '' ? 'Save playbook' : `Save ${name.trim()}`}
        </Button>
      </ReviewFoot>
    </>
  )
}

const EMPTY = { name: '', description: '', steps: [] }

/** `edit` is `new`, the id of a playbook, or `copy:` and an id. */
export const EditorPage = ({ edit }: { readonly edit: string }) => {
  const { value, error, reload } = useDesk('playbooks.list', {})
  const isCopy = edit.startsWith('copy:')
  const from = value?.playbooks.find(({ id }) => id === edit.replace(/^copy:/, ''))
  const start =
    edit === 'new' ? EMPTY : from === undefined ? null : isCopy ? { ...from, name: `${from.name} (copy)` } : from
  return (
    <Page note={<BackToList />}>
      <ErrorNotice error={error} title="The playbook could not be read" onRetry={reload} />
      {value === undefined || start === null ? null : (
        <Form start={start} id={edit === 'new' || isCopy ? null : edit} />
      )}
    </Page>
  )
}
