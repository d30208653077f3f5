// What is asked of publishing. Everything here ends in the journal: it is held first, and can be called off.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'
import type { CalendarEntry } from '../../src-shared/desk/publishing.ts'
import { ask } from '../data/desk.ts'
import type { PublishKind } from '../format/intent-words.ts'

export const checkPublishing = (input: CallInput<'publishing.check'>) => ask('publishing.check', input)
/** A person's word on what should be out by now. */
export const settleOverdue = (input: CallInput<'publishing.settle'>) => ask('publishing.settle', input)
export const seenSlugs = (input: CallInput<'publishing.slugs'>) => ask('publishing.slugs', input)

/** The acts that call a move off, or why there are none. */
type Moved = { readonly intentIds: readonly string[] }

const ids = (reply: { readonly intentIds: readonly string[] }) => reply.intentIds

const NOT_SCHEDULED: Reply<never> = {
  ok: false,
  error: { kind: 'conflict', message: 'It is published when its hold ends. Cancel it, then schedule it.' },
}

/** A held schedule is called off, and what it held is scheduled anew: the moved article at its new time. */
const moveHeld = async (entry: CalendarEntry, publishAt: string): Promise<Reply<Moved>> => {
  const intent = await ask('intents.get', { id: entry.intentId })
  if (!intent.ok) return intent
  if (intent.value.kind !== 'schedule') return NOT_SCHEDULED
  const cancelled = await ask('intents.cancel', { id: entry.intentId })
  if (!cancelled.ok) return cancelled
  const others = intent.value.items.map((item) => item.refId).filter((slug) => slug !== entry.articleSlug)
  const { brandId, provider, status } = entry
  const moved = await ask('publishing.schedule', {
    brandId,
    articleSlugs: [entry.articleSlug],
    provider,
    status,
    publishAt,
    accept: ['duplicate', 'same-slot', 'wrong-brand'],
  })
  if (!moved.ok || others.length === 0) return moved
  const rest = await ask('publishing.schedule', {
    brandId,
    articleSlugs: others,
    provider,
    status,
    publishAt: entry.at,
    accept: ['duplicate', 'same-slot', 'wrong-brand'],
  })
  return rest.ok ? { ok: true, value: { intentIds: [...ids(moved.value), ...ids(rest.value)] } } : rest
}

/** A brand's acts go out in the order of their holds: what is taken out must be out before it is put in again. */
const OUT_SECONDS = 30
const IN_SECONDS = OUT_SECONDS + 1

/** What the service has scheduled already is taken out and put in again, both through the journal. */
const moveScheduled = async (entry: CalendarEntry, publishAt: string): Promise<Reply<Moved>> => {
  const { brandId, articleSlug, provider, status } = entry
  const out = await ask('publishing.unschedule', { brandId, articleSlugs: [articleSlug], holdSeconds: OUT_SECONDS })
  if (!out.ok) return out
  const back = await ask('publishing.schedule', {
    brandId,
    articleSlugs: [articleSlug],
    provider,
    status,
    publishAt,
    holdSeconds: IN_SECONDS,
    accept: ['duplicate', 'same-slot', 'wrong-brand'],
  })
  if (back.ok) return { ok: true, value: { intentIds: [...ids(out.value), ...ids(back.value)] } }
  // Half a move would take the article off the calendar: the first half is called off again.
  for (const id of ids(out.value)) await ask('intents.cancel', { id })
  return back
}

/** Another article at the new time: nothing is moved then. The article's other warnings were accepted with its schedule. */
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

/** Takes a move back while it is held; a held schedule that was moved is scheduled again as it was. */
export const undoMove = async (entry: CalendarEntry, moved: Moved): Promise<DeskErrorValue | null> => {
  for (const id of moved.intentIds) {
    const reply = await ask('intents.cancel', { id })
    if (!reply.ok) return reply.error
  }
  if (entry.state !== 'held') return null
  const { brandId, articleSlug, provider, status, at } = entry
  const reply = await ask('publishing.schedule', {
    brandId,
    articleSlugs: [articleSlug],
    provider,
    status,
    publishAt: at,
    accept: ['duplicate', 'same-slot', 'wrong-brand'],
  })
  return reply.ok ? null : reply.error
}

export type ActRequest = {
  readonly targets: { brandId: string; articleSlugs: string[] }[]
  readonly provider: CalendarEntry['provider']
  readonly status: CalendarEntry['status']
  readonly publishAt: string | null
  readonly accept: string[]
}

/** Writes the act into the journal, one intent a brand. */
export const sendAct = (act: PublishKind, request: ActRequest): Promise<Reply<Moved>> => {
  const { targets, provider, status, publishAt, accept } = request
  if (act === 'unschedule') return ask('publishing.unschedule', { targets, accept })
  if (act === 'unpublish') return ask('publishing.unpublish', { targets, provider, accept })
  if (act === 'publish') return ask('publishing.publish', { targets, provider, status, accept })
  return ask('publishing.schedule', { targets, provider, status, accept, publishAt: publishAt ?? '' })
}
