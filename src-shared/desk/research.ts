import { z } from 'zod'
import { SiteUrlSchema } from '../service/website-audit.ts'
import { BrandIdSchema, BrandIdsSchema, InstantSchema, pageInput, pageOf } from './common.ts'
import { call, event } from './define.ts'
import { DeskErrorValueSchema } from './error-schemas.ts'
import { changedFields } from './values/attribution.ts'

const KeywordSchema = z.string().trim().min(1).max(500)
/** A domain or a URL. */
const SiteSchema = z.string().trim().min(1).max(2000)

export const BASKET_STATES = ['keep', 'drop'] as const

/** Where the brand stands with a keyword already. */
const standing = {
  isTracked: z.boolean(),
  /** In the review window; null: not ranking. */
  position: z.number().nullable(),
}

export const SuggestionSchema = z.object({
  keyword: z.string(),
  ...standing,
  basket: z.enum(BASKET_STATES).nullable(),
})
export type Suggestion = z.infer<typeof SuggestionSchema>

export const BasketRowSchema = z.object({
  brandId: BrandIdSchema,
  keyword: z.string(),
  state: z.enum(BASKET_STATES),
  note: z.string(),
  addedAt: InstantSchema,
  ...standing,
  ...changedFields,
})
export type BasketRow = z.infer<typeof BasketRowSchema>

export const AuditRowSchema = z.object({
  id: z.string(),
  brandId: BrandIdSchema,
  url: z.string(),
  /** The address that the service answered for; null where it gave none, or its reply was too large to keep. */
  answeredUrl: z.string().nullable(),
  at: InstantSchema,
  /** `unknown`: the answer never came; it may have been run. Never repeated by itself. */
  state: z.enum(['done', 'failed', 'unknown']),
  overallScore: z.number().nullable(),
  totalTests: z.number().int().nullable(),
  passedTests: z.number().int().nullable(),
  /** vs the audit of the same URL before. */
  scoreChange: z.number().nullable(),
  error: DeskErrorValueSchema.nullable(),
  /** Who ran it. */
  ...changedFields,
})
export type AuditRow = z.infer<typeof AuditRowSchema>

/** A test that a reply names. */
export const AuditTestSchema = z.object({
  name: z.string(),
  isPassed: z.boolean(),
  detail: z.string().nullable(),
  /** In the audit of the same URL before; null: it is not in there. */
  wasPassed: z.boolean().nullable(),
})
export type AuditTest = z.infer<typeof AuditTestSchema>

/** Any other value of a reply, named by its path: `Categories · Speed · Score`. */
export const AuditFactSchema = z.object({
  name: z.string(),
  value: z.union([z.number(), z.string(), z.boolean()]),
  /** Of a number, vs the audit of the same URL before. */
  change: z.number().nullable(),
})
export type AuditFact = z.infer<typeof AuditFactSchema>

export const AuditSiteSchema = z.object({
  brandId: BrandIdSchema,
  /** What is audited; null: neither said nor seen in the rankings. */
  url: z.string().nullable(),
  isGuessed: z.boolean(),
  remindEveryDays: z.number().int().nullable(),
  last: AuditRowSchema.nullable(),
  /** Of its newest audits that came to one, oldest first. */
  scores: z.array(z.number()),
  isDue: z.boolean(),
})
export type AuditSite = z.infer<typeof AuditSiteSchema>

export const AuditRunSchema = z.object({
  runId: z.string(),
  startedAt: InstantSchema,
  endedAt: InstantSchema.nullable(),
  done: z.number().int(),
  failed: z.number().int(),
  total: z.number().int(),
})
export type AuditRun = z.infer<typeof AuditRunSchema>

export const researchCalls = {
  /** A description takes the place of a crawl of the website. At most ten come back. */
  'research.suggest': call({
    input: z.object({
      brandId: BrandIdSchema,
      websiteUrl: SiteUrlSchema.optional(),
      description: z.string().trim().min(1).max(10_000).optional(),
      audience: z.array(z.string().trim().min(1).max(200)).max(50).optional(),
    }),
    output: z.object({
      suggestions: z.array(SuggestionSchema),
      /** What was left out of the reply, in a sentence; null: nothing. */
      note: z.string().nullable().default(null),
    }),
    reads: [],
  }),
  'research.basket': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({ rows: z.array(BasketRowSchema) }),
    reads: ['basket', 'rankings', 'tracked', 'brands'],
  }),
  /** A keyword that is there already gets the new state and note; without a note it keeps its own. */
  'research.saveBasket': call({
    input: z.object({
      brandId: BrandIdSchema,
      entries: z
        .array(
          z.object({ keyword: KeywordSchema, state: z.enum(BASKET_STATES), note: z.string().max(5000).optional() }),
        )
        .min(1)
        .max(1000),
    }),
    output: z.object({ rows: z.array(BasketRowSchema) }),
    reads: [],
  }),
  'research.removeFromBasket': call({
    input: z.object({ brandId: BrandIdSchema, keywords: z.array(KeywordSchema).min(1).max(1000) }),
    output: z.object({ removed: z.array(BasketRowSchema) }),
    reads: [],
  }),
  /** Waits for the result. Without a URL the brand's own site. Never repeated by itself. */
  'research.audit': call({
    input: z.object({ brandId: BrandIdSchema, url: SiteSchema.optional() }),
    output: AuditRowSchema,
    reads: [],
  }),
  /** Many brands, each by its own site; goes on if one fails. `research.auditProgress` tells how far it is. */
  'research.auditMany': call({ input: z.object({ brandIds: BrandIdsSchema }), output: AuditRunSchema, reads: [] }),
  'research.cancelAudits': call({ input: z.object({ runId: z.string() }), output: AuditRunSchema, reads: [] }),
  /** Newest first. */
  'research.audits': call({
    input: z.object({ ...pageInput }),
    output: pageOf(AuditRowSchema).extend({ run: AuditRunSchema.nullable() }),
    reads: ['audits', 'brands'],
  }),
  /** Whatever the reply of an audit holds beside its totals, failed tests first; nothing if it was not kept. */
  'research.auditParts': call({
    input: z.object({ id: z.string().regex(/^a\d+$/) }),
    output: z.object({
      isKept: z.boolean(),
      tests: z.array(AuditTestSchema),
      facts: z.array(AuditFactSchema),
    }),
    reads: ['audits'],
  }),
  /** How the score of each brand's site went: the last audit of each day (UTC) that came to one, oldest first. */
  'research.auditScores': call({
    input: z.object({ brandIds: BrandIdsSchema }),
    output: z.object({ brands: z.array(z.object({ brandId: BrandIdSchema, rows: z.array(AuditRowSchema) })) }),
    reads: ['audits', 'auditSites', 'brands'],
  }),
  'research.auditSites': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({ sites: z.array(AuditSiteSchema) }),
    reads: ['auditSites', 'audits', 'rankings', 'brands'],
  }),
  /** Only what is given changes; null clears. A reminder is a notice, never an audit by itself. */
  'research.setAuditSite': call({
    input: z.object({
      brandId: BrandIdSchema,
      url: SiteSchema.nullable().optional(),
      remindEveryDays: z.number().int().min(1).max(365).nullable().optional(),
    }),
    output: AuditSiteSchema,
    reads: [],
  }),
}

export const researchEvents = {
  'research.auditProgress': event(AuditRunSchema),
}
