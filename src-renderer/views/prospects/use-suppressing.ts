import { IconHandStop } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { readPicked, type TablePicks } from '../../table/picked-rows.ts'

/** Suppresses the selected people, or the active one: by `S`, from the palette, or by the button. */
export const useSuppressing = <Row extends ContactRow>(picks: RefObject<TablePicks<Row> | null>) => {
  const [rows, setRows] = useState<readonly ContactRow[] | null>(null)
  const ask = async () => {
    const picked = await readPicked(picks, 'Nobody was suppressed')
    if (picked.length > 0) setRows(picked)
  }
  useCommands([
    {
      id: 'contacts.suppress',
      title: 'Suppress …',
      group: 'Contacts',
      icon: IconHandStop,
      keys: ['s'],
      run: () => void ask(),
    },
  ])
  return {
    rows,
    ask,
    open: (some: readonly ContactRow[]) => setRows(some),
    close: () => {
      setRows(null)
      picks.current?.clear()
    },
  }
}
