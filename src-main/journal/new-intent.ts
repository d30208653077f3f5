import { randomBytes } from 'node:crypto'
import type { IntentKind } from '../../src-shared/desk/intents.ts'
import type { BatchItem } from './kind.ts'
import type { IntentDetails, NewIntent } from './queries/intents.ts'

/** What a room asks the journal to do for one brand. */
export type IntentRequest = {
  readonly kind: IntentKind
  readonly brandId: string
  readonly details: IntentDetails
  readonly accepted?: NewIntent['accepted']
  /** Left out: the default hold. */
  readonly holdSeconds?: number | undefined
  readonly items: readonly {
    readonly label: string
    /** Left out: the label. */
    readonly refId?: string | undefined
    readonly afterNo?: NewIntent['items'][number]['afterNo']
    readonly payload: BatchItem['payload']
  }[]
}

const HOLD_DEFAULT_SECONDS = 30

const newIntentId = (): string => `intent_${randomBytes(12).toString('base64url')}`

const encoder = new TextEncoder()

/** Splits items into batches. The payloads of a batch are one text, whose bytes are transferred and not copied. */
const inBatches = (items: IntentRequest['items'], perBatch: number): Pick<NewIntent, 'items' | 'payloads'> => ({
  items: items.map(({ label, refId, afterNo }, index) => ({
    label,
    refId,
    afterNo,
    batch: Math.floor(index / perBatch),
  })),
  payloads: Array.from({ length: Math.ceil(items.length / perBatch) }, (_, batch) =>
    encoder.encode(JSON.stringify(items.slice(batch * perBatch, (batch + 1) * perBatch).map(({ payload }) => payload))),
  ),
})

export const toNewIntent = (
  { kind, brandId, details, accepted, holdSeconds, items }: IntentRequest,
  itemsPerBatch: number,
  by?: string,
): NewIntent => ({
  by,
  id: newIntentId(),
  kind,
  brandId,
  details,
  accepted,
  holdMs: (holdSeconds ?? HOLD_DEFAULT_SECONDS) * 1000,
  ...inBatches(items, itemsPerBatch),
})

/** The buffers to transfer to the store's thread. */
export const buffersOf = (intents: readonly NewIntent[]): ArrayBuffer[] =>
  intents.flatMap(({ payloads = [] }) => payloads.map(({ buffer }) => buffer))
