// What the states of an article are called on the calendar and in the list of articles.
import type { Article, CalendarEntry } from '../../src-shared/desk/publishing.ts'
import { titleOfSlug } from '../../src-shared/desk/values/slugs.ts'
import type { Tone } from './intent-labels.ts'

type State = CalendarEntry['state']

export const ENTRY_LABELS: Record<State, string> = {
  held: 'held',
  sending: 'sending',
  scheduled: 'scheduled',
  draft: 'draft',
  published: 'published',
  confirmed: 'confirmed by webhook',
  overdue: 'overdue, not confirmed',
  due: 'should be out',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
  unpublished: 'unpublished',
}

export const ENTRY_TONES: Record<State, Tone> = {
  held: 'warn',
  sending: 'busy',
  scheduled: 'plain',
  draft: 'plain',
  published: 'good',
  confirmed: 'good',
  overdue: 'bad',
  due: 'warn',
  failed: 'bad',
  unknown: 'bad',
  cancelled: 'plain',
  unpublished: 'plain',
}

export const SEEN_LABELS: Record<Article['seenIn'], string> = {
  delivery: 'a webhook',
  publish: 'Activity',
  'ranked-page': 'a ranked page',
}

/** As a webhook reported it, else its slug as words. */
export const articleTitle = ({ title, articleSlug }: { readonly title: string | null; readonly articleSlug: string }) =>
  title ?? titleOfSlug(articleSlug)
