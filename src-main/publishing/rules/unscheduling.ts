// What an unschedule ends, and whether it may be sent. Invariant: no schedule ends that the action does not name, and none
// is ended that cannot be set again in time (decision 72).
import { randomUUID } from 'node:crypto'
import type { KeptSchedule, Move } from '../../../src-shared/desk/values/moves.ts'
import { providerName } from '../../../src-shared/service/providers.ts'
import { momentText, toInstant } from '../../base/clock.ts'
import type { IntentRequest } from '../../journal/new-intent.ts'
import type { Schedule } from '../queries/schedules.ts'

/** From the unschedule until all is set again: other requests may come between, or a pause that the service asks for. */
const SET_AGAIN_MS = 60_000
/** The least that has to be left of it when the unschedule is sent. */
const LEFT_MS = 30_000

export const entryIdOf = ({ no }: Pick<Schedule, 'no'>): string => `article_${no}`

export const keptOf = (schedule: Schedule): KeptSchedule => ({
  entryId: entryIdOf(schedule),
  articleSlug: schedule.slug,
  provider: schedule.provider,
  at: toInstant(schedule.atMs),
})

/** `Ghost (2 Dec, 09:00 UTC)`. */
export const dueText = ({ provider, at }: Pick<KeptSchedule, 'provider' | 'at'>): string =>
  `${providerName(provider)} (${momentText(at)})`

/** `schedules`: all of the article that are still to come; `kept`: those of them that are set again. */
type Others = { readonly schedules: readonly Schedule[]; readonly kept: readonly Schedule[] }

/** Why schedules cannot be kept while one is ended; null: they can. One sentence. */
export const whyNotKept = (
  { schedules, kept }: Others,
  { nowMs, holdSeconds }: { readonly nowMs: number; readonly holdSeconds: number },
): string | null => {
  const waiting = schedules.find(({ state }) => state === 'held' || state === 'sending')
  if (waiting !== undefined)
    return `its schedule on ${providerName(waiting.provider)} is about to be sent. Wait until it is, or cancel it.`
  const unknown = schedules.find(({ state }) => state === 'unknown')
  if (unknown !== undefined)
    return `it is unknown whether it is scheduled on ${providerName(unknown.provider)}. Decide on that under Activity first.`
  const near = kept.find(({ atMs }) => atMs <= nowMs + holdSeconds * 1000 + SET_AGAIN_MS)
  if (near === undefined) return null
  return `the service ends all its schedules at once, and it is due on ${dueText(keptOf(near))}, too soon to be set again. Do it after that.`
}

type Named = {
  /** Entries that the action names: what it ends for good, moves or sets again. */
  readonly ends: readonly string[]
  readonly kept: readonly KeptSchedule[]
  readonly move: Move | null
  readonly nowMs: number
}

const setAgainText = (one: KeptSchedule): string => `Nothing was unscheduled: its schedule on ${dueText(one)}`

/** Why the unschedule of an article is not sent, with what is scheduled now; null: it is. */
export const whyNotSent = (slug: string, schedules: readonly Schedule[], named: Named): string | null => {
  const { ends, kept, move, nowMs } = named
  const open = schedules.filter((one) => one.slug === slug && (one.state === 'scheduled' || one.state === 'unknown'))
  const isSetAgain = move !== null || kept.length > 0
  const added = open.find((one) => !ends.includes(entryIdOf(one)) && (one.state === 'scheduled' || isSetAgain))
  if (added !== undefined)
    return `Nothing was unscheduled: it was scheduled on ${dueText(keptOf(added))} as well meanwhile, and that would end too. Do it again from the calendar.`
  const isOpen = (entryId: string) => open.some((one) => one.state === 'scheduled' && entryIdOf(one) === entryId)
  const own = kept.filter(({ articleSlug }) => articleSlug === slug)
  const gone = own.find(({ entryId }) => !isOpen(entryId))
  if (gone !== undefined) return `${setAgainText(gone)} has ended or changed meanwhile. Do it again from the calendar.`
  const near = own.find(({ at }) => Date.parse(at) <= nowMs + LEFT_MS)
  if (near !== undefined) return `${setAgainText(near)} is too near to be set again. Do it after that.`
  if (move === null) return null
  const isDue = own.length > 0 && Date.parse(move.from) <= nowMs + LEFT_MS
  if (!isOpen(move.entryId) || isDue)
    return 'Nothing was unscheduled: its old time has come, or it was changed meanwhile.'
  return Date.parse(move.to) <= nowMs ? 'Nothing was unscheduled: the new time has passed meanwhile.' : null
}

type Action = {
  readonly brandId: string
  readonly slugs: readonly string[]
  readonly holdSeconds: number
  /** Entries that are not set again. */
  readonly ended: readonly Schedule[]
  readonly kept: readonly Schedule[]
  readonly details?: IntentRequest['details']
  readonly move?: Omit<Move, 'id'>
}

/** The unschedule, and after it what is set again, the nearest first. They are one action to a person. */
export const unscheduleRequests = (
  action: Action,
): { off: IntentRequest; again: IntentRequest[]; move: IntentRequest['details'][string] } => {
  const { brandId, slugs, holdSeconds, ended, kept, details = {} } = action
  const id = randomUUID()
  const move = { id, ...action.move, kept: kept.map(keptOf) }
  const isAction = kept.length > 0 || action.move !== undefined
  const ends = [...ended, ...kept].map(entryIdOf)
  const off: IntentRequest = {
    kind: 'unschedule',
    brandId,
    details: { ...details, ends, ...(isAction ? { move } : {}) },
    holdSeconds,
    items: slugs.map((label) => ({ label, payload: {} })),
  }
  const again = kept.map((schedule): IntentRequest => {
    const { provider, status, slug, atMs } = schedule
    const part = { id, isKept: true, entryId: entryIdOf(schedule), articleSlug: slug }
    return {
      kind: 'schedule',
      brandId,
      details: { provider, status, publishAt: toInstant(atMs), move: part },
      holdSeconds: holdSeconds + 1,
      items: [{ label: slug, payload: {} }],
    }
  })
  return { off, again, move }
}
