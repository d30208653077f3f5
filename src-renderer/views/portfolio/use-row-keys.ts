import { useState } from 'react'
import { useCommands } from '../../commands/use-commands.ts'

type Options = {
  readonly ids: readonly string[]
  readonly onOpen: (id: string) => void
  readonly onMove: (index: number) => void
}

/** J and K move over rows, X picks one, Enter opens it, Escape lets all go. */
export const useRowKeys = ({ ids, onOpen, onMove }: Options) => {
  const [active, setActive] = useState(-1)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const move = (step: 1 | -1) => {
    const next = Math.min(ids.length - 1, Math.max(0, active + step))
    setActive(next)
    onMove(next)
  }
  const pick = () => {
    const id = ids[active]
    if (id === undefined) return
    setSelected((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  }
  const open = () => {
    const id = ids[active]
    if (id !== undefined) onOpen(id)
  }
  const clear = () => {
    setActive(-1)
    setSelected(new Set())
  }
  const group = 'Rows'
  useCommands([
    { id: 'rows.down', title: 'Next row', group, keys: ['j', 'arrowdown'], isKeyOnly: true, run: () => move(1) },
    { id: 'rows.up', title: 'Previous row', group, keys: ['k', 'arrowup'], isKeyOnly: true, run: () => move(-1) },
    { id: 'rows.pick', title: 'Select row', group, keys: ['x'], isKeyOnly: true, run: pick },
    { id: 'rows.open', title: 'Open row', group, keys: ['enter'], isKeyOnly: true, run: open },
    {
      id: 'rows.clear',
      title: 'Clear the selection',
      group,
      keys: ['escape'],
      isKeyOnly: true,
      isEnabled: () => active >= 0 || selected.size > 0,
      run: clear,
    },
  ])
  return { active: Math.min(active, ids.length - 1), selected, clear }
}
