// What an entry is called to a person: what is stored, and what its time and its platform make of it.
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { CALENDAR_STATES } from '../../../src-shared/desk/values/state-names.ts'
import type { ArticleState } from '../queries/article-track.ts'

export type EntryFacts = {
  readonly state: ArticleState
  readonly atMs: number
  readonly confirmedAtMs: number | null
  /** 1: a webhook is to report it (`AWAITS_WEBHOOK`). */
  readonly awaitsWebhook: number
}

export const shownState = (
  { state, atMs, confirmedAtMs, awaitsWebhook }: EntryFacts,
  nowMs: number,
): CalendarEntry['state'] => {
  if (state === 'published' && confirmedAtMs !== null) return 'confirmed'
  if (state === 'scheduled' && atMs < nowMs) return awaitsWebhook === 1 ? 'overdue' : 'due'
  return CALENDAR_STATES.find((known) => known === state) ?? 'cancelled'
}

/** Whether time alone may change it: what is stored as scheduled becomes due, or overdue. */
export const changesWithTime = (shown: CalendarEntry['state']): boolean =>
  shown === 'scheduled' || shown === 'due' || shown === 'overdue'
