import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCommands } from '../../commands/use-commands.ts'
import { MainAction } from '../../parts/main-action.tsx'
import { useScope } from '../../state/location.ts'
import { type Editing, RuleDialog } from './rule-dialog.tsx'

type Props = {
  readonly editing: Editing | null
  readonly setEditing: (editing: Editing | null) => void
}

/** The main action of Alerts and Rules, and the dialog in which a rule is written. */
export const AddRule = ({ editing, setEditing }: Props) => {
  const scope = useScope()
  // While one brand is in view a new rule is about it alone.
  const add = () => setEditing(scope === 'all' ? {} : { draft: { scope: { of: 'brands', brandIds: [scope] } } })
  useCommands('Alerts', [{ id: 'alerts.new-here', title: 'Add rule', keys: ['n'], isKeyOnly: true, run: add }])
  return (
    <>
      <MainAction>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          Add rule
        </Button>
      </MainAction>
      {editing === null ? null : <RuleDialog editing={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
