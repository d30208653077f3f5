// What is checked right before the parts of a move or an unschedule are sent. Invariant: nothing is scheduled twice, and no
// schedule ends that the action does not name (decisions 44 and 72).
import { z } from 'zod'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { IntentItemState } from '../../src-shared/desk/intents.ts'
import { keptOf, moveOf, originOf, setAgainOf } from '../../src-shared/desk/values/moves.ts'
import { providerName } from '../../src-shared/service/providers.ts'
import type { Clock } from '../base/clock.ts'
import type { JournalKind } from '../journal/kind.ts'
import { type IntentDetails, readUnscheduleOfMove } from '../journal/public.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import type { Store } from '../store/store.ts'
import { whyNotSent } from './rules/unscheduling.ts'

export type ScheduleChecksDeps = { readonly store: Store; readonly clock: Clock }

const EndsSchema = z.array(z.string())

/** Why what comes after an unschedule is not sent; null: its article is unscheduled. */
const blockOf = (out: IntentItemState | null): string | null => {
  if (out === 'confirmed') return null
  if (out === 'unknown')
    return 'It is unknown whether the article was taken off its old time, so it was not scheduled again. Decide on that first.'
  return 'The article was not taken off its old time, so it was not scheduled again. It keeps its old time.'
}

const noSchedule = ({ label, details }: { readonly label: string; readonly details: IntentDetails }): string =>
  `"${label}" has no schedule on ${providerName(String(details.provider))} now`

/** What an unschedule ended is set again only after the service confirmed that it is gone: nothing is scheduled twice. */
export const createScheduleCheck =
  ({ store, clock }: ScheduleChecksDeps): JournalKind['itemsToSkip'] =>
  async ({ brandId, details, items }) => {
    const moveId = originOf({ details })
    if (moveId === null) return []
    const checked = items.map(async ({ item, label }): Promise<ItemOutcome[]> => {
      const out = await readUnscheduleOfMove(store, { brandId, moveId, slug: label })
      const reason = blockOf(out)
      // A schedule that was to be set again and never ended is as it was.
      const isAsBefore = setAgainOf({ details }) !== null && out !== 'unknown'
      if (reason !== null) return [{ item, state: isAsBefore ? 'cancelled' : 'failed', reason, result: {} }]
      if (Date.parse(String(details.publishAt)) > clock.now()) return []
      const late = `${noSchedule({ label, details })}: its time passed before it could be set again.`
      return [{ item, state: 'failed', reason: late, result: {} }]
    })
    return (await Promise.all(checked)).flat()
  }

/** An unschedule ends nothing that its action does not name. */
export const createUnscheduleCheck =
  ({ store, clock }: ScheduleChecksDeps): JournalKind['itemsToSkip'] =>
  async ({ brandId, details, items }) => {
    const ends = EndsSchema.safeParse(details.ends)
    // Of before decision 72.
    if (!ends.success) return []
    const nowMs = clock.now()
    const schedules = await store.read('articles.schedules', { brandId, slugs: items.map(({ refId }) => refId), nowMs })
    const named = { ends: ends.data, kept: keptOf({ details }), move: moveOf({ details }), nowMs }
    return items.flatMap(({ item, refId }): ItemOutcome[] => {
      const reason = whyNotSent(refId, schedules, named)
      return reason === null ? [] : [{ item, state: 'failed', reason, result: {} }]
    })
  }

/** A failure that leaves an article without the schedule that it had. */
export const explainSchedule: JournalKind['explain'] = (outcome, details) => {
  const label = setAgainOf({ details }) ?? moveOf({ details })?.articleSlug
  const { state, reason } = outcome
  if (label === undefined || (state !== 'failed' && state !== 'unknown')) return outcome
  const lost =
    state === 'failed'
      ? noSchedule({ label, details })
      : `It is unknown whether "${label}" is scheduled on ${providerName(String(details.provider))} again`
  return { ...outcome, reason: reason === null ? `${lost}.` : `${lost}: ${reason}` }
}

/** Part of an action is not sent again by itself: what it would end may be another by now. */
export const assertOneAlone: JournalKind['assertMayRetry'] = async ({ details }) => {
  if (originOf({ details }) === null) return
  throw new DeskError(
    'conflict',
    moveOf({ details }) === null
      ? 'This also set schedules on other providers again. Unschedule the article again on the calendar.'
      : 'This was half of a move. Move the article again on the calendar.',
  )
}
