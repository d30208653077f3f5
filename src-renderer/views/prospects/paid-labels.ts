// Labels for the result of a paid action, and its next step.
import type { IntentItem, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import type { Place } from '../../state/location.ts'
import { problemOf } from '../intents/outreach-labels.ts'
import type { PaidKind } from './price-labels.ts'

type PaidIntent = Pick<IntentWithItems, 'state' | 'reason' | 'items' | 'counts'>

const numberOf = (item: IntentItem | undefined, name: string): number | null => {
  const value = item?.result[name]
  return typeof value === 'number' ? value : null
}

const chargedLabel = (intent: PaidIntent): string => {
  const charged = intent.items.map((item) => numberOf(item, 'creditsCharged')).filter((each) => each !== null)
  if (charged.length === 0) return ''
  const sum = charged.reduce((total, each) => total + each, 0)
  return sum === 0 ? ' Nothing was charged.' : ` ${plural(sum, 'credit')} charged.`
}

const doneLabel = (action: PaidKind, intent: PaidIntent): string => {
  const { confirmed, skipped } = intent.counts
  if (action === 'discover')
    return intent.items.some((item) => item.result.alreadyRunning === true)
      ? 'Discovery was already running: nothing new was started.'
      : 'Discovery started. New prospects appear here as they are found.'
  const left = skipped === 0 ? '' : ` ${plural(skipped, 'site')} left out, not charged.`
  return `The service searches ${plural(confirmed, 'site')} for people. They appear under Contacts as they are found.${left}`
}

/** A charge above the price, or a reply that does not add up. */
const problemLabel = (intent: PaidIntent): string => {
  const problem = problemOf(intent)
  return problem === null ? '' : ` ${problem}`
}

export const resultLabel = (action: PaidKind, intent: PaidIntent): string => {
  switch (intent.state) {
    case 'held':
    case 'ready':
      return 'Created; sending next.'
    case 'in_flight':
      return 'Waiting for the service …'
    case 'confirmed':
    case 'partly_done':
      return `${doneLabel(action, intent)}${chargedLabel(intent)}${problemLabel(intent)}`
    case 'cancelled':
      return 'Cancelled. Nothing was charged.'
    case 'unknown':
      return intent.reason ?? 'It may have been started and charged.'
    case 'failed':
      return intent.reason ?? intent.items[0]?.reason ?? 'The service refused it.'
  }
}

/** The next step's label, and the view where it is done. */
type NextStep = { readonly label: string; readonly place: Pick<Place, 'view' | 'params'> }

const NEXT_STEPS: Readonly<Record<string, NextStep>> = {
  conflict: { label: 'View its clusters', place: { view: 'clusters', params: {} } },
  unauthorized: { label: 'Replace its key', place: { view: 'settings', params: { section: 'keys' } } },
}

/** The next step after a refusal; null: none. */
export const nextStepOf = ({ state, items }: PaidIntent): NextStep | null => {
  const refusedAs = items.find(({ result }) => typeof result.refusedAs === 'string')?.result.refusedAs
  return state === 'failed' && typeof refusedAs === 'string' ? (NEXT_STEPS[refusedAs] ?? null) : null
}

/** `40 s`, `3 min`, `2 h 5 min`. */
export const elapsedLabel = (sinceMs: number, nowMs: number): string => {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${formatWhole(Math.floor(minutes / 60))} h ${minutes % 60} min`
}
