// Suppressions, contact history and credits.
import { z } from 'zod'
import { BrandIdSchema, BrandIdsSchema, InstantSchema, pageInput, pageOf } from './common.ts'
import { call } from './define.ts'
import { changedFields } from './values/attribution.ts'

const IdSchema = z.string().min(1).max(200)

export const SuppressionSchema = z.object({
  kind: z.enum(['address', 'domain']),
  /** An e-mail address, or a registrable domain; lower case. */
  value: z.string(),
  reason: z.string(),
  createdAt: InstantSchema,
  ...changedFields,
})
export type Suppression = z.infer<typeof SuppressionSchema>

/** `discover`: 25 credits; `findPeople`: 5 per site, refunded if nobody new is found. */
export const LedgerRowSchema = z.object({
  id: z.string(),
  brandId: BrandIdSchema,
  at: InstantSchema,
  action: z.enum(['discover', 'findPeople', 'audit']),
  /** "12 sites searched for people". */
  about: z.string(),
  intentId: z.string().nullable(),
  /** From the service's reply; null if it never came (the intent is unknown). */
  charged: z.number().nullable(),
  /** The most that was accepted for it; the service may have charged more. */
  accepted: z.number(),
  /** Possible refund; 0 once the search has ended. */
  mayComeBack: z.number(),
  /** What the service reported as refunded; it counts back towards the budget of the month of the charge. */
  refunded: z.number(),
  /** Expected refund: 5 × sites that ended with nobody new, until the service reports it. It does not count. */
  expectedBack: z.number(),
})
export type LedgerRow = z.infer<typeof LedgerRowSchema>

export const CreditTotalSchema = z.object({
  brandId: BrandIdSchema,
  /** Charged this calendar month (UTC), less what the service reported as refunded of it. */
  spentThisMonth: z.number(),
  mayComeBack: z.number(),
  monthlyBudget: z.number().nullable(),
  /** The most that running or unknown actions may have taken this month: it counts towards the budget. */
  underWay: z.number(),
  /** Of the budget. */
  ...changedFields,
})

export const PriorContactSchema = z.object({
  brandId: BrandIdSchema,
  contactId: z.string(),
  /** The brand that contacted them: this one or another of the desk. */
  byBrandId: BrandIdSchema,
  /** The same person, or somebody else at the same registrable domain. */
  match: z.enum(['person', 'domain']),
  at: InstantSchema.nullable(),
  /** Queued and not sent yet. */
  isWaiting: z.boolean(),
  subject: z.string().nullable(),
})
export type PriorContact = z.infer<typeof PriorContactSchema>

export const TRIAGE_STATES = ['keep', 'later', 'drop'] as const

export const outreachCareCalls = {
  'outreach.suppressions': call({
    input: z.object({ ...pageInput }).omit({ brandIds: true }),
    output: pageOf(SuppressionSchema),
    // Those of the demo go with its brands.
    reads: ['suppressions', 'brands'],
  }),
  /** For all brands, all rows or none: a row that is not an address or domain is `invalid` with its field. */
  'outreach.suppress': call({
    input: z.object({
      entries: z
        .array(z.object({ value: z.string().trim().min(1).max(320), reason: z.string().trim().max(500).default('') }))
        .min(1)
        .max(10_000),
    }),
    output: z.object({ added: z.number().int(), already: z.number().int() }),
    reads: [],
  }),
  'outreach.unsuppress': call({
    input: z.object({ values: z.array(z.string().min(1).max(320)).min(1).max(10_000) }),
    output: z.object({ removed: z.array(SuppressionSchema) }),
    reads: [],
  }),
  /** Earlier and waiting pitches of all brands to these people or their sites; of each brand that is asked for, newest first. */
  'outreach.contactHistory': call({
    input: z.object({
      contacts: z
        .array(z.object({ brandId: BrandIdSchema, contactId: IdSchema }))
        .min(1)
        .max(500),
    }),
    output: z.object({ contactHistory: z.array(PriorContactSchema) }),
    reads: ['outbox', 'contacts', 'prospects', 'intents', 'suppressions'],
  }),
  /** Newest first, with the totals of the brands. */
  'outreach.ledger': call({
    input: z.object({ ...pageInput }),
    output: pageOf(LedgerRowSchema).extend({ totals: z.array(CreditTotalSchema) }),
    reads: ['credits', 'brands'],
  }),
  /** Credits per calendar month (UTC); null: no limit. A paid action that exceeds it must be accepted. */
  'outreach.setBudget': call({
    input: z.object({ brandIds: BrandIdsSchema, monthlyBudget: z.number().int().min(0).max(10_000_000).nullable() }),
    output: z.object({ totals: z.array(CreditTotalSchema) }),
    reads: [],
  }),
  /** Marks on prospects; only given fields change. Returns the marks before, for undo. */
  'prospects.mark': call({
    input: z.object({
      brandId: BrandIdSchema,
      prospectIds: z.array(IdSchema).min(1).max(10_000),
      triage: z.enum(TRIAGE_STATES).nullable().optional(),
      addTags: z.array(z.string().trim().min(1).max(40)).max(50).default([]),
      removeTags: z.array(z.string().trim().min(1).max(40)).max(50).default([]),
      note: z.string().max(10_000).optional(),
    }),
    output: z.object({
      changed: z.number().int(),
      before: z.array(
        z.object({
          prospectId: z.string(),
          triage: z.enum(TRIAGE_STATES).nullable(),
          tags: z.array(z.string()),
          note: z.string(),
        }),
      ),
    }),
    reads: [],
  }),
}
