// Care for people and money: whom no brand writes to, who was written to before, what was charged.
import { z } from 'zod'
import { BrandIdSchema, BrandIdsSchema, InstantSchema, pageInput, pageOf } from './common.ts'
import { call } from './define.ts'

const IdSchema = z.string().min(1).max(200)

export const SuppressionSchema = z.object({
  kind: z.enum(['address', 'domain']),
  /** An e-mail address, or a registrable domain; lower case. */
  value: z.string(),
  reason: z.string(),
  createdAt: InstantSchema,
})
export type Suppression = z.infer<typeof SuppressionSchema>

/** `discover`: 25; `findPeople`: 5 a site, of which what found nobody new may come back. */
export const LedgerRowSchema = z.object({
  id: z.string(),
  brandId: BrandIdSchema,
  at: InstantSchema,
  act: z.enum(['discover', 'findPeople', 'audit']),
  /** What for, in plain words: "12 sites searched for people". */
  about: z.string(),
  intentId: z.string().nullable(),
  /** As the service said; null where its answer never came (the intent is unknown). */
  charged: z.number().nullable(),
  /** May still come back. 0 once the search has ended. */
  mayComeBack: z.number(),
  /** Sites that ended with nobody new × 5: what should have come back. The service does not tell of it. */
  expectedBack: z.number(),
})
export type LedgerRow = z.infer<typeof LedgerRowSchema>

export const CreditTotalSchema = z.object({
  brandId: BrandIdSchema,
  spentThisMonth: z.number(),
  mayComeBack: z.number(),
  monthlyBudget: z.number().nullable(),
})

export const PriorContactSchema = z.object({
  brandId: BrandIdSchema,
  contactId: z.string(),
  /** Who wrote: this brand, or another of the desk. */
  byBrandId: BrandIdSchema,
  /** The same person, or somebody else of the same registrable domain. */
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
    reads: ['suppressions'],
  }),
  /** For all brands. A row that is no address or domain: `invalid` with its row and field, and none is taken over. */
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
  /** Who wrote to these people or their sites before, the newest first; from the outboxes the desk has seen. */
  'outreach.pressure': call({
    input: z.object({ brandId: BrandIdSchema, contactIds: z.array(IdSchema).min(1).max(500) }),
    output: z.object({ pressure: z.array(PriorContactSchema) }),
    reads: ['outbox', 'contacts', 'prospects', 'intents', 'suppressions'],
  }),
  /** Newest first, with the totals of the brands. */
  'outreach.ledger': call({
    input: z.object({ ...pageInput }),
    output: pageOf(LedgerRowSchema).extend({ totals: z.array(CreditTotalSchema) }),
    reads: ['credits', 'brands'],
  }),
  /** Credits a calendar month (UTC); null: no limit of ours. Past it, a paid act asks again. */
  'outreach.setBudget': call({
    input: z.object({ brandIds: BrandIdsSchema, monthlyBudget: z.number().int().min(0).max(10_000_000).nullable() }),
    output: z.object({ totals: z.array(CreditTotalSchema) }),
    reads: [],
  }),
  /** The person's own marks on prospects; only what is given changes. What was there before, so that it can be undone. */
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
