import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Intent, IntentKind } from '../../src-shared/desk/intents.ts'
import { toInstant } from '../base/clock.ts'
import type { ItemOutcome } from './rules/model.ts'

const KIND_WORDS: Readonly<Record<IntentKind, string>> = {
  publish: 'Publishing',
  schedule: 'Scheduling',
  unschedule: 'Unscheduling',
  unpublish: 'Unpublishing',
  queue: 'Queueing pitches',
  unqueue: 'Taking pitches back',
  discover: 'Discovering prospects',
  findPeople: 'Finding people',
}

export const AFTER_CRASH = 'The desk ended while this was on its way. Look at the service, then say what became of it.'
export const SENDS_HELD = 'All sends are held: it goes out once that is switched off.'
export const pausedUntil = (ms: number): string =>
  `The service asks for a pause: it goes on at ${toInstant(ms)}. What was sent before stands.`
export const TRACE_FAILED = 'The service took the call, but what became of each item could not be read.'
/** What was sent before stays as it is. */
export const ADDRESS_WAIT =
  'Waiting: the service address changed. It goes out once you confirm the address for this brand, or change it back.'
const KEY_WAIT = 'It waits for a key of this brand that works. What was sent before stands.'

export const keyWait = (error: DeskError | null): string => (error === null ? KEY_WAIT : `${error.message} ${KEY_WAIT}`)

export const waitsForKey = (brandName: string) => ({
  level: 'warning' as const,
  title: `Journal of ${brandName}`,
  message: 'What was about to be sent waits for the key of this brand. Add the key again, or call it off.',
})

type Noticed = Pick<Intent, 'kind' | 'state' | 'brandId' | 'reason' | 'counts'> & { readonly problem: string | null }

/** What a person should be told of an intent that ended; null where nothing needs them. */
export const noticeOf = (
  intent: Noticed,
  brandName: string,
): { level: 'warning' | 'error'; title: string; message: string; brandId: string; isOfAct: true } | null => {
  const { kind, state, brandId, reason, problem, counts } = intent
  const of = { title: `${KIND_WORDS[kind]} for ${brandName}`, brandId, isOfAct: true } as const
  const why = reason === null ? '' : ` ${reason}`
  if (state === 'unknown')
    return {
      ...of,
      level: 'warning',
      message: `It is not certain what became of ${counts.unknown} of ${counts.total}. Decide under Activity.${why}`,
    }
  if (problem !== null) return { ...of, level: 'error', message: problem }
  if (state !== 'failed' && state !== 'partly_done') return null
  // Sites that the service leaves out cost nothing, and were told with the price.
  if (kind === 'findPeople' && counts.confirmed + counts.skipped === counts.total) return null
  const undone = counts.total - counts.confirmed
  return { ...of, level: 'warning', message: `${undone} of ${counts.total} did not go through.${why}` }
}

const sentence = (error: DeskError): string => {
  const text = error.detail?.serviceText
  if (error.kind !== 'unknown-outcome') return text ?? error.message
  return text === undefined ? error.message : `${error.message} The service said: ${text}`
}

/** The outcome of every item of a call that ended in this error; `isBegun`: its request may have gone out. */
export const outcomesOfError = (
  error: unknown,
  items: readonly { readonly item: number }[],
  isBegun: boolean,
): readonly ItemOutcome[] => {
  const isKnown = error instanceof DeskError
  const isUnknown = isKnown ? error.kind === 'unknown-outcome' : isBegun
  const reason = isKnown ? sentence(error) : 'The desk met a fault of its own. Its log holds the details.'
  const { status, serviceText, isServiceWord } = (isKnown && isUnknown ? error.detail : undefined) ?? {}
  // The service's own word that it failed weighs more than a line that was cut; what stands between says nothing of it.
  const isTold = (status === 500 || status === 503) && isServiceWord === true
  const result = isTold ? { lostStatus: status, ...(serviceText === undefined ? {} : { lostText: serviceText }) } : {}
  return items.map(({ item }) => ({ item, state: isUnknown ? 'unknown' : 'failed', reason, result }))
}
