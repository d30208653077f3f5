// Actions of publishing. All of them become intents: held first, and possible to cancel.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'
import type { CalendarEntry } from '../../src-shared/desk/publishing.ts'
import { ask } from '../data/desk.ts'
import type { PublishKind } from '../format/intent-labels.ts'
import { orNotify } from './notices.ts'

export const checkPublishing = (input: CallInput<'publishing.check'>) => ask('publishing.check', input)
/** A person says whether articles whose time has passed were published. */
export const settleOverdue = (input: CallInput<'publishing.settle'>) => ask('publishing.settle', input)
export const seenSlugs = (input: CallInput<'publishing.slugs'>) => ask('publishing.slugs', input)

/** What the service has scheduled of an article, on any provider. */
export const schedulesOf = ({ brandId, articleSlug }: Pick<CalendarEntry, 'brandId' | 'articleSlug'>) =>
  ask('publishing.schedules', { brandId, articleSlug })

/** The intents that carry a move out. */
type Moved = { readonly intentIds: readonly string[] }

/** Moves an entry to another time, as one action of the journal. */
export const reschedule = ({ id }: CalendarEntry, publishAt: string): Promise<Reply<Moved>> =>
  ask('publishing.move', { entryId: id, publishAt })

export const cancelMove = (intentId: string) =>
  orNotify('The move was not cancelled', ask('intents.cancel', { id: intentId }))

/** Cancels a move while it is held; a held schedule that was moved is scheduled again as it was. */
export const undoMove = async (entry: CalendarEntry, { intentIds }: Moved): Promise<DeskErrorValue | null> => {
  const reply = await ask('intents.cancel', { id: (entry.state === 'held' ? intentIds[0] : intentIds.at(-1)) ?? '' })
  if (!reply.ok || entry.state !== 'held') return reply.ok ? null : reply.error
  const { brandId, provider, status, articleSlug, at: publishAt } = entry
  // The warnings were accepted when it was scheduled first.
  const accept = ['duplicate', 'same-slot', 'wrong-brand']
  const again = await ask('publishing.schedule', { brandId, provider, status, articleSlug, publishAt, accept })
  return again.ok ? null : again.error
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
