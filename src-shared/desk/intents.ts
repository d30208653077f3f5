import { z } from 'zod'
import { BrandIdSchema, InstantSchema, pageInput, pageOf } from './common.ts'
import { call, event } from './define.ts'
import { PersonRefSchema } from './values/attribution.ts'
import { INTENT_ITEM_STATES, INTENT_STATES } from './values/state-names.ts'

export const IntentStateSchema = z.enum(INTENT_STATES)
export type IntentState = z.infer<typeof IntentStateSchema>

export const IntentItemStateSchema = z.enum(INTENT_ITEM_STATES)
export type IntentItemState = z.infer<typeof IntentItemStateSchema>

/** The kind decides the operation and its safety class. */
export const INTENT_KINDS = [
  'publish',
  'schedule',
  'unschedule',
  'unpublish',
  'queue',
  'unqueue',
  'discover',
  'findPeople',
] as const
export const IntentKindSchema = z.enum(INTENT_KINDS)
export type IntentKind = z.infer<typeof IntentKindSchema>

const IdSchema = z.string().min(1).max(64)

export const IntentItemSchema = z.object({
  /** Index in the intent, from 0. */
  item: z.number().int(),
  /** What is shown: the article's slug, the contact's address, the site. */
  label: z.string(),
  /** What it refers to: the article's slug, the id of the contact or prospect. */
  refId: z.string(),
  state: IntentItemStateSchema,
  /** Why it was not done: the service's text, or ours. */
  reason: z.string().nullable(),
  /** From the service's reply (postId, postUrl, status). */
  result: z.record(z.string(), z.json()),
})
export type IntentItem = z.infer<typeof IntentItemSchema>

export const IntentSchema = z.object({
  id: IdSchema,
  kind: IntentKindSchema,
  brandId: BrandIdSchema,
  state: IntentStateSchema,
  createdAt: InstantSchema,
  /** When the hold ends; null if it is paused or there is none. */
  releaseAt: InstantSchema.nullable(),
  isPaused: z.boolean(),
  sentAt: InstantSchema.nullable(),
  endedAt: InstantSchema.nullable(),
  /** Parameters of the request besides the items (provider, status, publishAt). */
  details: z.record(z.string(), z.json()),
  counts: z.object({
    total: z.number().int(),
    confirmed: z.number().int(),
    failed: z.number().int(),
    skipped: z.number().int(),
    unknown: z.number().int(),
  }),
  /** Why it failed, is unknown or waits, in one sentence. */
  reason: z.string().nullable(),
  /** In a list: what its first item is about, as that item's label; null: a search of the whole web. */
  about: z.string().nullable().optional(),
  /** A contradiction in the service's counts, in any state. */
  problem: z.string().nullable().optional(),
  /** In a team, as the two below: who queued it; null: somebody before there was a team. */
  madeBy: PersonRefSchema.nullable().optional(),
  /** The desk that sends it now, or sent it last, and until when it has the right to. */
  claimedBy: z.object({ deskNo: z.number().int(), until: InstantSchema }).nullable().optional(),
  /** It is held until a sender releases it. */
  needsApproval: z.boolean().optional(),
})
export type Intent = z.infer<typeof IntentSchema>

export const IntentActSchema = z.object({
  at: InstantSchema,
  act: z.enum(['created', 'held', 'paused', 'resumed', 'released', 'approved', 'cancelled', 'decided', 'retried']),
  /** In a team. */
  person: PersonRefSchema.nullable().optional(),
})
export type IntentAct = z.infer<typeof IntentActSchema>

/** `acts`: what people did to it, in their order. */
export const IntentWithItemsSchema = IntentSchema.extend({
  items: z.array(IntentItemSchema),
  acts: z.array(IntentActSchema),
})
export type IntentWithItems = z.infer<typeof IntentWithItemsSchema>

export const intentCalls = {
  /** Newest first, or `order: 'open'`: those that need a person or are not done yet first. A move is one row. */
  'intents.list': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({
          state: z.array(IntentStateSchema).min(1).optional(),
          kind: z.array(IntentKindSchema).min(1).optional(),
          /** In a team: logins of those who queued it. On a desk alone everything is one person's. */
          madeBy: z.union([z.literal('me'), z.array(z.string().min(1).max(63)).min(1).max(100)]).optional(),
        })
        .default({}),
      order: z.enum(['newest', 'open']).default('newest'),
    }),
    output: pageOf(IntentSchema),
    reads: ['intents', 'brands'],
  }),
  'intents.get': call({ input: z.object({ id: IdSchema }), output: IntentWithItemsSchema, reads: ['intents'] }),
  /**
   * Cancels what was not sent: the whole intent while held or ready, else its waiting items. Of a move both parts; `conflict`
   * once the article was taken off its old time, because it would be left without one. So do release and pause.
   * `items`: only these, of pitches that are held; the others keep their hold.
   */
  'intents.cancel': call({
    input: z.object({ id: IdSchema, items: z.array(z.number().int().min(0)).min(1).max(10_000).optional() }),
    output: IntentSchema,
    reads: [],
  }),
  /** Ends the hold now. */
  'intents.releaseNow': call({ input: z.object({ id: IdSchema }), output: IntentSchema, reads: [] }),
  /** Stops or starts the hold's countdown. */
  'intents.pause': call({ input: z.object({ id: IdSchema, paused: z.boolean() }), output: IntentSchema, reads: [] }),
  /**
   * A person decides on unknown items: done, not done, or send it again. `retry` also takes failed items ("retry failed only")
   * and makes a new intent of them; for pitches it first reads the outbox, and takes only those that are surely not in it.
   */
  'intents.resolve': call({
    input: z.object({
      id: IdSchema,
      items: z.array(z.number().int().min(0)).min(1).max(10_000).optional(),
      as: z.enum(['confirmed', 'failed', 'retry']),
    }),
    output: z.object({ intent: IntentSchema, newIntentId: IdSchema.nullable() }),
    reads: [],
  }),
}

export const intentEvents = {
  'intents.changed': event(
    z.object({ intentId: IdSchema, brandId: BrandIdSchema, kind: IntentKindSchema, state: IntentStateSchema }),
  ),
}

/** Seconds that an intent waits, visible and cancellable, before it is sent. */
export const HoldSecondsSchema = z.number().int().min(0).max(3600)
