import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconEraser,
  IconNote,
  IconTags,
  IconUsers,
  IconWorldSearch,
  IconX,
} from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { staysInView, useProspectFilters } from '../../state/filters/prospects.ts'
import { markProspects, type Triage, undoLastMark } from '../../state/marks.ts'
import { notify } from '../../state/notices.ts'
import { openPaid } from '../../state/outreach.ts'
import { readPicked, type TablePicks } from '../../table/picked-rows.ts'

type Options = {
  readonly picks: RefObject<TablePicks<ProspectRow> | null>
  readonly refresh: () => void
  readonly onNote: (row: ProspectRow) => void
  readonly onDiscover: () => void
}

/** Actions on the picked prospects: by key, from the palette, or by the buttons above the table. */
export const useTriage = ({ picks, refresh, onNote, onDiscover }: Options) => {
  const [tagging, setTagging] = useState<readonly ProspectRow[] | null>(null)

  const picked = () => readPicked(picks, 'Nothing was changed')

  const mark = async (triage: Triage | null) => {
    const isMany = (picks.current?.selected() ?? 0) > 0
    const rows = await picked()
    const isStaying = staysInView(useProspectFilters.getState(), triage ?? 'none')
    // Marked rows stay selected for the next action. Where they leave the list, others would take their places.
    if (isMany && !isStaying) picks.current?.clear()
    // The next row becomes active: by a step, or because this one does not match the filters any more.
    if (!isMany && isStaying) picks.current?.step(1)
    // Selected rows take their marks where they are; a reload could move them.
    await markProspects(rows, { triage }, isMany && isStaying ? undefined : refresh)
  }

  const tag = async () => {
    const rows = await picked()
    if (rows.length > 0) setTagging(rows)
  }

  const findPeople = async () => {
    const rows = await picked()
    const byBrand = Map.groupBy(rows, (row) => row.brandId)
    if (rows.length > 0)
      openPaid(
        'findPeople',
        [...byBrand].map(([brandId, all]) => ({
          brandId,
          sites: all.map(({ id, domain, title }) => ({ id, name: domain ?? title ?? id })),
        })),
      )
  }

  const undo = async () => {
    if (!(await undoLastMark())) notify({ title: 'There is no mark to undo' })
  }

  const note = async () => {
    const [row] = await picked()
    if (row !== undefined) onNote(row)
  }

  useCommands('Prospects', [
    { id: 'prospects.keep', title: 'Keep', icon: IconCheck, keys: ['1'], run: () => void mark('keep') },
    { id: 'prospects.later', title: 'Mark for later', icon: IconClock, keys: ['2'], run: () => void mark('later') },
    { id: 'prospects.drop', title: 'Drop', icon: IconX, keys: ['3'], run: () => void mark('drop') },
    { id: 'prospects.unmark', title: 'Remove the mark', icon: IconEraser, keys: ['0'], run: () => void mark(null) },
    { id: 'prospects.undo', title: 'Undo the last mark', icon: IconArrowBackUp, keys: ['z', 'mod+z'], run: undo },
    { id: 'prospects.tag', title: 'Tag', icon: IconTags, keys: ['t'], run: tag },
    { id: 'prospects.note', title: 'Write a note', icon: IconNote, keys: ['n'], run: note },
    { id: 'prospects.people', title: 'Find people …', icon: IconUsers, keys: ['p'], run: findPeople },
    { id: 'prospects.discover', title: 'Discover prospects …', icon: IconWorldSearch, keys: ['d'], run: onDiscover },
  ])
  return { mark, tag, findPeople, tagging, openTags: setTagging, closeTags: () => setTagging(null) }
}
