// Blockers and warnings of one recipient: of the address, of earlier pitches, of the text.
import { getDomain } from 'tldts'
import type { PreviewRow } from '../../src-shared/desk/composing.ts'
import type { PriorContact, Suppression } from '../../src-shared/desk/outreach-care.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import { DAY_MS } from '../base/clock.ts'
import { sinceLabel } from '../base/since-label.ts'
import type { Mentions } from './rules/mentions.ts'
import { unfilledPlaceholders } from './rules/unfilled-placeholders.ts'
import type { StateHere, WaitingPitch } from './waiting-pitch.ts'

type Warning = PreviewRow['warnings'][number]
type Blocker = PreviewRow['blockers'][number]

const PRIOR_CONTACTS_MAX = 3

/** Code points, as the service counts. */
export const characters = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

export const addressKey = (email: string): string => email.trim().toLowerCase()

/** Of whole days: 20 hours may be of today or of yesterday, by whose clock. `before`: a time that is not over. */
export const agoLabel = (ms: number): string => {
  if (ms < 0) return 'before'
  const days = Math.floor(ms / DAY_MS)
  if (days === 0) return 'less than a day ago'
  return days === 1 ? '1 day ago' : `${days} days ago`
}

const priorContactWarning = (
  prior: PriorContact,
  { brandName, site, nowMs }: { brandName: (id: string) => string; site: string; nowMs: number },
): Warning => {
  const who = brandName(prior.byBrandId)
  const person = prior.match === 'person' ? 'this person' : `somebody at ${site}`
  if (prior.isWaiting) return { code: 'contacted-before', message: `${who} has a pitch queued for ${person}.` }
  const when = prior.at === null ? 'before' : agoLabel(nowMs - Date.parse(prior.at))
  return { code: 'contacted-before', message: `${who} pitched ${person} ${when}.` }
}

const HERE_LABELS: Readonly<Record<StateHere, string>> = {
  held: 'held',
  ready: 'sending next',
  going: 'being sent',
  unknown: 'outcome unknown',
  queued: 'queued just now',
}

/** "is on this desk since 22:01, held", or of a team "was queued by Maria at 22:01, held" */
export const hereLabel = ({ sinceMs, state, by }: NonNullable<WaitingPitch['here']>, nowMs: number): string => {
  const since = sinceLabel(sinceMs, nowMs)
  const how = by === null ? `is on this desk since ${since}` : `was queued by ${by} at ${since}`
  return `${how}, ${HERE_LABELS[state]}`
}

/** In a team this brand can have no second pitch to the contact until that one has ended; null: it can. */
const openPitchMessage = ({ waiting, email, nowMs }: AddressFacts): string | null => {
  const here = waiting?.here
  if (here === undefined || here.by === null || here.state === 'queued') return null
  const to = email === null ? '' : ` (${email})`
  return `${here.by} queued a pitch to this contact${to} at ${sinceLabel(here.sinceMs, nowMs)}: ${HERE_LABELS[here.state]}.`
}

export const waitingWarning = ({ subject, here }: WaitingPitch, brandName: string, nowMs: number): Warning => {
  const code = 'already-queued'
  const named = subject === null ? '' : ` ("${subject}")`
  if (here === undefined)
    return { code, message: `${brandName} has a pitch queued for this person${named}; this message replaces it.` }
  const then =
    here.by === null || here.state === 'queued'
      ? 'This message replaces it, or is a second e-mail if that one is sent first.'
      : 'Cancel it first, or leave this person out.'
  return { code, message: `A pitch of ${brandName} for this person${named} ${hereLabel(here, nowMs)}. ${then}` }
}

export type AddressFacts = {
  readonly brandId: string
  readonly email: string | null
  readonly domain: string | null
  readonly suppression: Suppression | undefined
  /** The contact or address is earlier in the set, for the same brand. */
  readonly isRepeated: boolean
  /** Other brands of the set that contact the same address. */
  readonly alsoBy: readonly string[]
  readonly contactHistory: readonly PriorContact[]
  readonly waiting: WaitingPitch | undefined
  readonly siteLinks: boolean
  readonly brandName: (brandId: string) => string
  readonly nowMs: number
}

