import { useState } from 'react'
import { useHasNoBrands } from '../../state/brands.ts'
import { Welcome } from '../brands/welcome.tsx'
import { AddRule } from './add-rule.tsx'
import { AlertList } from './alert-list.tsx'
import type { Editing } from './rule-dialog.tsx'

/** What the rules found. */
export const AlertsView = () => {
  const [editing, setEditing] = useState<Editing | null>(null)
  if (useHasNoBrands()) return <Welcome />
  return (
    <>
      <AddRule editing={editing} setEditing={setEditing} />
      <AlertList />
    </>
  )
}
