import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { MainAction } from '../../parts/main-action.tsx'
import { alertSectionOf } from '../../state/alerts.ts'
import { useBrands } from '../../state/brands.ts'
import { useParams } from '../../state/location.ts'
import { Welcome } from '../brands/welcome.tsx'
import { AlertList } from './alert-list.tsx'
import { Notifications } from './notifications.tsx'
import { type Editing, RuleDialog } from './rule-dialog.tsx'
import { Rules } from './rules.tsx'

/** What fired, the rules that fire it, and how people hear of it. */
export const AlertsView = () => {
  const section = alertSectionOf(useParams().section)
  const [editing, setEditing] = useState<Editing | null>(null)
  const hasNone = useBrands((state) => state.isLoaded && state.list.length === 0)
  useCommands('Alerts', [
    { id: 'alerts.new-here', title: 'Add rule', keys: ['n'], isKeyOnly: true, run: () => setEditing({}) },
  ])
  if (hasNone) return <Welcome />
  return (
    <>
      <MainAction>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setEditing({})}>
          Add rule
        </Button>
      </MainAction>
      {section === 'list' ? <AlertList /> : null}
      {section === 'rules' ? <Rules onEdit={setEditing} /> : null}
      {section === 'notifications' ? <Notifications /> : null}
      {editing === null ? null : <RuleDialog editing={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
