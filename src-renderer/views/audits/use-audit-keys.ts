import { useState } from 'react'
import { useCommands } from '../../commands/use-commands.ts'

type Options = {
  readonly ids: readonly string[]
  readonly onOpen: (id: string) => void
  readonly onMove: (index: number) => void
}

/** J and K move over rows, X picks one (shift+X all from the last one picked), Enter opens it, Escape lets all go. */
export const useAuditKeys = ({ ids, onOpen, onMove }: Options) => {
  const [active, setActive] = useState(-1)
  const [anchor, setAnchor] = useState(0)
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const move = (step: 1 | -1) => {
    const next = Math.min(ids.length - 1, Math.max(0, active + step))
    setActive(next)
    onMove(next)
  }
  const pick = (index: number, isRange: boolean) => {
    const id = ids[index]
    if (id === undefined) return
    const next = new Set(selected)
    if (isRange) for (const one of ids.slice(Math.min(anchor, index), Math.max(anchor, index) + 1)) next.add(one)
    else if (!next.delete(id)) next.add(id)
    setAnchor(index)
    select(next)
  }
  const open = () => {
    const id = ids[active]
    if (id !== undefined) onOpen(id)
  }
  const group = 'Rows'
  useCommands([
    { id: 'rows.down', title: 'Next row', group, keys: ['j', 'arrowdown'], isKeyOnly: true, run: () => move(1) },
    { id: 'rows.up', title: 'Previous row', group, keys: ['k', 'arrowup'], isKeyOnly: true, run: () => move(-1) },
    { id: 'rows.pick', title: 'Select row', group, keys: ['x'], isKeyOnly: true, run: () => pick(active, false) },
    {
      id: 'rows.extend',
      title: 'Select all rows from the last one picked',
      group,
      keys: ['shift+x'],
      isKeyOnly: true,
      run: () => pick(active, true),
    },
    {
      id: 'rows.all',
      title: 'Select every row',
      group,
      keys: ['mod+a'],
      isKeyOnly: true,
      run: () => select(new Set(ids)),
    },
    { id: 'rows.open', title: 'Open row', group, keys: ['enter'], isKeyOnly: true, run: open },
    {
      id: 'rows.clear',
      title: 'Clear the selection',
      group,
      keys: ['escape'],
      isKeyOnly: true,
      isEnabled: () => active >= 0 || selected.size > 0,
      run: () => {
        setActive(-1)
        select(new Set())
      },
    },
  ])
  return { active: Math.min(active, ids.length - 1), selected, pick, select }
}
