import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { IconCopy, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { stepLabel } from '../../../src-shared/desk/playbook-labels.ts'
import { gateOf } from '../../../src-shared/desk/playbook-names.ts'
import type { Playbook } from '../../../src-shared/desk/playbooks.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { Page, Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { openEditor, openPlaybook, removePlaybook } from '../../state/playbooks.ts'
import classes from './playbooks.module.css'
import { Sections } from './sections.tsx'

const More = ({ playbook }: { readonly playbook: Playbook }) => (
  <Menu position="bottom-end" width={170}>
    <Menu.Target>
      <ActionIcon aria-label={`More for ${playbook.name}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {playbook.isBuiltIn ? null : (
        <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => openEditor(playbook.id)}>
          Edit
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => openEditor(`copy:${playbook.id}`)}>
        Copy and edit
      </Menu.Item>
      {playbook.isBuiltIn ? null : (
        <Menu.Item leftSection={<IconTrash size={14} />} onClick={() => void removePlaybook(playbook)}>
          Remove
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
)

const Row = ({ playbook }: { readonly playbook: Playbook }) => {
  const { id, name, description, steps, isBuiltIn, changedBy } = playbook
  const gates = steps.filter((step) => gateOf(step) !== null).length
  return (
    <li className={classes.playbook}>
      <div className={classes.grow}>
        <Group gap={8}>
          <Text component="h3" fw={600}>
            {name}
          </Text>
          {isBuiltIn ? <StateWord word="built in" tone="plain" /> : null}
          {changedBy == null ? null : <span className="soft">changed by {changedBy.name}</span>}
        </Group>
        {description === '' ? null : <Text c="dimmed">{description}</Text>}
        <Text size="xs" c="dimmed" mt={4}>
          {plural(steps.length, 'step')},{' '}
          {gates === 0 ? 'none asks you' : `${gates} ${gates === 1 ? 'asks' : 'ask'} you`}:{' '}
          {steps.map(stepLabel).join(' → ')}
        </Text>
      </div>
      <Group gap={6} wrap="nowrap">
        <Button variant="default" onClick={() => openPlaybook(id)} aria-label={`Dry run ${name}`}>
          Dry run …
        </Button>
        <More playbook={playbook} />
      </Group>
    </li>
  )
}

export const PlaybookList = () => {
  const { value, error, reload } = useDesk('playbooks.list', {})
  return (
    <Page note={<Sections section="playbooks" />}>
      <MainAction>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => openEditor('new')}>
          New playbook
        </Button>
      </MainAction>
      <ErrorNotice error={error} title="The playbooks could not be read" onRetry={reload} />
      <Panel isFlush title={value === undefined ? 'Playbooks' : plural(value.playbooks.length, 'playbook')}>
        <ul className="lines" aria-label="Playbooks">
          {(value?.playbooks ?? []).map((playbook) => (
            <Row key={playbook.id} playbook={playbook} />
          ))}
        </ul>
      </Panel>
    </Page>
  )
}
