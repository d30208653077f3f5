// Labels for the results of outreach items, and whether the numbers of an intent add up.

import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { Intent, IntentItem, IntentItemState, IntentKind } from '../../../src-shared/desk/intents.ts'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { ITEM_LABELS, itemsLabel, type Tone } from '../../format/intent-labels.ts'
import { joinParts } from '../../format/join-parts.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { type Correction, missingIn } from '../../state/resend-store.ts'

export type OutreachKind = 'queue' | 'unqueue' | 'discover' | 'findPeople'
const OUTREACH: readonly IntentKind[] = ['queue', 'unqueue', 'discover', 'findPeople']
export const isOutreach = (kind: IntentKind): kind is OutreachKind => OUTREACH.includes(kind)

/** By what items are filtered: a confirmed pitch is queued or updated; one that is suppressed, or of another brand, was never sent. */
export type ItemKey = IntentItemState | 'queued' | 'updated' | 'suppressed' | 'foreign'

export const itemKey = (kind: IntentKind, { state, result }: Pick<IntentItem, 'state' | 'result'>): ItemKey => {
  if (kind !== 'queue') return state
  if (state === 'skipped' && (result.as === 'suppressed' || result.as === 'foreign')) return result.as
  if (state !== 'confirmed') return state
  return result.as === 'updated' ? 'updated' : 'queued'
}

type Word = { readonly word: string; readonly tone: Tone }
const CONFIRMED: Readonly<Partial<Record<IntentKind, string>>> = {
  unqueue: 'unsent',
  discover: 'started',
  findPeople: 'search started', // when it ended the prospect says
}

export const keyLabel = (kind: IntentKind, key: ItemKey): Word => {
  if (key === 'queued') return { word: 'queued', tone: 'good' }
  if (key === 'updated') return { word: 'updated', tone: 'busy' }
  if (key === 'foreign') return { word: 'of another brand', tone: 'bad' }
  if (key === 'suppressed') return { word: 'suppressed', tone: 'warn' }
  const { word, tone } = ITEM_LABELS[key]
  return { word: (key === 'confirmed' ? CONFIRMED[kind] : undefined) ?? word, tone }
}

/** What is known now of a site that was searched for people, else the service's word for it; empty: it is not listed. */
export const siteLabel = (site: Pick<ProspectRow, 'status' | 'contacts'> | undefined): string => {
  if (site === undefined) return ''
  return site.contacts > 0 ? `${plural(site.contacts, 'person', 'people')} known now` : site.status.replaceAll('_', ' ')
}

/** The site's name if it is known. */
export const itemName = ({ label, result }: Pick<IntentItem, 'label' | 'result'>): string =>
  typeof result.domain === 'string' ? result.domain : label

/** How many items each key has, in a fixed order, without zeros. */
const ORDER: readonly ItemKey[] = [
  'queued',
  'updated',
  'confirmed',
  'skipped',
  'suppressed',
  'foreign',
  'failed',
  'unknown',
  'in_flight',
  'waiting',
  'cancelled',
]
export type KeyCount = { readonly key: ItemKey; readonly count: number }
export const countKeys = (kind: IntentKind, items: readonly IntentItem[]): readonly KeyCount[] => {
  const counts = new Map<ItemKey, number>()
  for (const item of items) {
    const key = itemKey(kind, item)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return ORDER.flatMap((key) => {
    const count = counts.get(key) ?? 0
    return count === 0 ? [] : [{ key, count }]
  })
}

const NOT_SENT: readonly ItemKey[] = ['waiting', 'cancelled', 'in_flight', 'suppressed', 'foreign']

/** `200 pitches = 180 queued + 15 updated + 5 skipped; 2 suppressed, not sent`; null if there is neither. */
export const sumLabel = (counts: readonly KeyCount[]): string | null => {
  const sent = counts.filter(({ key }) => !NOT_SENT.includes(key))
  const total = sent.reduce((sum, { count }) => sum + count, 0)
  const parts = sent.map(({ key, count }) => `${formatWhole(count)} ${keyLabel('queue', key).word}`)
  const kept = counts.filter(({ key }) => key === 'suppressed' || key === 'foreign')
  const words = [
    ...(total === 0 ? [] : [`${itemsLabel('queue', total)} = ${parts.join(' + ')}`]),
    ...kept.map(({ key, count }) => `${formatWhole(count)} ${keyLabel('queue', key).word}, not sent`),
  ]
  return words.length === 0 ? null : words.join('; ')
}

/** Nothing of it is held, ready or in flight. */
export const isAtRest = ({ state }: Pick<Intent, 'state'>): boolean =>
  state !== 'held' && state !== 'ready' && state !== 'in_flight'

type Reasons = Pick<Intent, 'reason' | 'state'> & { readonly items: readonly Pick<IntentItem, 'reason'>[] }

/** What is wrong with the intent as a whole, such as numbers that do not add up; null if an item has this reason. */
export const problemOf = ({ state, reason, items }: Reasons): string | null =>
  !isAtRest({ state }) || items.some((item) => item.reason === reason) ? null : reason

/** What a check of the outbox found: `1 found in the outbox.`, queued or sent. */
export const recheckLabel = ({ confirmed, absent, stillUnknown }: CallOutput<'outreach.recheck'>): string =>
  joinParts(
    [
      confirmed === 0 ? '' : `${formatWhole(confirmed)} found in the outbox.`,
      absent === 0 ? '' : `${formatWhole(absent)} not in the outbox: you can send them again.`,
      stillUnknown === 0 ? '' : `${formatWhole(stillUnknown)} still unknown: check again in a minute.`,
    ],
    ' ',
  )

/** `2 pitches have no subject`; a reason that does not name what is missing stands as it is. */
const lacking = (count: number, reason: string): string => {
  const [, what] = /^(?:It|The pitch) has (no \w+)\.$/.exec(reason) ?? []
  const pitches = plural(count, 'pitch', 'pitches')
  return what === undefined
    ? `${pitches} skipped: ${reason.replace(/\.$/, '')}`
    : `${pitches} ${count === 1 ? 'has' : 'have'} ${what}`
}

/** What the skipped pitches lack. */
export const skippedLabel = (items: readonly Pick<IntentItem, 'reason'>[]): string =>
  joinParts(
    Array.from(
      Map.groupBy(items, ({ reason }) => reason ?? 'The service did not say why.'),
      ([reason, some]) => lacking(some.length, reason),
    ),
  )

/** The pitches that are not sent with the others, by what they still lack. */
export const incompleteLabel = (items: readonly Correction[]): string => {
  const missing = items.flatMap((one) => missingIn(one) ?? [])
  const parts = Array.from(
    Map.groupBy(missing, (what) => what),
    ([what, some]) => lacking(some.length, `It has no ${what}.`),
  )
  return `${joinParts(parts)}: not sent.`
}
