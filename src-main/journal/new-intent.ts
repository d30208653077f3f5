import { randomBytes } from 'node:crypto'
import type { IntentKind } from '../../src-shared/desk/intents.ts'
import type { CallItem } from './kind.ts'
import type { IntentDetails, NewIntent } from './queries/intents.ts'
import { contactOf } from './rules/contact-of.ts'

/** What a domain asks the journal to do, for one brand. */
export type IntentRequest = {
  readonly kind: IntentKind
  readonly brandId: string
  readonly details: IntentDetails
  /** Absent: the default hold. */
  readonly holdSeconds?: number | undefined
  readonly items: readonly Omit<CallItem, 'item'>[]
}

const HOLD_DEFAULT_SECONDS = 30

const newIntentId = (): string => `intent_${randomBytes(12).toString('base64url')}`

const encoder = new TextEncoder()

/** Items in calls; what a call sends is made one text here, whose bytes are handed over and not copied. */
const inCalls = (items: IntentRequest['items'], perCall: number): Pick<NewIntent, 'items' | 'payloads'> => ({
  items: items.map(({ subject, payload }, place) => {
    return { subject, call: Math.floor(place / perCall), contactId: contactOf(payload) }
  }),
  payloads: Array.from({ length: Math.ceil(items.length / perCall) }, (_, call) =>
    encoder.encode(JSON.stringify(items.slice(call * perCall, (call + 1) * perCall).map(({ payload }) => payload))),
  ),
})

/** The request as an intent of its own, its items in calls of at most `itemsPerCall`. */
export const toNewIntent = (
  { kind, brandId, details, holdSeconds, items }: IntentRequest,
  itemsPerCall: number,
): NewIntent => ({
  id: newIntentId(),
  kind,
  brandId,
  details,
  holdMs: (holdSeconds ?? HOLD_DEFAULT_SECONDS) * 1000,
  ...inCalls(items, itemsPerCall),
})

/** What of these intents is handed over to the store's thread instead of copied. */
export const buffersOf = (intents: readonly NewIntent[]): ArrayBuffer[] =>
  intents.flatMap(({ payloads = [] }) => payloads.map(({ buffer }) => buffer))
