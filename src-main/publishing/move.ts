// Moving an entry to another time. What the service has scheduled is taken off and put on again by two intents that are
// written together (decision 20); what is still held here is replaced, so that the service receives it once.
import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { CalendarEntry } from '../../src-shared/desk/publishing.ts'
import type { Clock } from '../base/clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { IntentRequest } from '../journal/new-intent.ts'
import { asOfNow } from '../store/as-of.ts'
import type { AsOf, Store } from '../store/store.ts'
import { assertFuture } from './kinds.ts'

export type MoveDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly journal: Pick<Journal, 'submit' | 'replace' | 'mutex'>
  /** Throws `conflict` where another article has this time. */
  readonly assertFree: (entry: CalendarEntry, publishAtMs: number) => Promise<void>
  readonly assertUsable: (target: { readonly brandId: string; readonly brandField: string }) => void
}

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
  const replaceHeld = async (entry: CalendarEntry, publishAt: string, holdSeconds: number): Promise<string[]> => {
    const { kind, items } = await store.read('intents.get', { id: entry.intentId })
    if (kind !== 'schedule') throw refused(entry, 'it is published when its hold ends. Cancel it, then schedule it.')
    const others = items.map(({ refId }) => refId).filter((slug) => slug !== entry.articleSlug)
    const requests = [scheduleOf(entry, { slugs: [entry.articleSlug], publishAt, holdSeconds })]
    if (others.length > 0) requests.push(scheduleOf(entry, { slugs: others, publishAt: entry.at, holdSeconds }))
    const intentIds = await journal.replace(entry.intentId, requests)
    if (intentIds === null) throw refused(entry, 'its hold has just ended. Try again in a moment.')
    return intentIds
  }

  const moveScheduled = (
    entry: CalendarEntry,
    { publishAt, holdSeconds, asOf }: { publishAt: string; holdSeconds: number; asOf: AsOf | undefined },
  ): Promise<string[]> => {
    const { id: entryId, brandId, articleSlug, at: from } = entry
    const move = { id: randomUUID(), entryId, articleSlug, from, to: publishAt }
    const item = { label: articleSlug, payload: {} }
    const back = scheduleOf(entry, { slugs: [articleSlug], publishAt, holdSeconds: Math.min(3600, holdSeconds + 1) })
    const requests: IntentRequest[] = [
      { kind: 'unschedule', brandId, details: { move }, holdSeconds, items: [item] },
      { ...back, details: { ...back.details, move } },
    ]
    return journal.submit(requests, undefined, asOf)
  }

  return async ({ entryId, publishAt, holdSeconds }: ParsedInput<'publishing.move'>) => {
    assertFuture(publishAt, clock.now())
    const intentIds = await journal.mutex.runExclusive(async () => {
      const asOf = asOfNow(store, ['article', 'intent'])
      const no = Number(entryId.slice('article_'.length))
      const entry = await store.read('articles.entry', { no, nowMs: clock.now() })
      if (entry === null) throw new DeskError('not-found', 'This entry is no longer in the calendar.')
      assertUsable({ brandId: entry.brandId, brandField: 'entryId' })
      if (entry.move !== null) throw refused(entry, 'it is being moved already. Cancel that move first.')
      if (entry.state !== 'held' && entry.state !== 'scheduled') throw refused(entry, `it is ${entry.state}.`)
      await assertFree(entry, Date.parse(publishAt))
      if (entry.state === 'held') return replaceHeld(entry, publishAt, holdSeconds)
      return moveScheduled(entry, { publishAt, holdSeconds, asOf })
    })
    // The last one carries the move: cancelling it cancels both.
    return { intentId: intentIds.at(-1) ?? '', intentIds }
  }
}
