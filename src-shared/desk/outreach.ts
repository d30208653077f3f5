import { z } from 'zod'
import { PeopleTermsSchema } from '../service/outreach.ts'
import { BrandIdSchema, BrandIdsSchema, InstantSchema, pageInput, pageOf, sortBy } from './common.ts'
import { call, event } from './define.ts'
import { HoldSecondsSchema } from './intents.ts'

const IdSchema = z.string().min(1).max(200)
const TextOrNullSchema = z.string().nullable()

/** One intent per brand; `intentId` is the first. */
const intentIds = z.object({ intentId: z.string(), intentIds: z.array(z.string()) })

/** The price of a paid action. All amounts are AI credits. */
export const CreditQuoteSchema = z.object({
  brandId: BrandIdSchema,
  /** What is charged at once, at most. */
  credits: z.number(),
  /** How much of it is refunded if nothing new is found. */
  refundable: z.number(),
  /** What it is for, and what is left out. */
  explanation: z.string(),
  /** Sites that are not sent and not in the price, with the reason: already searched, already links, self-serve or creator platform. */
  skipped: z.array(z.object({ id: z.string(), reason: z.string() })),
  /** False if there seems to be nothing to do: it is running already, or every site would be skipped. */
  isNeeded: z.boolean(),
  /** Charged in this calendar month (UTC) and not refunded, and the brand's limit; null: none. */
  spentThisMonth: z.number(),
  monthlyBudget: z.number().nullable(),
  /** The most that actions under way may have taken; it counts towards the budget. */
  underWay: z.number(),
  passesBudget: z.boolean(),
})
export type CreditQuote = z.infer<typeof CreditQuoteSchema>

/** The price the person was shown; a higher one is a conflict. `accept: ['budget']` goes past the brand's budget. */
const priced = {
  acceptCredits: z.number().min(0).optional(),
  accept: z.array(z.string().max(100)).max(100).default([]),
  holdSeconds: HoldSecondsSchema.default(0),
  /** What asked for it, kept in the details of the intent: a playbook finds its own again after a crash. */
  origin: z.string().min(1).max(100).optional(),
}

/** Sites that the service will probably skip are left out; this sends them too, each at its full price. */
const searched = { searchAnyway: z.boolean().default(false) }

export const MailboxSchema = z.object({
  brandId: BrandIdSchema,
  id: z.string(),
  email: z.string(),
  dailyLimit: z.number().nullable(),
  /** Pitches in the outbox that wait for it; null if the service does not name mailboxes. */
  waiting: z.number().int().nullable(),
})
export type Mailbox = z.infer<typeof MailboxSchema>

/** As the service takes it; it skips an item without contact, subject or body. */
export const PitchItemSchema = z.object({
  prospectEmailId: IdSchema.optional(),
  subject: z.string().max(100_000).optional(),
  body: z.string().max(500_000).optional(),
})
export type PitchItem = z.infer<typeof PitchItemSchema>

export const QUEUE_ITEMS_MAX = 10_000
/** Pitches with texts in one reply. */
export const PITCHES_READ_MAX = 500

/** A pitch as it is sent, with its contact. */
const PitchSchema = z.object({
  brandId: BrandIdSchema,
  prospectEmailId: TextOrNullSchema,
  name: TextOrNullSchema,
  email: TextOrNullSchema,
  subject: TextOrNullSchema,
  body: TextOrNullSchema,
})

/** `next`: what is sent next comes first, then what was sent, the newest first. */
export const OUTBOX_SORT_FIELDS = ['next', 'scheduledAt', 'sentAt', 'subject', 'status', 'contact'] as const

export const OutboxRowSchema = z.object({
  brandId: BrandIdSchema,
  conversationId: z.string(),
  prospectEmailId: z.string(),
  name: TextOrNullSchema,
  email: TextOrNullSchema,
  domain: TextOrNullSchema,
  subject: TextOrNullSchema,
  /** The service's own word. */
  status: z.string(),
  /** Still in the queue: it can be unsent. */
  isWaiting: z.boolean(),
  /** If the service names the mailbox. */
  mailboxEmail: TextOrNullSchema,
  scheduledAt: InstantSchema.nullable(),
  /** Estimated from the spacing of the brand's last queue request, if the service gives no time and the estimate is not over. */
  estimatedAt: InstantSchema.nullable(),
  sentAt: InstantSchema.nullable(),
  more: z.record(z.string(), z.unknown()),
})
export type OutboxRow = z.infer<typeof OutboxRowSchema>

