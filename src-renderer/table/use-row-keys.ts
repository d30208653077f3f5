// Rows selected by their ids, for lists that hold all of their rows. A table that reads its rows page by page selects
// row numbers instead (`use-grid.ts`).
import { useState } from 'react'
import type { GroupCommand } from '../commands/registry.ts'
import { useCommands } from '../commands/use-commands.ts'

type Picking = {
  readonly ids: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (ids: ReadonlySet<string>) => void
}

/** Selects or unselects one row; as a range, selects all rows from the last one picked. */
export const usePick = ({ ids, selected, onSelect }: Picking) => {
  const [anchor, setAnchor] = useState(0)
  return (index: number, isRange: boolean): void => {
    const id = ids[index]
    if (id === undefined) return
    const next = new Set(selected)
    if (isRange) for (const one of ids.slice(Math.min(anchor, index), Math.max(anchor, index) + 1)) next.add(one)
    else if (!next.delete(id)) next.add(id)
    setAnchor(index)
    onSelect(next)
  }
}

type Options = {
  readonly ids: readonly string[]
  readonly onOpen: (id: string) => void
  readonly onMove: (index: number) => void
  /** Shift+X selects a range, mod+A every row. */
  readonly hasRanges?: boolean
}

/** J and K move over rows, X selects one, Enter opens it, Escape clears the selection. */
export const useRowKeys = ({ ids, onOpen, onMove, hasRanges = false }: Options) => {
  const [active, setActive] = useState(-1)
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const pick = usePick({ ids, selected, onSelect: select })
  const move = (step: 1 | -1) => {
    const next = Math.min(ids.length - 1, Math.max(0, active + step))
    setActive(next)
    onMove(next)
  }
  const open = () => {
    const id = ids[active]
    if (id !== undefined) onOpen(id)
  }
  const clear = () => {
    setActive(-1)
    select(new Set())
  }
  const command = (id: string, title: string, keys: readonly string[], run: () => void): GroupCommand => ({
    id: `rows.${id}`,
    title,
    keys,
    isKeyOnly: true,
    run,
  })
  useCommands('Rows', [
    command('down', 'Next row', ['j', 'arrowdown'], () => move(1)),
    command('up', 'Previous row', ['k', 'arrowup'], () => move(-1)),
    command('pick', 'Select row', ['x'], () => pick(active, false)),
    ...(hasRanges
      ? [
          command('extend', 'Select all rows from the last one picked', ['shift+x'], () => pick(active, true)),
          command('all', 'Select every row', ['mod+a'], () => select(new Set(ids))),
        ]
      : []),
    { ...command('open', 'Open row', ['enter'], open), isEnabled: () => active >= 0 },
    {
      ...command('clear', 'Clear the selection', ['escape'], clear),
      isEnabled: () => active >= 0 || selected.size > 0,
    },
  ])
  return { active: Math.min(active, ids.length - 1), setActive, selected, pick, select, clear, next: () => move(1) }
}
