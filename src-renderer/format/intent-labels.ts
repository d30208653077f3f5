// What the states of an irreversible action are called, everywhere. Never just "success".

import type { Intent, IntentItemState, IntentKind, IntentState } from '../../src-shared/desk/intents.ts'
import { keptOf, moveOf, setAgainOf } from '../../src-shared/desk/values/moves.ts'
import { titleOfSlug } from '../../src-shared/desk/values/slugs.ts'
import { MINUTE_MS } from '../../src-shared/service/durations.ts'
import { providerName } from '../../src-shared/service/providers.ts'
import { joinParts } from './join-parts.ts'
import { NO_VALUE, plural } from './numbers.ts'
import { formatMoment } from './time.ts'

export type Tone = 'plain' | 'busy' | 'good' | 'warn' | 'bad'
type Word = { readonly word: string; readonly tone: Tone; readonly about: string }

export const INTENT_LABELS: Record<IntentState, Word> = {
  held: { word: 'held', tone: 'warn', about: 'Created; nothing is sent until the hold ends.' },
  ready: { word: 'created', tone: 'plain', about: 'Sent next.' },
  in_flight: { word: 'sending', tone: 'busy', about: 'Sent to the service; waiting for its answer.' },
  confirmed: { word: 'confirmed', tone: 'good', about: 'Every item was done.' },
  partly_done: { word: 'partly done', tone: 'warn', about: 'Some items succeeded, some did not.' },
  failed: { word: 'failed', tone: 'bad', about: 'No item succeeded.' },
  unknown: { word: 'unknown', tone: 'bad', about: 'It may have happened. You decide.' },
  cancelled: { word: 'cancelled', tone: 'plain', about: 'Cancelled before it was sent.' },
}

export const ITEM_LABELS: Record<IntentItemState, Omit<Word, 'about'>> = {
  waiting: { word: 'created', tone: 'plain' },
  in_flight: { word: 'sending', tone: 'busy' },
  confirmed: { word: 'confirmed', tone: 'good' },
  failed: { word: 'failed', tone: 'bad' },
  skipped: { word: 'skipped', tone: 'warn' },
  unknown: { word: 'unknown', tone: 'bad' },
  cancelled: { word: 'cancelled', tone: 'plain' },
}

export const KIND_LABELS: Record<IntentKind, string> = {
  publish: 'Publish',
  schedule: 'Schedule',
  unschedule: 'Unschedule',
  unpublish: 'Unpublish',
  queue: 'Queue',
  unqueue: 'Unsend',
  discover: 'Discover prospects',
  findPeople: 'Find people',
}

/** Actions on articles; the others are intents of outreach. */
export type PublishKind = 'publish' | 'schedule' | 'unschedule' | 'unpublish'

const ITEM_NOUNS: Record<IntentKind, readonly [one: string, many: string]> = {
  publish: ['article', 'articles'],
  schedule: ['article', 'articles'],
  unschedule: ['article', 'articles'],
  unpublish: ['article', 'articles'],
  queue: ['pitch', 'pitches'],
  unqueue: ['pitch', 'pitches'],
  discover: ['search', 'searches'],
  findPeople: ['site', 'sites'],
}

/** `1 pitch`, `12 sites`: what the items of such an intent are. */
export const itemsLabel = (kind: IntentKind, count: number): string => plural(count, ...ITEM_NOUNS[kind])

const detail = (intent: Pick<Intent, 'details'>, name: string): string | null => {
  const value = intent.details[name]
  return typeof value === 'string' ? value : null
}

export const providerOf = (intent: Pick<Intent, 'details'>): string | null => detail(intent, 'provider')
export const publishAtOf = (intent: Pick<Intent, 'details'>): string | null => detail(intent, 'publishAt')

type Named = Pick<Intent, 'kind' | 'counts'> & Partial<Pick<Intent, 'details'>>

/** `Publish 3 articles`, `Queue 38 pitches`, `Find people at 12 sites`, `Discover prospects`, `Move tent-care`. */
export const intentLabel = ({ kind, counts, details = {} }: Named): string => {
  const move = moveOf({ details })
  if (move !== null && kind === 'schedule') return `Move ${move.articleSlug}`
  const setAgain = setAgainOf({ details })
  if (setAgain !== null) return `Set ${setAgain} again`
  if (kind === 'discover') return KIND_LABELS.discover
  return `${KIND_LABELS[kind]} ${kind === 'findPeople' ? 'at ' : ''}${itemsLabel(kind, counts.total)}`
}