export const outreachCalls = {
  'outreach.quote': call({
    input: z.discriminatedUnion('action', [
      z.object({ action: z.literal('discover'), brandId: BrandIdSchema }),
      z.object({
        action: z.literal('findPeople'),
        brandId: BrandIdSchema,
        prospectIds: z.array(IdSchema).min(1).max(QUEUE_ITEMS_MAX),
        ...searched,
      }),
    ]),
    output: CreditQuoteSchema,
    reads: ['credits', 'prospects', 'contacts'],
  }),
  'outreach.discover': call({ input: z.object({ brandId: BrandIdSchema, ...priced }), output: intentIds, reads: [] }),
  /** Any number of prospects, in requests of at most 50. */
  'outreach.findPeople': call({
    input: z.object({
      brandId: BrandIdSchema,
      prospectIds: z.array(IdSchema).min(1).max(QUEUE_ITEMS_MAX),
      terms: PeopleTermsSchema.optional(),
      ...searched,
      ...priced,
    }),
    output: intentIds,
    reads: [],
  }),
  'outreach.searchTerms': call({
    input: z.object({ brandId: BrandIdSchema }),
    output: z.object({ suggested: z.array(z.string()), defaults: z.array(z.string()) }),
    reads: [],
  }),
  /** From the cache; empty until the brand's mailboxes were synced. Connecting one is done in the service's dashboard. */
  'outreach.mailboxes': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({ mailboxes: z.array(MailboxSchema), freshAsOf: InstantSchema.nullable() }),
    reads: ['mailboxes', 'outbox', 'brands'],
  }),
  /**
   * Either one brand's `items`, or a frozen preview (`outreach.freeze`), whose ready rows are sent exactly.
   * Warnings of the preview must be accepted by code. So must later changes (a `conflict` with issues that have `code` and
   * `count`): `suppressed` (if accepted, these people are left out), `queued-meanwhile` (this brand queued them by another
   * intent; if accepted, they are contacted anyway) and in a team `open-pitch` (an open pitch, of the colleague whom the
   * message names; if accepted, these people are left out).
   * `items` have no preview, so its warnings apply here: a contact with a waiting pitch (in the outbox or on this desk:
   * `already-queued`) or a pitch within 30 days (`contacted-before`) is a `conflict` with the item, unless accepted. So is an
   * address that another contact has: in the same call (`duplicate-address`), or with such a pitch (`contacted-before`).
   * `leavesUnaccepted` leaves out the rows of a preview with a warning that is not in `accept`. A draft of which something
   * stays must not be named as `draftId`.
   * `sendNow` takes exactly one recipient without a waiting pitch.
   * Nothing is sent before its hold ends.
   */
  'outreach.queue': call({
    input: z.object({
      brandId: BrandIdSchema.optional(),
      items: z.array(PitchItemSchema).min(1).max(QUEUE_ITEMS_MAX).optional(),
      previewId: IdSchema.optional(),
      /** The draft of the preview: it leaves the drafts, and returns if all its intents are cancelled. */
      draftId: IdSchema.optional(),
      leavesUnaccepted: z.boolean().default(false),
      sendNow: z.boolean().default(false),
      /** One mailbox; left out: rotation. */
      sendingAccountId: IdSchema.optional(),
      holdSeconds: HoldSecondsSchema.optional(),
      accept: z.array(z.string().max(100)).max(100).default([]),
    }),
    /** `left`: recipients of the preview, from 0, that were not queued. */
    output: intentIds.extend({ left: z.array(z.number().int()) }),
    reads: [],
  }),
  /**
   * Sends skipped or failed items again, corrected, as a new intent; `item` is the index in the old one. An item that is
   * corrected to another contact gets the warnings of `outreach.queue`.
   */
  'outreach.resend': call({
    input: z.object({
      intentId: IdSchema,
      items: z
        .array(PitchItemSchema.extend({ item: z.number().int().min(0) }))
        .min(1)
        .max(QUEUE_ITEMS_MAX),
      holdSeconds: HoldSecondsSchema.optional(),
      accept: z.array(z.string().max(100)).max(100).default([]),
    }),
    output: intentIds,
    reads: [],
  }),
  /** Reads the outbox and settles unknown items by it. Sends nothing. */
  'outreach.recheck': call({
    input: z.object({ intentId: IdSchema }),
    output: z.object({ confirmed: z.number().int(), absent: z.number().int(), stillUnknown: z.number().int() }),
    reads: [],
  }),
  /** Pitches of an intent exactly as sent, in the order asked for. */
  'outreach.pitches': call({
    input: z.object({ intentId: IdSchema, items: z.array(z.number().int().min(0)).min(1).max(PITCHES_READ_MAX) }),
    output: z.object({ pitches: z.array(PitchSchema.extend({ item: z.number().int() })) }),
    reads: ['intents', 'contacts'],
  }),
  /** One of them, and the pitch it replaced if that is known. */
  'outreach.pitch': call({
    input: z.object({ intentId: IdSchema, item: z.number().int().min(0) }),
    output: PitchSchema.extend({
      /** The unsent pitch that it replaced; `body` is null if this desk did not send it. */
      previous: z.object({ subject: TextOrNullSchema, body: TextOrNullSchema }).nullable(),
    }),
    reads: ['intents', 'contacts'],
  }),
  'outreach.outbox': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({
          status: z.array(z.string()).min(1).optional(),
          isWaiting: z.boolean().optional(),
          mailboxEmail: z.array(z.string()).min(1).optional(),
          prospectEmailId: z.string().optional(),
        })
        .default({}),
      sort: sortBy(OUTBOX_SORT_FIELDS, 'scheduledAt'),
    }),
    output: pageOf(OutboxRowSchema).extend({
      /** Statuses and mailboxes of these brands with counts, for the filters. */
      statusCounts: z.array(z.object({ status: z.string(), count: z.number().int() })),
      mailboxCounts: z.array(z.object({ mailboxEmail: z.string(), count: z.number().int() })),
      waiting: z.number().int(),
      /** When the last queued pitch of these brands is sent; null: one of them has no known time, or all are over. */
      lastQueued: z.object({ at: InstantSchema, isEstimated: z.boolean() }).nullable(),
    }),
    reads: ['outbox', 'contacts', 'prospects', 'mailboxes', 'brands'],
  }),
  /**
   * Pitches in figures: queued now; sent, and replied of those, within the last days; skipped, failed and unknown of what this
   * desk queued within them. `replied` is null where the service reports no replies.
   */
  'outreach.outcomes': call({
    input: z.object({
      brandIds: BrandIdsSchema.default('all'),
      days: z.number().int().min(1).max(366).default(28),
    }),
    output: z.object({
      days: z.number().int(),
      queued: z.number().int(),
      sent: z.number().int(),
      replied: z.number().int().nullable(),
      /** Of those sent. */
      bounced: z.number().int(),
      skipped: z.number().int(),
      failed: z.number().int(),
      unknown: z.number().int(),
    }),
    reads: ['outbox', 'intents', 'brands'],
  }),
  /** Addresses that are not suppressed and at which the last pitch bounced, the latest first. */
  'outreach.bounced': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({ addresses: z.array(z.object({ email: z.string(), at: InstantSchema.nullable() })) }),
    reads: ['outbox', 'contacts', 'prospects', 'suppressions', 'brands'],
  }),
  /** Unsends waiting pitches; each conversation is an item of the intent. */
  'outreach.unqueue': call({
    input: z.object({
      brandId: BrandIdSchema,
      conversationIds: z.array(IdSchema).min(1).max(QUEUE_ITEMS_MAX),
      holdSeconds: HoldSecondsSchema.default(0),
    }),
    output: intentIds,
    reads: [],
  }),
}

export const outreachEvents = {
  /** How many people were read, then written. */
  'outreach.freezeProgress': event(
    z.object({
      runId: z.string(),
      stage: z.enum(['reading', 'writing']),
      done: z.number().int(),
      total: z.number().int(),
    }),
  ),
}
