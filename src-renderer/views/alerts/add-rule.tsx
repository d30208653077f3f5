import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCommands } from '../../commands/use-commands.ts'
import { MainAction } from '../../parts/main-action.tsx'
import { type Editing, RuleDialog } from './rule-dialog.tsx'

type Props = {
  readonly editing: Editing | null
  readonly setEditing: (editing: Editing | null) => void
}

/** The main action of Alerts and Rules, and the dialog in which a rule is written. */
export const AddRule = ({ editing, setEditing }: Props) => {
  useCommands('Alerts', [
    { id: 'alerts.new-here', title: 'Add rule', keys: ['n'], isKeyOnly: true, run: () => setEditing({}) },
  ])
  return (
    <>
      <MainAction>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setEditing({})}>
          Add rule
        </Button>
      </MainAction>
      {editing === null ? null : <RuleDialog editing={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
