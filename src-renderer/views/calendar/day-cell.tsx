import { IconPlus } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { addDays } from '../../charts/days.ts'
import { formatDay } from '../../format/time.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { useBrands } from '../../state/brands.ts'
import { moveEntry, useMoving } from '../../state/publishing.ts'
import css from './calendar.module.css'
import { onDay, type Span, shownOnDay } from './calendar-grid.ts'
import { DRAG_TYPE, EntryChip } from './entry-chip.tsx'

export type Board = {
  readonly zone: string
  readonly span: Span
  readonly today: string
  readonly hasBrand: boolean
  readonly entries: ReadonlyMap<string, CalendarEntry>
  readonly onOpen: (entry: CalendarEntry) => void
  /** A brand's own row of a week names it. */
  readonly onAdd: (day: string) => void
}

type Props = {
  readonly day: string
  readonly board: Board
  readonly entries: readonly CalendarEntry[]
  readonly isOutside?: boolean
  readonly head?: ReactNode
  /** How many are shown; the rest is behind "more". */
  readonly max?: number
  /** Up to so many have room for long titles. */
  readonly tall?: number
  readonly onMore?: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The arrows lead from day to day. */
const toOtherDay = (event: KeyboardEvent<HTMLButtonElement>, day: string): void => {
  const step = STEPS[event.key]
  if (step === undefined || event.shiftKey) return
  event.preventDefault()
  event.stopPropagation()
  const board = event.currentTarget.closest('section')
  board?.querySelector<HTMLElement>(`[data-day="${addDays(day, step)}"] [data-add]`)?.focus()
}

const MARKS_MAX = 4

/** The brands of the articles behind "more", as many as have room. */
const BrandMarks = ({ entries }: { readonly entries: readonly CalendarEntry[] }) => {
  const byId = useBrands((state) => state.byId)
  const brands = [...new Set(entries.map(({ brandId }) => brandId))].flatMap((id) => byId.get(id) ?? [])
  return (
    <span className={css.marks} aria-hidden>
      {brands.slice(0, MARKS_MAX).map(({ id, name, colour }) => (
        <BrandMark key={id} name={name} colour={colour} size="sm" />
      ))}
    </span>
  )
}

/** One day; a click on its empty part schedules there, and what is dropped on it keeps its clock time. */
export const DayCell = ({ day, board, entries, isOutside = false, head, max = 200, tall = max, onMore }: Props) => {
  const [isTarget, setTarget] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
    event.preventDefault()
    setTarget(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setTarget(false)
    const entry = board.entries.get(event.dataTransfer.getData(DRAG_TYPE))
    if (entry !== undefined) void moveEntry(entry, onDay(entry.at, day, board.zone), board.zone)
  }
  const movingId = useMoving(({ moving }) => moving?.id)
  const shown = shownOnDay(entries, max, movingId)
  const rest = entries.filter((entry) => !shown.includes(entry))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; keys move entries from their own buttons
    <div
      className={css.day}
      data-day={day}
      data-outside={isOutside}
      data-dense={entries.length > tall}
      data-target={isTarget}
      onDragOver={over}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      {day < board.today ? null : (
        <button
          type="button"
          data-add
          className={css.add}
          // One stop for the Tab key; the arrows lead on.
          tabIndex={day === board.today || day.endsWith('-01') ? 0 : -1}
          aria-label={`Schedule articles on ${formatDay(day)}`}
          onKeyDown={(event) => toOtherDay(event, day)}
          onClick={() => board.onAdd(day)}
        >
          <IconPlus size={14} aria-hidden />
        </button>
      )}
      <div className={css.dayHead}>
        {head}
        {rest.length > 0 ? (
          <button type="button" className={css.more} onClick={onMore}>
            +{rest.length}
            <span className={board.hasBrand ? 'visually-hidden' : undefined}> more</span>
            {board.hasBrand ? <BrandMarks entries={rest} /> : null}
          </button>
        ) : null}
      </div>
      {shown.map((entry) => (
        <EntryChip
          key={entry.id}
          entry={entry}
          zone={board.zone}
          span={board.span}
          hasBrand={board.hasBrand}
          onOpen={board.onOpen}
        />
      ))}
    </div>
  )
}