export const repeatedMessage = (email: string | null, brandName: string): string =>
  `${email ?? 'This contact'} is already in this set for ${brandName}; only the first is sent.`

export const addressBlockers = (facts: AddressFacts): Blocker[] => {
  const { email, brandId, isRepeated, suppression, brandName } = facts
  const openPitch = openPitchMessage(facts)
  return [
    ...(isRepeated
      ? [
          {
            code: 'duplicate-address' as const,
            message: repeatedMessage(email, brandName(brandId)),
          },
        ]
      : []),
    ...(suppression === undefined
      ? []
      : [
          {
            code: 'suppressed' as const,
            message: `${suppression.value} is on the suppression list${suppression.reason === '' ? '' : `: ${suppression.reason}`}.`,
          },
        ]),
    ...(openPitch === null ? [] : [{ code: 'open-pitch' as const, message: openPitch }]),
  ]
}

export const addressWarnings = (facts: AddressFacts): Warning[] => {
  const { email, domain, brandId, brandName, waiting, nowMs } = facts
  const site = (email === null ? null : getDomain(email.slice(email.lastIndexOf('@') + 1))) ?? domain ?? 'the same site'
  // A waiting pitch of this brand for this person is already-queued.
  const isQueuedWarning = ({ isWaiting, match, byBrandId }: PriorContact) =>
    waiting !== undefined && isWaiting && match === 'person' && byBrandId === brandId
  const others = facts.contactHistory.filter((one) => !isQueuedWarning(one))
  return [
    ...(email === null
      ? [{ code: 'no-address' as const, message: 'The service has sent no address for this contact.' }]
      : []),
    ...(waiting === undefined || openPitchMessage(facts) !== null
      ? []
      : [waitingWarning(waiting, brandName(brandId), nowMs)]),
    ...(facts.siteLinks
      ? [{ code: 'site-links' as const, message: `${site} already links to ${brandName(brandId)}.` }]
      : []),
    ...others.slice(0, PRIOR_CONTACTS_MAX).map((one) => priorContactWarning(one, { brandName, site, nowMs })),
    ...facts.alsoBy.map((id) => ({
      code: 'contacted-before' as const,
      message: `${brandName(id)} contacts the same address in this set.`,
    })),
  ]
}

type TextFacts = {
  readonly brandId: string
  readonly brandName: string
  readonly subject: string
  readonly body: string
  readonly about: readonly string[]
  readonly mentions: Mentions
}

export const textBlockers = ({ subject, body }: Pick<TextFacts, 'subject' | 'body'>): Blocker[] => [
  ...(subject.trim() === '' ? [{ code: 'no-subject' as const, message: 'The subject is empty.' }] : []),
  ...(body.trim() === '' ? [{ code: 'no-body' as const, message: 'The text is empty.' }] : []),
]

/** Warns if the service would cut the text. */
export const truncatedWarnings = (field: 'subject' | 'body', text: string): Warning[] => {
  const max = field === 'subject' ? LIMITS.subjectCharactersMax : LIMITS.bodyCharactersMax
  const count = text.length <= max ? 0 : characters(text)
  if (count <= max) return []
  const message = `The ${field} has ${count} characters; the service cuts it after ${max}.`
  return [{ code: `truncated-${field}`, message }]
}

export const textWarnings = ({ brandId, brandName, subject, body, about, mentions }: TextFacts): Warning[] => [
  ...[...new Set([...unfilledPlaceholders(subject), ...unfilledPlaceholders(body)])].map((placeholder) => ({
    code: 'unfilled-placeholder' as const,
    message: `"${placeholder}" looks like an unfilled placeholder.`,
  })),
  ...mentions({ brandId, text: `${subject}\n${body}`, about }).map((other) => ({
    code: 'wrong-brand' as const,
    message: `The text names ${other}, but would be sent for ${brandName}.`,
  })),
  ...truncatedWarnings('subject', subject),
  ...truncatedWarnings('body', body),
]
