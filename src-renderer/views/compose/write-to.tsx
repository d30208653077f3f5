import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { RefObject } from 'react'
import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { addPeople, useCompose } from '../../state/compose/compose.ts'
import { newDraft } from '../../state/compose/docs.ts'
import { go, useLocation } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import { readPicked, type TablePicks } from '../../table/picked-rows.ts'
import { addedNotice } from './added-notice.ts'

/** Adds contacts to the recipients, each once, and opens Compose; after a queued draft it starts a new one. */
export const writeToPeople = async (rows: readonly ContactRow[]): Promise<void> => {
  if (useCompose.getState().step === 'queued') await newDraft()
  const added = addPeople(rows.map(({ brandId, id, name, email }) => ({ brandId, contactId: id, name, email })))
  const { title, notes } = addedNotice(added, rows.length)
  if (notes !== '') notify({ title, message: notes, tone: added.tooMany === 0 ? 'plain' : 'warning' })
  const { doc } = useCompose.getState()
  go({ view: 'compose', scope: useLocation.getState().scope, params: doc.id === null ? {} : { doc: doc.id } })
}

/** Writes to the selected contacts, or to the active one: by `W`, from the palette, or by the button. */
export const useWriteTo = (picks: RefObject<TablePicks<ContactRow> | null>): (() => void) => {
  const write = async () => {
    const rows = await readPicked(picks, 'No people were added')
    if (rows.length > 0) await writeToPeople(rows)
  }
  useCommands('Contacts', [
    {
      id: 'contacts.write',
      title: 'Write to the selected people',
      icon: IconPencil,
      keys: ['w'],
      isEnabled: () => (picks.current?.count() ?? 0) > 0,
      run: write,
    },
  ])
  return () => void write()
}

type Props = { readonly count: number; readonly onWrite: () => void }

/** `Write to 38 people`, or `Add 38 people to the pitch in Compose (12 so far)` while there are recipients. */
export const WriteTo = ({ count, onWrite }: Props) => {
  const composed = useCompose(({ step, people }) => (step === 'queued' ? 0 : people.length))
  if (count === 0) return null
  const people = plural(count, 'person', 'people')
  return (
    <Button size="compact-xs" leftSection={<IconPencil size={13} aria-hidden />} title="W" onClick={onWrite}>
      {composed === 0
        ? `Write to ${people}`
        : `Add ${people} to the pitch in Compose (${formatWhole(composed)} so far)`}
    </Button>
  )
}
