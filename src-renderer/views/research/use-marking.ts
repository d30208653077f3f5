import { IconArrowBackUp, IconCheck, IconEraser, IconNote, IconX } from '@tabler/icons-react'
import { useCommands } from '../../commands/use-commands.ts'
import { notify } from '../../state/notices.ts'
import { type Mark, type Marked, markKeywords, undoLastMark } from '../../state/research.ts'
import { useRowKeys } from '../../table/use-row-keys.ts'

export const markKey = ({ brandId, keyword }: Pick<Marked, 'brandId' | 'keyword'>): string => `${brandId} ${keyword}`

type Options = {
  readonly rows: readonly Marked[]
  readonly onMove: (index: number) => void
  /** Enter. */
  readonly onOpen: (row: Marked) => void
  /** A marked row stays in the list: the next one becomes active. */
  readonly stays: boolean
}

const focusNote = (keyword: string | undefined): void => {
  const fields = document.querySelectorAll<HTMLInputElement>('[data-note]')
  for (const field of fields) if (field.dataset.note === keyword) field.focus()
}

/** Keep, drop and note by keys, for the selected rows or else the active one; the same keys mark prospects. */
export const useMarking = ({ rows, onMove, onOpen, stays }: Options) => {
  const ids = rows.map(markKey)
  const open = (id: string) => {
    const row = rows[ids.indexOf(id)]
    if (row !== undefined) onOpen(row)
  }
  const keys = useRowKeys({ ids, onOpen: open, onMove })
  const wanted = (): readonly Marked[] => {
    if (keys.selected.size > 0) return rows.filter((row) => keys.selected.has(markKey(row)))
    const row = rows[keys.active]
    return row === undefined ? [] : [row]
  }
  const mark = (state: Mark | null) => () => {
    const some = wanted()
    if (some.length === 0) return notify({ title: 'No keyword is selected', message: 'Press J or K to select one.' })
    void markKeywords(some, state)
    if (stays && state !== null && keys.selected.size === 0) keys.next()
  }
  useCommands('Keywords', [
    { id: 'keywords.keep', title: 'Keep', icon: IconCheck, keys: ['1'], run: mark('keep') },
    { id: 'keywords.drop', title: 'Drop', icon: IconX, keys: ['3'], run: mark('drop') },
    { id: 'keywords.unmark', title: 'Take out of the basket', icon: IconEraser, keys: ['0'], run: mark(null) },
    {
      id: 'keywords.undo',
      title: 'Undo the last mark',
      icon: IconArrowBackUp,
      keys: ['z', 'mod+z'],
      run: () => {
        if (!undoLastMark()) notify({ title: 'There is no mark to undo' })
      },
    },
    {
      id: 'keywords.note',
      title: 'Write a note',
      icon: IconNote,
      keys: ['n'],
      run: () => focusNote(rows[keys.active]?.keyword),
    },
  ])
  return keys
}
