import { create } from 'zustand'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { CalendarEntry } from '../../src-shared/desk/publishing.ts'
import type { Provider } from '../../src-shared/service/providers.ts'
import { formatMoment } from '../format/time.ts'
import { brandName } from './brands.ts'
import { notify, notifyError, orNotify } from './notices.ts'
import { reschedule, schedulesOf, undoMove } from './publishing.ts'
import { notifyWithUndo } from './undo.tsx'

export type EntryState = CalendarEntry['state']
type Filters = { readonly provider: Provider | null; readonly states: readonly EntryState[] }
export const NO_FILTERS: Filters = { provider: null, states: [] }
export const useCalendarFilters = create<Filters>()(() => NO_FILTERS)

/** Cancelled entries are shown only when the filter names them. */
export const fits = (entry: CalendarEntry, { provider, states }: Filters): boolean =>
  (provider === null || entry.provider === provider) &&
  (states.length === 0 ? entry.state !== 'cancelled' : states.includes(entry.state))

/** An entry that is being moved with the keyboard. */
type Moving = {
  readonly id: string
  readonly ms: number
  /** Before the move. */
  readonly from: CalendarEntry
}
export const useMoving = create<{ readonly moving: Moving | null }>()(() => ({ moving: null }))
export const setMoving = (moving: Moving | null): void => useMoving.setState({ moving })

/** A move that ends more than its entry: the person sees what, first. */
export type MoveReview = {
  readonly entry: CalendarEntry
  readonly toMs: number
  readonly zone: string
  readonly others: CallOutput<'publishing.schedules'>['schedules']
}
export const useMoveReview = create<{ readonly review: MoveReview | null }>()(() => ({ review: null }))
export const closeMoveReview = (): void => useMoveReview.setState({ review: null })

const nameOf = ({ articleSlug, brandId }: CalendarEntry): string => `${articleSlug} of ${brandName(brandId)}`

/** Moves an entry to another time; asks first where that ends other schedules of the article. */
export const moveEntry = async (entry: CalendarEntry, toMs: number, zone: string): Promise<void> => {
  if (toMs === Date.parse(entry.at)) return
  if (toMs <= Date.now())
    return notify({ title: 'That time has passed', message: 'Choose a later time.', tone: 'warning' })
  if (entry.state === 'held') return sendMove(entry, toMs, zone)
  const reply = await orNotify(`${nameOf(entry)} was not moved`, schedulesOf(entry))
  if (!reply.ok) return
  const others = reply.value.schedules.filter(({ entryId }) => entryId !== entry.id)
  if (others.length === 0) return sendMove(entry, toMs, zone)
  useMoveReview.setState({ review: { entry, toMs, zone, others } })
}

/** Moves it through the journal, and offers undo while it is held. */
export const sendMove = async (entry: CalendarEntry, toMs: number, zone: string): Promise<void> => {
  const what = nameOf(entry)
  const reply = await orNotify(`${what} was not moved`, reschedule(entry, new Date(toMs).toISOString()))
  if (!reply.ok) return
  notifyWithUndo(`${what} moved to ${formatMoment(toMs, zone)}. Held, then sent to the service.`, () => {
    void undoMove(entry, reply.value).then((error) => {
      if (error !== null) notifyError(`${what} could not be moved back`, error)
    })
  })
}
