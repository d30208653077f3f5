// Actions of publishing. All of them become intents: held first, and possible to cancel.
import { create } from 'zustand'
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'
import type { CalendarEntry } from '../../src-shared/desk/publishing.ts'
import type { Provider } from '../../src-shared/service/providers.ts'
import { ask } from '../data/desk.ts'
import type { PublishKind } from '../format/intent-labels.ts'
import { formatMoment } from '../format/time.ts'
import { brandName } from './brands.ts'
import { notify, notifyError, orNotify } from './notices.ts'
import { notifyWithUndo } from './undo.tsx'

export const checkPublishing = (input: CallInput<'publishing.check'>) => ask('publishing.check', input)
/** A person says whether articles whose time has passed were published. */
export const settleOverdue = (input: CallInput<'publishing.settle'>) => ask('publishing.settle', input)

/** What the service has scheduled of an article, on any provider. */
export const schedulesOf = ({ brandId, articleSlug }: Pick<CalendarEntry, 'brandId' | 'articleSlug'>) =>
  ask('publishing.schedules', { brandId, articleSlug })

/** The intents that carry a move out. */
type Moved = { readonly intentIds: readonly string[] }

export const cancelMove = (intentId: string) =>
  orNotify('The move was not cancelled', ask('intents.cancel', { id: intentId }))

/** Why a move was not undone; `isScheduled`: the article still has its new time. */
type NotUndone = { readonly error: DeskErrorValue; readonly isScheduled: boolean }

/** Cancels a move while it is held; a held schedule that was moved is scheduled again as it was. */
export const undoMove = async (
  entry: CalendarEntry,
  { intentIds }: Moved,
  asked: typeof ask = ask,
): Promise<NotUndone | null> => {
  const reply = await asked('intents.cancel', { id: (entry.state === 'held' ? intentIds[0] : intentIds.at(-1)) ?? '' })
  if (!reply.ok) return { error: reply.error, isScheduled: true }
  if (entry.state !== 'held') return null
  const { brandId, provider, status, articleSlug, at: publishAt } = entry
  // The warnings were accepted when it was scheduled first.
  const accept = ['duplicate', 'same-slot', 'wrong-brand']
  const again = await asked('publishing.schedule', { brandId, provider, status, articleSlug, publishAt, accept })
  return again.ok ? null : { error: again.error, isScheduled: false }
}

export type PublishRequest = {
  readonly targets: { brandId: string; articleSlugs: string[] }[]
  readonly provider: CalendarEntry['provider']
  /** Of an unschedule. */
  readonly from: CalendarEntry['provider'] | 'every' | null
  readonly status: CalendarEntry['status']
  readonly publishAt: string | null
  readonly accept: string[]
}

/** Writes the action into the journal, one intent a brand. */
export const createIntents = (action: PublishKind, request: PublishRequest): Promise<Reply<Moved>> => {
  const { targets, provider, from, status, publishAt, accept } = request
  if (action === 'unschedule')
    return ask('publishing.unschedule', {
      targets,
      accept,
      ...(from === null ? {} : from === 'every' ? { others: 'end' } : { provider: from }),
    })
  if (action === 'unpublish') return ask('publishing.unpublish', { targets, provider, accept })
  if (action === 'publish') return ask('publishing.publish', { targets, provider, status, accept })
  return ask('publishing.schedule', { targets, provider, status, accept, publishAt: publishAt ?? '' })
}

export type EntryState = CalendarEntry['state']
type Filters = { readonly provider: Provider | null; readonly states: readonly EntryState[] }
const NO_FILTERS: Filters = { provider: null, states: [] }
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

/** A move that ends more than its entry, or to the minute of another article: the person sees that first. */
export type MoveReview = {
  readonly entry: CalendarEntry
  readonly toMs: number
  readonly zone: string
  readonly others: CallOutput<'publishing.schedules'>['schedules']
  /** The desk's words about the other article at that minute; null: there is none, or it was not asked yet. */
  readonly sameMinute: string | null
}
export const useMoveReview = create<{ readonly review: MoveReview | null }>()(() => ({ review: null }))
export const closeMoveReview = (): void => useMoveReview.setState({ review: null })

const nameOf = ({ articleSlug, brandId }: CalendarEntry): string => `${articleSlug} of ${brandName(brandId)}`

/** Moves an entry to another time; asks first where that ends other schedules of the article, or another has that minute. */
export const moveEntry = async (entry: CalendarEntry, toMs: number, zone: string): Promise<void> => {
  if (toMs === Date.parse(entry.at)) return
  if (toMs <= Date.now())
    return notify({ title: 'That time has passed', message: 'Choose a later time.', tone: 'warning' })
  const move = { entry, toMs, zone, others: [], sameMinute: null }
  if (entry.state === 'held') return sendMove(move)
  const reply = await orNotify(`${nameOf(entry)} was not moved`, schedulesOf(entry))
  if (!reply.ok) return
  const others = reply.value.schedules.filter(({ entryId }) => entryId !== entry.id)
  if (others.length === 0) return sendMove(move)
  useMoveReview.setState({ review: { ...move, others } })
}

const SAME_MINUTE = 'same-slot'

/** Moves it through the journal as one action, and offers undo while it is held. */
export const sendMove = async (move: MoveReview): Promise<void> => {
  const { entry, toMs, zone } = move
  const what = nameOf(entry)
  const accept = move.sameMinute === null ? [] : [SAME_MINUTE]
  const publishAt = new Date(toMs).toISOString()
  const reply = await ask('publishing.move', { entryId: entry.id, publishAt, accept })
  if (!reply.ok) {
    const same = reply.error.detail?.issues?.find(({ code }) => code === SAME_MINUTE)
    if (same === undefined || accept.length > 0) return notifyError(`${what} was not moved`, reply.error)
    return useMoveReview.setState({ review: { ...move, sameMinute: same.message } })
  }
  notifyWithUndo(`${what} moved to ${formatMoment(toMs, zone)}. Held, then sent to the service.`, () => {
    void undoMove(entry, reply.value).then((notUndone) => {
      if (notUndone === null) return
      const { error, isScheduled } = notUndone
      notifyError(isScheduled ? `${what} could not be moved back` : `${what} is not scheduled any more`, error)
    })
  })
}
