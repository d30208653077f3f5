import { Stack } from '@mantine/core'
import { useState } from 'react'
import { Page } from '../../parts/panel.tsx'
import { useHasNoBrands } from '../../state/brands.ts'
import { Welcome } from '../brands/welcome.tsx'
import { AddRule } from './add-rule.tsx'
import { Notifications } from './notifications.tsx'
import type { Editing } from './rule-dialog.tsx'
import { Rules } from './rules.tsx'

/** What people want to hear of, and how they hear of it. */
export const RulesView = () => {
  const [editing, setEditing] = useState<Editing | null>(null)
  if (useHasNoBrands()) return <Welcome />
  return (
    <Page>
      <AddRule editing={editing} setEditing={setEditing} />
      <Stack gap="md" maw={1100}>
        <Rules onEdit={setEditing} />
        <Notifications />
      </Stack>
    </Page>
  )
}