const ABOUT_ARTICLES: ReadonlySet<IntentKind> = new Set(['publish', 'schedule', 'unschedule', 'unpublish'])

/** `Snow shelter basics`, `anna@alder.com +13`: what an action of a list is about; empty: nothing in particular. */
export const aboutLabel = ({ kind, counts, about }: Pick<Intent, 'kind' | 'counts' | 'about'>): string => {
  if (about == null) return ''
  const first = ABOUT_ARTICLES.has(kind) ? titleOfSlug(about) : about
  return counts.total > 1 ? `${first} +${counts.total - 1}` : first
}

/** `also ends Ghost (24 Nov, 09:00), which is set again`; empty: nothing else ends. */
const alsoEndsLabel = (intent: Pick<Intent, 'details'>, zone?: string): string => {
  const kept = keptOf(intent)
  if (kept.length === 0) return ''
  const names = kept.slice(0, 3).map(({ provider, at }) => `${providerName(provider)} (${formatMoment(at, zone)})`)
  const more = kept.length > names.length ? ` and ${kept.length - names.length} more` : ''
  return `also ends ${names.join(', ')}${more}, set again at the same time`
}

/** `moved from 24 Nov, 09:00 to 25 Nov, 09:00`, and what else ends; null: neither. */
export const moveLabel = (intent: Pick<Intent, 'details'>, zone?: string): string | null => {
  const move = moveOf(intent)
  const moved = move === null ? '' : `moved from ${formatMoment(move.from, zone)} to ${formatMoment(move.to, zone)}`
  return joinParts([moved, alsoEndsLabel(intent, zone)]) || null
}

/** Several intents together: `Queue 8,530 pitches` where all are of one kind, else `2 actions`. */
export const intentsLabel = (intents: readonly Named[]): string => {
  const [first] = intents
  if (intents.length === 1 && first !== undefined) return intentLabel(first)
  if (first === undefined || intents.some(({ kind }) => kind !== first.kind)) return plural(intents.length, 'action')
  const total = intents.reduce((sum, { counts }) => sum + counts.total, 0)
  return intentLabel({ kind: first.kind, counts: { ...first.counts, total }, details: {} })
}

/** `no subject`, of a pitch that was skipped because it lacks something; null: for another reason. */
export const lackOf = (reason: string | null): string | null =>
  reason?.match(/^(?:It|The pitch) has (no \w+)\.$/)?.[1] ?? null

/** `2 of 3 confirmed · 1 failed`; `2 skipped: no subject` with what the first of them lacks. */
export const countsLabel = (
  { total, confirmed, failed, skipped, unknown }: Intent['counts'],
  lack: string | null = null,
): string =>
  joinParts([
    `${confirmed} of ${total} confirmed`,
    failed > 0 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped${lack === null ? '' : `: ${lack}`}` : '',
    unknown > 0 ? `${unknown} unknown` : '',
  ])

/** What is left of a hold: `sends in 24 s`, `sends in 2 min 5 s`, `paused`, `sending`. */
export const holdLabel = (hold: Pick<Intent, 'releaseAt' | 'isPaused' | 'needsApproval'>, nowMs: number): string => {
  if (hold.needsApproval) return 'waits for approval'
  if (hold.isPaused || hold.releaseAt === null) return 'paused'
  const seconds = Math.ceil((Date.parse(hold.releaseAt) - nowMs) / 1000)
  if (seconds <= 0) return 'sending'
  if (seconds < 60) return `sends in ${seconds} s`
  const rest = seconds % 60
  return `sends in ${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}

const SECOND_MS = 1000

const tookText = (ms: number): string => {
  if (ms < SECOND_MS) return 'under 1 s'
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`
  const minutes = Math.round(ms / MINUTE_MS)
  const rest = minutes % 60
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`
}

/** How long the service took, or takes so far: `3 s`, `2 min`, `1 h 5 min`. */
export const tookLabel = ({ sentAt, endedAt }: Pick<Intent, 'sentAt' | 'endedAt'>, nowMs: number): string => {
  if (sentAt === null) return NO_VALUE
  const ms = Math.max(0, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(sentAt))
  return endedAt === null ? `${tookText(ms)} so far` : tookText(ms)
}
