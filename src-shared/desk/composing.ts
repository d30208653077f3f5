import { z } from 'zod'
import { BrandIdSchema, BrandIdsSchema, InstantSchema } from './common.ts'
import { call } from './define.ts'
import { QUEUE_ITEMS_MAX } from './outreach.ts'
import { changedFields } from './values/attribution.ts'

const IdSchema = z.string().min(1).max(200)
const TextOrNullSchema = z.string().nullable()
const VariablesSchema = z.record(z.string().min(1).max(100), z.string().max(10_000))

/** Liquid: `{{ contact.firstName | default: "there" }}`. Variables: contact, prospect, brand, and a recipient's own. */
export const TemplateTextSchema = z.object({ subject: z.string().max(10_000), body: z.string().max(200_000) })
export type TemplateText = z.infer<typeof TemplateTextSchema>

export const RecipientSchema = z.object({
  brandId: BrandIdSchema,
  /** The contact's id (prospectEmailId). */
  contactId: IdSchema,
  /** The recipient's own variables, e.g. columns of an import. */
  variables: VariablesSchema.optional(),
})
export type Recipient = z.infer<typeof RecipientSchema>

/** Why a recipient is not sent. */
export const BLOCKER_CODES = [
  'template-error',
  'unknown-variable',
  'empty-variable',
  'no-subject',
  'no-body',
  'unknown-contact',
  'duplicate-address',
  'suppressed',
  /** In a team: this brand has an open pitch to the contact, and PostgreSQL refuses a second one. */
  'open-pitch',
] as const
/** Warnings that a person may accept, by code. */
export const WARNING_CODES = [
  'unfilled-placeholder',
  'wrong-brand',
  'contacted-before',
  'already-queued',
  'site-links',
  'truncated-subject',
  'truncated-body',
  'no-address',
] as const

const findings = <const Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z.array(z.object({ code: z.enum(codes), message: z.string() }))

export const PreviewRowSchema = z.object({
  brandId: BrandIdSchema,
  contactId: z.string(),
  name: TextOrNullSchema,
  email: TextOrNullSchema,
  domain: TextOrNullSchema,
  /** Rendered; sent byte for byte. Empty if the template could not be resolved. */
  subject: z.string(),
  body: z.string(),
  /** Characters before the service cuts. */
  subjectCharacters: z.number().int(),
  bodyCharacters: z.number().int(),
  blockers: findings(BLOCKER_CODES),
  warnings: findings(WARNING_CODES),
})
export type PreviewRow = z.infer<typeof PreviewRowSchema>

export const TemplateSchema = z.object({
  id: IdSchema,
  kind: z.enum(['template', 'draft']),
  /** null: shared by all brands. */
  brandId: BrandIdSchema.nullable(),
  name: z.string().trim().max(120),
  subject: z.string(),
  body: z.string(),
  /** Of a draft. */
  recipients: z.array(RecipientSchema).max(QUEUE_ITEMS_MAX),
  /** How many recipients it has, of how many brands. */
  people: z.object({ count: z.number().int(), brands: z.number().int() }),
  updatedAt: InstantSchema,
  /** When a draft was queued, and its intents; null again if all were cancelled. */
  sent: z.object({ at: InstantSchema, intentIds: z.array(z.string()) }).nullable(),
  /** In a team: templates, and drafts that were given to all who see their brand. */
  isShared: z.boolean().optional(),
  ...changedFields,
})
export type Template = z.infer<typeof TemplateSchema>

const composed = {
  template: TemplateTextSchema,
  recipients: z.array(RecipientSchema).min(1),
}

