import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Playbook } from '../../../src-shared/desk/playbooks.ts'
import { stepLabel } from '../../../src-shared/desk/values/playbook-labels.ts'
import { gateOf } from '../../../src-shared/desk/values/playbook-names.ts'
import { useDesk } from '../../data/use-desk.ts'
import { joinParts } from '../../format/join-parts.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { openEditor, openPlaybook, removePlaybook } from '../../state/playbooks.ts'
import classes from './playbooks.module.css'

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

const countsOf = ({ steps, changedBy }: Playbook): string => {
  const gates = steps.filter((step) => gateOf(step) !== null).length
  return joinParts([
    plural(steps.length, 'step'),
    gates === 0 ? 'asks nothing' : gates === 1 ? 'asks you once' : `asks you ${gates} times`,
    changedBy == null ? '' : `changed by ${changedBy.name}`,
  ])
}

const Card = ({ playbook }: { readonly playbook: Playbook }) => {
  const { id, name, description, steps } = playbook
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <h3 className="truncate" title={name}>
          {name}
        </h3>
        <More playbook={playbook} />
      </div>
      <p className={classes.about} title={description}>
        {description}
      </p>
      <div className={classes.cardFoot}>
        <span className="soft" title={steps.map(stepLabel).join(' → ')}>
          {countsOf(playbook)}
        </span>
        <Button variant="default" size="compact-sm" onClick={() => openPlaybook(id)} aria-label={`Dry run ${name}`}>
          Dry run …
        </Button>
      </div>
    </li>
  )
}

/** As many as a row of a window of 1280 px has; the others on demand. */
const CARDS_SHOWN = 4

/** The playbooks, above their runs. A dry run shows what one would do, and starts it. */
export const PlaybookCards = () => {
  const { value, error, reload } = useDesk('playbooks.list', {})
  const [isWhole, setWhole] = useState(false)
  // Those of the agency first: they are the ones it runs.
  const playbooks = (value?.playbooks ?? []).toSorted((a, b) => Number(a.isBuiltIn) - Number(b.isBuiltIn))
  const shown = isWhole ? playbooks : playbooks.slice(0, CARDS_SHOWN)
  return (
    <section className={classes.library}>
      <ErrorNotice error={error} title="The playbooks could not be read" onRetry={reload} />
      <div className={classes.libraryHead}>
        <h2>{value === undefined ? 'Playbooks' : plural(playbooks.length, 'playbook')}</h2>
        {playbooks.length <= CARDS_SHOWN ? null : (
          <Button variant="subtle" size="compact-xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show ${CARDS_SHOWN}` : `Show all ${playbooks.length}`}
          </Button>
        )}
      </div>
      <ul className={classes.cards} aria-label="Playbooks">
        {shown.map((playbook) => (
          <Card key={playbook.id} playbook={playbook} />
        ))}
      </ul>
    </section>
  )
}
