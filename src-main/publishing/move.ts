// Moving an entry to another time. What the service has scheduled is taken off and put on again by intents that are written
// together (decisions 20 and 72); what is still held here is replaced, so that the service receives it once.
import type { ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { CalendarEntry } from '../../src-shared/desk/publishing.ts'
import type { Journal } from '../journal/journal.ts'
import type { IntentRequest } from '../journal/new-intent.ts'
import { readIntent } from '../journal/public.ts'
import type { RoomParts } from '../room.ts'
import { readPositionNow } from '../store/read-position.ts'
import type { ReadPosition } from '../store/store.ts'
import { assertFuture } from './kinds.ts'
import type { Schedule } from './queries/schedules.ts'
import { entryIdOf, unscheduleRequests, whyNotKept } from './rules/unscheduling.ts'

export type MoveDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly journal: Pick<Journal, 'submit' | 'replace' | 'mutex'>
  /** Throws `conflict` where another article has this time, unless that is accepted. */
  readonly assertFree: (entry: CalendarEntry, publishAtMs: number, accept: readonly string[]) => Promise<void>
  readonly assertUsable: (target: { readonly brandId: string; readonly brandField: string }) => void
}

/** `intentId`: the one that Activity lists. */
type Moved = { readonly intentId: string; readonly intentIds: string[] }

const refused = (entry: CalendarEntry, why: string) =>
  new DeskError('conflict', `"${entry.articleSlug}" was not moved: ${why}`, { brandId: entry.brandId })

const scheduleOf = (
  { brandId, provider, status }: CalendarEntry,
  { slugs, publishAt, holdSeconds }: { slugs: readonly string[]; publishAt: string; holdSeconds: number },
): IntentRequest => ({
  kind: 'schedule',
  brandId,
  details: { provider, status, publishAt },
  holdSeconds,
  items: slugs.map((label) => ({ label, payload: {} })),
})

export const createMove = ({ store, clock, journal, assertFree, assertUsable }: MoveDeps) => {
  const replaceHeld = async (entry: CalendarEntry, publishAt: string, holdSeconds: number): Promise<Moved> => {
    const { kind, items } = await readIntent(store, { id: entry.intentId })
    if (kind !== 'schedule') throw refused(entry, 'it is published when its hold ends. Cancel it, then schedule it.')
    const others = items.map(({ refId }) => refId).filter((slug) => slug !== entry.articleSlug)
    const requests = [scheduleOf(entry, { slugs: [entry.articleSlug], publishAt, holdSeconds })]
    if (others.length > 0) requests.push(scheduleOf(entry, { slugs: others, publishAt: entry.at, holdSeconds }))
    const intentIds = await journal.replace(entry.intentId, requests)
    if (intentIds === null) throw refused(entry, 'its hold has just ended. Try again in a moment.')
    return { intentId: intentIds.at(-1) ?? '', intentIds }
  }

  /** The service ends all schedules of the article: those on other providers are set again at their times. */
  const moveScheduled = async (
    entry: CalendarEntry,
    {
      publishAt,
      holdSeconds,
      readPosition,
    }: { publishAt: string; holdSeconds: number; readPosition: ReadPosition | undefined },
  ): Promise<Moved> => {
    const { id: entryId, brandId, articleSlug, at: from } = entry
    const nowMs = clock.now()
    if (Date.parse(publishAt) <= nowMs + holdSeconds * 1000)
      throw refused(entry, 'its hold would end after the new time. Choose a later time, or a shorter hold.')
    const schedules = await store.read('articles.schedules', { brandId, slugs: [articleSlug], nowMs })
    const isOwn = (one: Schedule) => entryIdOf(one) === entryId
    const kept = schedules.filter((one) => one.state === 'scheduled' && !isOwn(one))
    const ended = schedules.filter(isOwn)
    const why = whyNotKept({ schedules, kept: kept.length === 0 ? [] : [...kept, ...ended] }, { nowMs, holdSeconds })
    if (why !== null) throw refused(entry, why)
    const move = { entryId, articleSlug, from, to: publishAt }
    const requests = unscheduleRequests({ brandId, slugs: [articleSlug], holdSeconds, ended, kept, move })
    const back = scheduleOf(entry, { slugs: [articleSlug], publishAt, holdSeconds: holdSeconds + 1 })
    const own = { ...back, details: { ...back.details, move: requests.move } }
    const intentIds = await journal.submit([requests.off, own, ...requests.again], undefined, readPosition)
    return { intentId: intentIds[1] ?? '', intentIds }
  }

  return async ({ entryId, publishAt, holdSeconds, accept }: ParsedInput<'publishing.move'>) => {
    assertFuture(publishAt, clock.now())
    return journal.mutex.runExclusive(async () => {
      const readPosition = readPositionNow(store, ['article', 'intent'])
      const no = Number(entryId.slice('article_'.length))
      const entry = await store.read('articles.entry', { no, nowMs: clock.now() })
      if (entry === null) throw new DeskError('not-found', 'This entry is no longer in the calendar.')
      assertUsable({ brandId: entry.brandId, brandField: 'entryId' })
      if (entry.move !== null) throw refused(entry, 'it is being moved already. Cancel that move first.')
      if (entry.state !== 'held' && entry.state !== 'scheduled') throw refused(entry, `it is ${entry.state}.`)
      await assertFree(entry, Date.parse(publishAt), accept)
      if (entry.state === 'held') return replaceHeld(entry, publishAt, holdSeconds)
      return moveScheduled(entry, { publishAt, holdSeconds, readPosition })
    })
  }
}
