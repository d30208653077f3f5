import { getHotkeyHandler } from '@mantine/hooks'
import { type KeyboardEvent, useState } from 'react'
import { setScope } from '../state/location.ts'
import { openRowMenu, setRailFilter, toggleTag } from '../state/ui.ts'
import type { RailItem } from './rail-items.ts'

export const domIdOf = (index: number) => `brand-option-${index}`

/** They move in the text of the filter. */
const isTextKey = (key: string): boolean => key === 'Home' || key === 'End'

/** The keys of the list's filter: the arrows go over the brands and tags, and Enter takes one. */
export const useListKeys = (items: readonly RailItem[], scrollTo: (index: number) => void) => {
  const [active, setActive] = useState(-1)
  const move = (step: 1 | -1) => {
    let next = active + step
    while (items[next]?.kind === 'heading') next += step
    if (items[next] === undefined) return
    setActive(next)
    scrollTo(next)
  }
  const leave = () => {
    setRailFilter('')
    setActive(-1)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const choose = () => {
    const item = items[active] ?? items.find((candidate) => candidate.kind === 'brand')
    if (item?.kind === 'tag') toggleTag(item.tag)
    if (item?.kind !== 'brand') return
    setScope(item.brand.id)
    leave()
  }
  const openMenu = () => {
    const [item, row] = [items[active], document.getElementById(domIdOf(active))]
    if (item?.kind === 'brand' && row !== null) openRowMenu(item.brand.id, row)
  }
  const onArrows = getHotkeyHandler([
    ['ArrowDown', () => move(1)],
    ['ArrowUp', () => move(-1)],
    ['Enter', choose],
    ['Escape', leave],
    ['shift+F10', openMenu],
  ])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isTextKey(event.key)) return event.stopPropagation()
    // Above the first brand the arrow leaves the list, with the rest of the rail.
    if (event.key === 'ArrowUp' && !items.slice(0, Math.max(0, active)).some(({ kind }) => kind !== 'heading')) {
      setActive(-1)
      if (active < 0) return
      event.preventDefault()
      return
    }
    onArrows(event)
  }
  return { active, setActive, onKeyDown }
}
