// Actions of publishing. All of them become intents: held first, and possible to cancel.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'
import type { CalendarEntry } from '../../src-shared/desk/publishing.ts'
import { ask } from '../data/desk.ts'
import type { PublishKind } from '../format/intent-labels.ts'

export const checkPublishing = (input: CallInput<'publishing.check'>) => ask('publishing.check', input)
/** A person says whether an overdue article was published. */
export const settleOverdue = (input: CallInput<'publishing.settle'>) => ask('publishing.settle', input)
export const seenSlugs = (input: CallInput<'publishing.slugs'>) => ask('publishing.slugs', input)

/** The intents that carry a move out. */
type Moved = { readonly intentIds: readonly string[] }

const NOT_SCHEDULED: Reply<never> = {
  ok: false,
  error: { kind: 'conflict', message: 'It is published when its hold ends. Cancel it, then schedule it.' },
}

type Scheduling = { readonly articleSlugs: string[]; readonly publishAt: string; readonly holdSeconds?: number }

/** Schedules articles as this entry was scheduled. The warnings were accepted then. */
const scheduleLike = ({ brandId, provider, status }: CalendarEntry, scheduling: Scheduling) =>
  ask('publishing.schedule', {
    brandId,
    provider,
    status,
    ...scheduling,
    accept: ['duplicate', 'same-slot', 'wrong-brand'],
  })

const cancelAll = async ({ intentIds }: Moved): Promise<DeskErrorValue | null> => {
  for (const id of intentIds) {
    const reply = await ask('intents.cancel', { id })
    if (!reply.ok) return reply.error
  }
  return null
}

const both = (one: Moved, other: Moved): Reply<Moved> => ({
  ok: true,
  value: { intentIds: [...one.intentIds, ...other.intentIds] },
})

/** Cancels a held schedule, then schedules the moved article at its new time and the others as before. */
const moveHeld = async (entry: CalendarEntry, publishAt: string): Promise<Reply<Moved>> => {
  const { articleSlug, intentId } = entry
  const intent = await ask('intents.get', { id: intentId })
  if (!intent.ok) return intent
  if (intent.value.kind !== 'schedule') return NOT_SCHEDULED
  const error = await cancelAll({ intentIds: [intentId] })
  if (error !== null) return { ok: false, error }
  const others = intent.value.items.map((item) => item.refId).filter((slug) => slug !== articleSlug)
  const moved = await scheduleLike(entry, { articleSlugs: [articleSlug], publishAt })
  if (!moved.ok || others.length === 0) return moved
  const rest = await scheduleLike(entry, { articleSlugs: others, publishAt: entry.at })
  return rest.ok ? both(moved.value, rest.value) : rest
}

/** A brand's intents are sent in the order of their holds: the article must be taken out before it is put in again. */
const OUT_SECONDS = 30
const IN_SECONDS = OUT_SECONDS + 1

/** What the service has scheduled is taken out and put in again, both through the journal. */
const moveScheduled = async (entry: CalendarEntry, publishAt: string): Promise<Reply<Moved>> => {
  const { brandId, articleSlug } = entry
  const out = await ask('publishing.unschedule', { brandId, articleSlugs: [articleSlug], holdSeconds: OUT_SECONDS })
  if (!out.ok) return out
  const back = await scheduleLike(entry, { articleSlugs: [articleSlug], publishAt, holdSeconds: IN_SECONDS })
  if (back.ok) return both(out.value, back.value)
  // Half a move would take the article off the calendar, so the first half is cancelled.
  await cancelAll(out.value)
  return back
}

/** Another article at the new time: nothing is moved then. */
const slotTaken = async ({ brandId, articleSlug, provider }: CalendarEntry, publishAt: string) => {
  const checked = await ask('publishing.check', { brandId, articleSlugs: [articleSlug], provider, publishAt })
  if (!checked.ok) return checked.error
  const taken = checked.value.warnings.find(({ code }) => code === 'same-slot')
  return taken === undefined ? null : { kind: 'conflict' as const, message: taken.message }
}

export const reschedule = async (entry: CalendarEntry, publishAt: string): Promise<Reply<Moved>> => {
  const error = await slotTaken(entry, publishAt)
  if (error !== null) return { ok: false, error }
  return entry.state === 'held' ? moveHeld(entry, publishAt) : moveScheduled(entry, publishAt)
}

/** Cancels a move while it is held; a held schedule that was moved is scheduled again as it was. */
export const undoMove = async (entry: CalendarEntry, moved: Moved): Promise<DeskErrorValue | null> => {
  const error = await cancelAll(moved)
  if (error !== null || entry.state !== 'held') return error
  const reply = await scheduleLike(entry, { articleSlugs: [entry.articleSlug], publishAt: entry.at })
  return reply.ok ? null : reply.error
}

export type PublishRequest = {
  readonly targets: { brandId: string; articleSlugs: string[] }[]
  readonly provider: CalendarEntry['provider']
  readonly status: CalendarEntry['status']
  readonly publishAt: string | null
  readonly accept: string[]
}

/** Writes the action into the journal, one intent a brand. */
export const createIntents = (action: PublishKind, request: PublishRequest): Promise<Reply<Moved>> => {
  const { targets, provider, status, publishAt, accept } = request
  if (action === 'unschedule') return ask('publishing.unschedule', { targets, accept })
  if (action === 'unpublish') return ask('publishing.unpublish', { targets, provider, accept })
  if (action === 'publish') return ask('publishing.publish', { targets, provider, status, accept })
  return ask('publishing.schedule', { targets, provider, status, accept, publishAt: publishAt ?? '' })
}
