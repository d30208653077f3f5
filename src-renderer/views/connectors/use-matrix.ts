// The active cell and the range in the matrix, and what keys and clicks do there.
import { useMemo, useState } from 'react'
import type { MatrixBrand, MatrixTool } from '../../../src-shared/desk/connectors.ts'
import type { Permission, Staged } from '../../state/connector-staging.ts'
import { stage, unstage } from '../../state/connectors.ts'
import type { Place } from '../../table/keys.ts'
import { cellsOf, nextValue, type Target, targetOf, wishesFor } from './matrix-actions.ts'
import { type Area, areaBetween, type MatrixCommand } from './matrix-keys.ts'
import type { Column, MatrixRow } from './matrix-model.ts'

export type Opened =
  | { readonly kind: 'cell'; readonly brandId: string; readonly tool: string }
  | { readonly kind: 'tool'; readonly tool: string }
  | { readonly kind: 'brand'; readonly brandId: string }

type Options = {
  readonly rows: readonly MatrixRow[]
  readonly columns: readonly Column[]
  readonly brands: readonly MatrixBrand[]
  readonly staged: Staged
  readonly onOpen: (opened: Opened | null) => void
  readonly onCollapse: (group: MatrixTool['group']) => void
  readonly onSync: (brandId: string) => void
  readonly onPick: (brandIds: readonly string[]) => void
}

const START: Place = { row: 0, col: 0 }

export const useMatrix = (options: Options) => {
  const { rows, columns, brands, staged } = options
  const [active, setActive] = useState<Place>(START)
  const [anchor, setAnchor] = useState<Place | null>(null)
  const held: Place = useMemo(
    () => ({ row: Math.min(active.row, rows.length - 1), col: Math.min(active.col, columns.length - 1) }),
    [active, rows.length, columns.length],
  )
  const area: Area | null = useMemo(() => (anchor === null ? null : areaBetween(anchor, held)), [anchor, held])

  const targetAt = (place: Place): Target => {
    const isInArea = area !== null && (place.row === held.row || place.col === held.col)
    return targetOf(isInArea && area !== null ? area : areaBetween(place, place), rows, columns)
  }
  const put = (target: Target, value: Permission) => stage(wishesFor(target, value), brands)
  const toggle = (place: Place) => {
    const brandId = columns[place.col]?.brandId
    if (rows[place.row]?.kind === 'sync') {
      if (brandId !== undefined) options.onSync(brandId)
      return
    }
    const target = targetAt(place)
    put(target, nextValue(target, staged))
  }
  const open = ({ row, col }: Place) => {
    const at = rows[row]
    const brandId = columns[col]?.brandId
    if (at?.kind === 'group' && brandId === undefined) options.onCollapse(at.group)
    else if (at?.kind === 'tool' && brandId !== undefined) options.onOpen({ kind: 'cell', brandId, tool: at.tool.name })
    else if (at?.kind === 'tool') options.onOpen({ kind: 'tool', tool: at.tool.name })
    else if (at?.kind === 'sync' && brandId !== undefined) options.onSync(brandId)
    else if (brandId !== undefined) options.onOpen({ kind: 'brand', brandId })
  }
  const move = (to: Place, isExtending: boolean) => {
    setAnchor(isExtending ? (anchor ?? held) : null)
    setActive(to)
  }
  const close = () => {
    setAnchor(null)
    options.onOpen(null)
  }
  const pick = () => {
    const [from, to] = area === null ? [held.col, held.col] : [area.left, area.right]
    options.onPick(columns.slice(Math.max(0, from), to + 1).map(({ brandId }) => brandId))
  }
  const onCommand = (command: MatrixCommand): void => {
    if (command.do === 'move') move(command.to, command.isExtending)
    else if (command.do === 'toggle') toggle(held)
    else if (command.do === 'allow' || command.do === 'deny') put(targetAt(held), command.do)
    else if (command.do === 'unstage') unstage(cellsOf(targetAt(held)))
    else if (command.do === 'open') open(held)
    else if (command.do === 'pick') pick()
    else close()
  }
  const onPress = (place: Place, press: { readonly isToggle: boolean; readonly isExtending: boolean }): void => {
    if (press.isExtending) {
      move(place, true)
      return
    }
    move(place, false)
    const isLocked = columns[place.col]?.brand.canManage === false
    if (press.isToggle && !isLocked) toggleAt(place)
    else open(place)
  }
  /** A click changes the cell under the pointer only, also when a range is selected. */
  const toggleAt = (place: Place) => {
    if (rows[place.row]?.kind === 'sync') return toggle(place)
    const target = targetOf(areaBetween(place, place), rows, columns)
    put(target, nextValue(target, staged))
  }
  return { active: held, area, onCommand, onPress }
}
