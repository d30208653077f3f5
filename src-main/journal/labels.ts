import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Intent, IntentKind } from '../../src-shared/desk/intents.ts'
import { toInstant } from '../base/clock.ts'
import type { NewNotice } from '../notices.ts'
import type { ItemOutcome } from './rules/model.ts'

const KIND_LABELS: Readonly<Record<IntentKind, string>> = {
  publish: 'Publishing',
  schedule: 'Scheduling',
  unschedule: 'Unscheduling',
  unpublish: 'Unpublishing',
  queue: 'Queueing pitches',
  unqueue: 'Unsending pitches',
  discover: 'Discovering prospects',
  findPeople: 'Finding people',
}

export const AFTER_CRASH =
  'The desk ended while this was being sent. Check the service, then choose under Activity whether it was done.'
export const LEASE_ENDED =
  'The desk that was sending this stopped or lost its connection, so its outcome is unknown. Check the service, then choose under Activity whether it was done.'
export const NOT_SENT_IN_TIME =
  'Not sent: this desk lost its connection to the team before the request left. You can send it again.'
export const NOT_AS_QUEUED =
  'Not sent: what this would send is not what was queued. It was changed in the database or in the files of the desk. Check it and queue it again.'
export const notAsQueued = ({ brandId }: { readonly brandId: string }) =>
  new DeskError('conflict', NOT_AS_QUEUED, { brandId })
export const WAITS_FOR_DESK = 'Waits for a desk with the key of this brand.'
export const WAITS_FOR_SENDER = 'Waits for the desk of a sender with the key of this brand.'
export const MOVE_WAIT = 'Waits until the article is taken off its old time.'
export const SENDS_HELD = 'All sending is paused. This is sent when you resume sending.'
export const pausedUntil = (ms: number): string =>
  `The service asks for a pause: sending continues at ${toInstant(ms)}. Items already sent are done.`
export const TRACE_FAILED = 'The service accepted the request, but the result of each item could not be read.'
export const ADDRESS_WAIT =
  'Waiting: the service address changed. It is sent when you confirm the address for this brand, or set the previous address again.'
const KEY_WAIT = 'Sending waits for a working key of this brand. Items already sent are done.'

export const keyWait = (error: DeskError | null): string => (error === null ? KEY_WAIT : `${error.message} ${KEY_WAIT}`)

export const waitsForKey = (brandName: string) => ({
  level: 'warning' as const,
  title: `Sending for ${brandName} is waiting`,
  message: 'Held actions wait for the key of this brand. Add the key again or cancel the actions.',
})

type Noticed = Pick<Intent, 'id' | 'kind' | 'state' | 'brandId' | 'reason' | 'counts'> & {
  readonly problem: string | null
}

/** The notice of an ended intent; null: nothing needs the person. */
export const noticeOf = (intent: Noticed, brandName: string): NewNotice | null => {
  const { id, kind, state, brandId, reason, problem, counts } = intent
  const opens = { view: 'activity', params: { open: id } }
  const of = { title: `${KIND_LABELS[kind]} for ${brandName}`, brandId, opens }
  const why = reason === null ? '' : ` ${reason}`
  if (state === 'unknown')
    return {
      ...of,
      level: 'warning',
      message: `The outcome of ${counts.unknown} of ${counts.total} is unknown. Decide under Activity.${why}`,
    }
  if (problem !== null) return { ...of, level: 'error', message: problem }
  if (state !== 'failed' && state !== 'partly_done') return null
  // Skipped sites cost nothing, and were shown with the price.
  if (kind === 'findPeople' && counts.confirmed + counts.skipped === counts.total) return null
  const undone = counts.total - counts.confirmed
  return { ...of, level: 'warning', message: `${undone} of ${counts.total} did not succeed.${why}` }
}

const sentence = (error: DeskError): string => {
  const text = error.detail?.serviceText
  if (error.kind !== 'unknown-outcome') return text ?? error.message
  return text === undefined ? error.message : `${error.message} The service said: ${text}`
}

/** The outcome of every item of a batch that ended in this error; `isBegun`: its request may have been sent. */
export const outcomesOfError = (
  error: unknown,
  items: readonly { readonly item: number }[],
  isBegun: boolean,
): readonly ItemOutcome[] => {
  const isKnown = error instanceof DeskError
  const isUnknown = isKnown ? error.kind === 'unknown-outcome' : isBegun
  const reason = isKnown ? sentence(error) : 'The desk failed with an internal error. The log has the details.'
  const { status, serviceText, isServiceWord } = (isKnown && isUnknown ? error.detail : undefined) ?? {}
  // The service itself said that it failed; a gateway's error does not prove that.
  const isTold = (status === 500 || status === 503) && isServiceWord === true
  const result = isTold ? { lostStatus: status, ...(serviceText === undefined ? {} : { lostText: serviceText }) } : {}
  return items.map(({ item }) => ({ item, state: isUnknown ? 'unknown' : 'failed', reason, result }))
}
