import { z } from 'zod'
import { BrandIdSchema, DirectionSchema, pageInput, pageOf, sortBy } from './common.ts'
import { call } from './define.ts'
import { SuppressionSchema, TRIAGE_STATES } from './outreach-care.ts'
import { changedFields } from './values/attribution.ts'

const TextOrNullSchema = z.string().nullable()

export const PROSPECT_SORT_FIELDS = ['domain', 'title', 'status', 'contacts'] as const
/** The name of a number among a prospect's further fields, as it may be sorted by: `more.domainAuthority`. */
const MoreFieldSchema = z.string().regex(/^more\.[A-Za-z_]\w{0,59}$/)
const ProspectSortKeySchema = z.object({
  by: z.union([z.enum(PROSPECT_SORT_FIELDS), MoreFieldSchema]),
  direction: DirectionSchema.default('asc'),
})
export const CONTACT_SORT_FIELDS = ['name', 'role', 'email', 'domain'] as const

export const ProspectRowSchema = z.object({
  brandId: BrandIdSchema,
  id: z.string(),
  /** As received; the interface names only `finding_people`. */
  status: z.string(),
  domain: TextOrNullSchema,
  title: TextOrNullSchema,
  url: TextOrNullSchema,
  /** Number of known contacts. */
  contacts: z.number().int(),
  /** Marks; `triage` null: not reviewed yet. */
  triage: z.enum(TRIAGE_STATES).nullable(),
  tags: z.array(z.string()),
  note: z.string(),
  /** Of the marks. */
  ...changedFields,
  /** Other fields of the record, as received. */
  more: z.record(z.string(), z.unknown()),
})
export type ProspectRow = z.infer<typeof ProspectRowSchema>

export const ContactRowSchema = z.object({
  brandId: BrandIdSchema,
  id: z.string(),
  prospectId: z.string(),
  name: TextOrNullSchema,
  role: TextOrNullSchema,
  email: TextOrNullSchema,
  /** Of the prospect it belongs to. */
  domain: TextOrNullSchema,
  /** The entry that keeps all brands from contacting them; null: none. */
  suppression: SuppressionSchema.nullable(),
  more: z.record(z.string(), z.unknown()),
})
export type ContactRow = z.infer<typeof ContactRowSchema>

/** Statuses of the brand's background work, as received; `running` while it runs. */
export const ProspectStatusRowSchema = z.object({
  brandId: BrandIdSchema,
  discoveryStatus: TextOrNullSchema,
  mentionCheckStatus: TextOrNullSchema,
  relationshipSweepStatus: TextOrNullSchema,
})

export const prospectCalls = {
  'prospects.page': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({
          status: z.array(z.string()).min(1).optional(),
          hasContacts: z.boolean().optional(),
          /** `none`: not reviewed yet. */
          triage: z
            .array(z.enum([...TRIAGE_STATES, 'none']))
            .min(1)
            .optional(),
          tags: z.array(z.string()).min(1).optional(),
        })
        .default({}),
      sort: z
        .union([ProspectSortKeySchema.transform((one) => [one]), z.array(ProspectSortKeySchema).min(1).max(3)])
        .default([{ by: 'domain', direction: 'asc' }]),
    }),
    output: pageOf(ProspectRowSchema).extend({
      statuses: z.array(ProspectStatusRowSchema),
      /** Statuses of these brands with counts, for the filter. */
      statusCounts: z.array(z.object({ status: z.string(), count: z.number().int() })),
      /** Further fields that are numbers, for columns: `domainAuthority`. */
      numberFields: z.array(z.string()),
      tagCounts: z.array(z.object({ tag: z.string(), count: z.number().int() })),
      /** A site of these brands was reviewed. */
      hasMarks: z.boolean(),
    }),
    reads: ['prospects', 'contacts', 'marks', 'brands'],
  }),
  'contacts.page': call({
    input: z.object({
      ...pageInput,
      filter: z.object({ prospectId: z.string().optional(), hasEmail: z.boolean().optional() }).default({}),
      sort: sortBy(CONTACT_SORT_FIELDS, 'name'),
    }),
    output: pageOf(ContactRowSchema),
    reads: ['contacts', 'prospects', 'suppressions', 'brands'],
  }),
}
