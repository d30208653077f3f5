// What articles are scheduled for. The service unschedules an article and not one schedule of it, so an action on one has to
// know the others.
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { ArticleState } from './article-track.ts'

export type Schedule = {
  readonly no: number
  readonly slug: string
  readonly provider: CalendarEntry['provider']
  readonly status: CalendarEntry['status']
  readonly atMs: number
  /** `scheduled`: the service has it; `held` and `sending`: it does not have it yet. */
  readonly state: Extract<ArticleState, 'held' | 'sending' | 'scheduled' | 'unknown'>
}
type Args = { readonly brandId: string; readonly slugs: readonly string[]; readonly nowMs: number }

const schedulesThat = (are: string): string => `SELECT no, slug, provider, status, at_ms AS atMs, state FROM article
  WHERE brand_id = @brandId AND slug IN (SELECT value FROM json_each(@slugs)) AND is_scheduled
    AND confirmed_at_ms IS NULL AND (${are})
  ORDER BY at_ms, no`

const TO_COME = schedulesThat("at_ms > @nowMs AND state IN ('held', 'sending', 'scheduled', 'unknown')")
const UNSURE = schedulesThat("state = 'unknown' OR state = 'scheduled' AND at_ms <= @nowMs")

const listOf =
  (sql: string) =>
  ({ core }: ReadableDb, { slugs, ...args }: Args): Schedule[] =>
    prepared<Schedule>(core, sql).all({ ...args, slugs: JSON.stringify(slugs) })

/** What is still to come, by time. */
export const articleSchedules = listOf(TO_COME)

/** What the service may have scheduled: it is unknown, or its time has passed and nobody said whether it is out. */
export const unsureSchedules = listOf(UNSURE)