export const composingCalls = {
  /** Stateless, for the preview while typing. */
  'outreach.preview': call({
    input: z.object({ ...composed, recipients: composed.recipients.max(500) }),
    output: z.object({ rows: z.array(PreviewRowSchema) }),
    reads: ['contacts', 'prospects', 'outbox', 'intents', 'suppressions', 'brands'],
  }),
  /** Indexes whose contact or address is earlier in the whole set, for the same brand; nothing is rendered. */
  'outreach.repeated': call({
    input: z.object({ recipients: composed.recipients.max(QUEUE_ITEMS_MAX) }),
    output: z.object({ repeated: z.array(z.object({ index: z.number().int(), message: z.string() })) }),
    reads: ['contacts'],
  }),
  /**
   * Renders all recipients and stores the result for seven days: `outreach.queue` sends exactly that.
   * `outreach.freezeProgress` reports progress by the given `runId`. Rejects with `cancelled`.
   */
  'outreach.freeze': call({
    input: z.object({
      ...composed,
      recipients: composed.recipients.max(QUEUE_ITEMS_MAX),
      runId: IdSchema.optional(),
    }),
    output: z.object({
      previewId: z.string(),
      brands: z.array(
        z.object({
          brandId: BrandIdSchema,
          ready: z.number().int(),
          blocked: z.number().int(),
          warned: z.number().int(),
        }),
      ),
      /** In how many rows each code occurs; warnings only of rows to send. */
      codes: z.array(z.object({ code: z.string(), count: z.number().int() })),
      /** Rows to send with warnings, by brand and by the set of their warnings. */
      warned: z.array(
        z.object({ brandId: BrandIdSchema, codes: z.array(z.enum(WARNING_CODES)), count: z.number().int() }),
      ),
    }),
    reads: [],
  }),
  /** Cancels a running freeze; nothing is stored. False if there is none (any more). */
  'outreach.cancelFreeze': call({
    input: z.object({ runId: IdSchema }),
    output: z.object({ isCancelled: z.boolean() }),
    reads: [],
  }),
  'outreach.frozen': call({
    input: z.object({
      previewId: IdSchema,
      show: z.enum(['all', 'ready', 'blocked', 'warned']).default('all'),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500).default(50),
    }),
    output: z.object({ rows: z.array(PreviewRowSchema), total: z.number().int() }),
    reads: ['previews'],
  }),
  /**
   * A CSV of people, matched to the brand's contacts by prospectEmailId or email; other columns become variables.
   * All rows or none: broken rows are `invalid`, each with row (from 1, without the header) and field.
   */
  'outreach.matchContacts': call({
    input: z.object({ brandId: BrandIdSchema, csv: z.string().max(20_000_000) }),
    output: z.object({ recipients: z.array(RecipientSchema), columns: z.array(z.string()) }),
    reads: ['contacts', 'prospects'],
  }),
  'outreach.template': call({
    input: z.object({ id: IdSchema }),
    output: TemplateSchema,
    reads: ['templates', 'brands'],
  }),
  /**
   * Shared ones and those of these brands; only the newest queued drafts. Without recipients a list of drafts stays small:
   * each may have 10,000.
   */
  'outreach.templates': call({
    input: z.object({
      brandIds: BrandIdsSchema.default('all'),
      kind: z.enum(['template', 'draft']).optional(),
      withRecipients: z.boolean().default(true),
    }),
    output: z.object({
      templates: z.array(TemplateSchema),
      /** Come with the desk: they are used as they are, or saved as a person's own. */
      builtIn: z.array(TemplateSchema.pick({ id: true, name: true, subject: true, body: true })),
    }),
    reads: ['templates', 'brands'],
  }),
  /** Replaces it, or inserts one without an id. A queued draft becomes a draft again. */
  'outreach.saveTemplate': call({
    input: z.object({
      id: IdSchema.optional(),
      kind: z.enum(['template', 'draft']).default('template'),
      brandId: BrandIdSchema.nullable(),
      name: z.string().trim().max(120),
      subject: z.string().max(10_000),
      body: z.string().max(200_000),
      recipients: z.array(RecipientSchema).max(QUEUE_ITEMS_MAX).default([]),
    }),
    output: TemplateSchema,
    reads: [],
  }),
  /** Gives a draft to all of the team who see its brand: it and its people belong to one brand, else `conflict`. */
  'outreach.shareDraft': call({ input: z.object({ id: IdSchema }), output: TemplateSchema, reads: [] }),
  /** Returns the removed entries, for undo. */
  'outreach.removeTemplate': call({ input: z.object({ id: IdSchema }), output: TemplateSchema, reads: [] }),
}
