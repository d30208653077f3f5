import { z } from 'zod'
import { BrandIdSchema, BrandIdsSchema, DaySchema, EmptySchema, InstantSchema } from './common.ts'
import { call } from './define.ts'
import { CalendarEntrySchema } from './publishing.ts'
import { TODAY_KINDS, TODAY_SECTIONS, TODAY_URGENCIES } from './values/today-kinds.ts'

export const TodayItemSchema = z.object({
  /** The same for as long as the item is about the same thing. */
  id: z.string(),
  kind: z.enum(TODAY_KINDS),
  section: z.enum(TODAY_SECTIONS),
  urgency: z.enum(TODAY_URGENCIES),
  /** Null where it is about several brands, or none is known. */
  brandId: BrandIdSchema.nullable(),
  /** What, in one short sentence with its figures. */
  title: z.string(),
  detail: z.string(),
  /** Of a drop: its likely cause in one line, or that none was found and why; absent: not worked out. */
  cause: z.string().optional(),
  /** When it began, or is due; a day where only the day is known. Null: not known. */
  since: z.union([InstantSchema, DaySchema]).nullable(),
  /** What its main action opens. */
  about: z.object({
    keyword: z.string().optional(),
    intentId: z.string().optional(),
    /** A run of a playbook. */
    runId: z.string().optional(),
    /** Of the calendar. */
    entryId: z.string().optional(),
    day: DaySchema.optional(),
    /** Articles that should be out: those to check, the oldest first. */
    articles: z
      .array(
        CalendarEntrySchema.pick({
          ...{ brandId: true, articleSlug: true, title: true, provider: true, at: true, postUrl: true },
        }).extend({
          entryId: z.string(),
        }),
      )
      .optional(),
    /** How many there are of it. */
    count: z.number().int().optional(),
    /** A key: what is wrong with it. */
    keyState: z.string().optional(),
    /** Alerts of a rule: the newest one. */
    alertId: z.string().optional(),
    /** Webhooks that failed before their brand was known, by their secret. */
    isRefused: z.boolean().optional(),
  }),
})
export type TodayItem = z.infer<typeof TodayItemSchema>

const HiddenItemSchema = TodayItemSchema.extend({
  hidden: z.object({
    state: z.enum(['snoozed', 'dismissed']),
    at: InstantSchema,
    /** When a snoozed item comes back. */
    until: DaySchema.nullable(),
    reason: z.string().nullable(),
  }),
})
export type HiddenItem = z.infer<typeof HiddenItemSchema>

const IdSchema = z.string().min(1).max(300)

export const todayCalls = {
  /** What needs attention, ranked, from the cache and the journal alone. */
  'today.list': call({
    input: z.object({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({
      items: z.array(TodayItemSchema),
      /** Snoozed and dismissed; the last choice first. */
      hidden: z.array(HiddenItemSchema),
      checked: z.object({
        at: InstantSchema,
        brands: z.number().int(),
        /** Brands whose rankings are older than a day, and brands that were never synced. */
        stale: z.number().int(),
        never: z.number().int(),
      }),
    }),
    reads: [
      'brands',
      'settings',
      'sync',
      'rankings',
      'history',
      'intents',
      'articles',
      'deliveries',
      'receiver',
      'connectors',
      'credits',
      'audits',
      'auditSites',
      'alerts',
      'alertRules',
      'causes',
      'today',
      'playbookRuns',
    ],
  }),
  /** Hides an item until the start of a day, in this machine's zone. */
  'today.snooze': call({ input: z.object({ id: IdSchema, until: DaySchema }), output: EmptySchema, reads: [] }),
  /** Hides an item until it occurs again. */
  'today.dismiss': call({
    input: z.object({ id: IdSchema, reason: z.string().trim().min(1).max(200) }),
    output: EmptySchema,
    reads: [],
  }),
  /** Undoes a snooze or a dismissal. */
  'today.restore': call({ input: z.object({ id: IdSchema }), output: EmptySchema, reads: [] }),
}
