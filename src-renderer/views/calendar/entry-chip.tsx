import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconEye,
  IconHelpCircle,
  IconHourglass,
  IconPencil,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { type CSSProperties, type DragEvent, type KeyboardEvent, memo, useEffect, useRef } from 'react'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { HOUR_MS } from '../../../src-shared/service/durations.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { addDays } from '../../charts/days.ts'
import { articleTitle, ENTRY_LABELS, ENTRY_TONES } from '../../format/entry-labels.ts'
import { formatMoment } from '../../format/time.ts'
import { wallOf } from '../../format/zones.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { brandName, useBrand } from '../../state/brands.ts'
import { type EntryState, moveEntry, setMoving, useMoving } from '../../state/publishing.ts'
import css from './calendar.module.css'
import { isMovable, onDay, type Span } from './calendar-grid.ts'

export const ENTRY_ICONS: Record<EntryState, typeof IconCheck> = {
  held: IconHourglass,
  sending: IconSend,
  scheduled: IconClock,
  draft: IconPencil,
  published: IconCheck,
  confirmed: IconChecks,
  overdue: IconAlertTriangle,
  due: IconEye,
  failed: IconX,
  unknown: IconHelpCircle,
  cancelled: IconBan,
  unpublished: IconArrowBackUp,
}

export const DRAG_TYPE = 'application/x-calendar-entry'
type Props = {
  readonly entry: CalendarEntry
  readonly zone: string
  readonly span: Span
  readonly hasBrand: boolean
  readonly onOpen: (entry: CalendarEntry) => void
}

/** Its new time after Shift and an arrow: left and right a day; up and down a week in a month, else an hour. */
const steppedMs = (key: string, ms: number, { zone, span }: Pick<Props, 'zone' | 'span'>): number | null => {
  const at = new Date(ms).toISOString()
  const { day } = wallOf(ms, zone)
  const by = (days: number) => onDay(at, addDays(day, days), zone)
  if (key === 'ArrowLeft') return by(-1)
  if (key === 'ArrowRight') return by(1)
  if (key === 'ArrowUp') return span === 'month' ? by(-7) : ms - HOUR_MS
  if (key === 'ArrowDown') return span === 'month' ? by(7) : ms + HOUR_MS
  return null
}

const useMoveKeys = ({ entry, zone, span }: Props) => {
  const moving = useMoving((state) => (state.moving?.id === entry.id ? state.moving : null))
  const press = (event: KeyboardEvent) => {
    const to =
      event.shiftKey && isMovable(entry)
        ? steppedMs(event.key, moving?.ms ?? Date.parse(entry.at), { zone, span })
        : null
    if (to !== null) setMoving({ id: entry.id, ms: to, from: moving?.from ?? entry })
    else if (moving !== null && event.key === 'Enter') {
      setMoving(null)
      void moveEntry(moving.from, moving.ms, zone)
    } else if (moving !== null && event.key === 'Escape') setMoving(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { moving, press }
}

/** What a move that is not done does with this card. */
const moveNote = ({ move }: CalendarEntry, zone: string): string[] => {
  if (move === null) return []
  if (move.part === 'kept') return ['set again at the same time']
  return move.part === 'from'
    ? [`moving to ${formatMoment(Date.parse(move.to), zone)}`]
    : [`moved from ${formatMoment(Date.parse(move.from), zone)}`]
}

/** One article on the calendar. While its time can change, it can be dragged or moved with Shift and the arrows. */
export const EntryChip = memo((props: Props) => {
  const { entry, zone, hasBrand, onOpen } = props
  const brand = useBrand(entry.brandId)
  const button = useRef<HTMLButtonElement>(null)
  const { moving, press } = useMoveKeys(props)
  const isMoving = moving !== null
  // The keys have moved it into another cell, where it is drawn again: focus it there.
  useEffect(() => {
    if (isMoving) button.current?.focus()
  }, [isMoving])
  const atMs = moving?.ms ?? Date.parse(entry.at)
  const Icon = ENTRY_ICONS[entry.state]
  const rest = [
    brandName(entry.brandId),
    PROVIDER_NAMES[entry.provider],
    ENTRY_LABELS[entry.state],
    formatMoment(atMs, zone),
    ...moveNote(entry, zone),
    ...(isMoving ? ['press Enter to confirm, Escape to undo'] : []),
  ].join(', ')
  const drag = (event: DragEvent) => {
    event.dataTransfer.setData(DRAG_TYPE, entry.id)
    event.dataTransfer.effectAllowed = 'move'
  }
  return (
    <button
      ref={button}
      type="button"
      className={css.entry}
      data-tone={ENTRY_TONES[entry.state]}
      data-state={entry.state}
      data-entry={entry.id}
      data-moving={isMoving}
      data-span={props.span}
      data-move={entry.move?.part}
      draggable={isMovable(entry)}
      title={`${entry.articleSlug}, ${rest}`}
      style={{ '--entry-brand': hasBrand ? brand?.colour : undefined } as CSSProperties /* a custom property */}
      onDragStart={drag}
      onKeyDown={press}
      onClick={() => onOpen(entry)}
    >
      <span className={css.entryHead}>
        {hasBrand && brand !== undefined ? <BrandMark name={brand.name} colour={brand.colour} size="sm" /> : null}
        {props.span === 'week' ? wallOf(atMs, zone).time : null}
        <Icon size={13} aria-hidden className={css.entryIcon} />
      </span>
      <span className={css.entryTitle}>{articleTitle(entry)}</span>
      <span className="visually-hidden"> {entry.articleSlug}</span>
      <span className="visually-hidden">, {rest}</span>
    </button>
  )
})
