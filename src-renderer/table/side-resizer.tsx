import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { setPreference, usePreference } from '../state/settings.ts'
import css from './table-page.module.css'

const KEY = 'detail.widthPx'
const MIN_PX = 320
const MAX_PX = 900
const STEP_PX = 20

const within = (px: number): number => Math.round(Math.min(MAX_PX, Math.max(MIN_PX, px)))

/** The width that a person gave the details, everywhere; undefined: that of the window's size. */
export const useSideWidth = () => {
  const kept = usePreference(KEY)
  const [draggedPx, setDragged] = useState<number>()
  return { widthPx: draggedPx ?? (typeof kept === 'number' ? within(kept) : undefined), setDragged }
}

const widthOf = (handle: Element): number => handle.parentElement?.getBoundingClientRect().width ?? MIN_PX

type Props = { readonly setDragged: (px: number | undefined) => void }

/** The edge between a list and its detail: dragged, or moved with the arrow keys. */
export const SideResizer = ({ setDragged }: Props) => {
  const [isDragging, setDragging] = useState(false)
  const [nowPx, setNow] = useState(MIN_PX)
  const keep = (px: number) => {
    setNow(px)
    setPreference(KEY, px)
    setDragged(undefined)
  }
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const right = currentTarget.parentElement?.getBoundingClientRect().right ?? clientX
    return within(right - clientX)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? STEP_PX : event.key === 'ArrowRight' ? -STEP_PX : 0
    if (step === 0) return
    event.preventDefault()
    keep(within(widthOf(event.currentTarget) + step))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between two texts cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the details"
      aria-valuemin={MIN_PX}
      aria-valuemax={MAX_PX}
      aria-valuenow={nowPx}
      tabIndex={0}
      className={css.resizer}
      data-dragging={isDragging || undefined}
      onFocus={({ currentTarget }) => setNow(within(widthOf(currentTarget)))}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragging(true)
      }}
      onPointerMove={(event) => {
        if (isDragging) setDragged(follow(event))
      }}
      onPointerUp={(event) => {
        if (isDragging) keep(follow(event))
        setDragging(false)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
