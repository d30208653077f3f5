// What a paid act came to, in words, and the one step that follows from it.
import type { IntentItem, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import type { Place } from '../../store/location.ts'
import type { PaidKind } from './price-words.ts'

type Looked = Pick<IntentWithItems, 'state' | 'reason' | 'items' | 'counts'>

const numberOf = (item: IntentItem | undefined, name: string): number | null => {
  const value = item?.result[name]
  return typeof value === 'number' ? value : null
}

/** The HTTP status of the refusal, where the service gave one. */
export const refusalOf = ({ items }: Pick<Looked, 'items'>): number | null =>
  items.map((item) => numberOf(item, 'httpStatus')).find((status) => status !== null) ?? null

const chargedWords = (intent: Looked): string => {
  const charged = intent.items.map((item) => numberOf(item, 'creditsCharged')).filter((each) => each !== null)
  if (charged.length === 0) return ''
  const sum = charged.reduce((total, each) => total + each, 0)
  return sum === 0 ? ' Nothing was charged.' : ` ${plural(sum, 'credit')} charged.`
}

const doneWords = (act: PaidKind, intent: Looked): string => {
  const { confirmed, skipped } = intent.counts
  if (act === 'discover')
    return intent.items.some((item) => item.result.alreadyRunning === true)
      ? 'It was running already: nothing new was started.'
      : 'Discovery runs. New prospects appear here as they are found.'
  const left = skipped === 0 ? '' : ` ${plural(skipped, 'site')} left out by the service.`
  return `People are looked for at ${plural(confirmed, 'site')}. They appear under Contacts as they are found.${left}`
}

export const resultWords = (act: PaidKind, intent: Looked): string => {
  switch (intent.state) {
    case 'held':
    case 'ready':
      return 'Saved here; it is sent in a moment.'
    case 'in_flight':
      return 'The service is asked …'
    case 'confirmed':
    case 'partly_done':
      return `${doneWords(act, intent)}${chargedWords(intent)}`
    case 'cancelled':
      return 'Called off. Nothing was charged.'
    case 'unknown':
      return intent.reason ?? 'The line was cut: it may have been started and charged.'
    case 'failed':
      return `${intent.reason ?? intent.items[0]?.reason ?? 'The service refused it.'} Nothing was charged.`
  }
}

type NextStep = {
  readonly text: string
  /** Where it is done, and what the way there is called. */
  readonly place?: Pick<Place, 'view' | 'params'>
  readonly label?: string
}

const STEPS: Readonly<Record<number, NextStep>> = {
  402: { text: 'Top up the credits of this brand in the service, then order it again.' },
  409: {
    text: 'The service needs to know more about the brand: add tracked keywords or a topic cluster in the service, then sync and order it again.',
    place: { view: 'clusters', params: {} },
    label: 'Look at its clusters',
  },
  503: { text: 'The service is busy. Order it again in a few minutes.' },
  401: {
    text: 'Replace the key of this brand.',
    place: { view: 'settings', params: { section: 'keys' } },
    label: 'Keys',
  },
}

export const nextStepFor = (intent: Looked): NextStep | null => {
  if (intent.state !== 'failed') return null
  const status = refusalOf(intent)
  return status === null ? null : (STEPS[status] ?? null)
}

/** How long something has gone on: `40 s`, `3 min`, `2 h 5 min`. */
export const elapsedWords = (sinceMs: number, nowMs: number): string => {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${formatWhole(Math.floor(minutes / 60))} h ${minutes % 60} min`
}
