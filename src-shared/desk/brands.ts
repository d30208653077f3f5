import { z } from 'zod'
import {
  BRANDS_MAX,
  BrandIdSchema,
  ColourSchema,
  DaySchema,
  EmptySchema,
  InstantSchema,
  NameSchema,
  NumberOrNullSchema,
  pageInput,
  pageOf,
  sortBy,
} from './common.ts'
import { DATASETS, READABLE_DATASETS } from './datasets.ts'
import { call } from './define.ts'
import { DeskErrorValueSchema, ERROR_KINDS } from './error-schemas.ts'
import { DatasetFreshnessSchema } from './sync.ts'
import { ADDED_AT_ONCE_MAX } from './values/brand-limits.ts'
import { HEALTHS, OVERVIEW_SORTS } from './values/overview-order.ts'

const HealthSchema = z.enum(HEALTHS)
const CountSchema = z.number().int()

const OverviewInputSchema = z.object({
  ...pageInput,
  /** The figures of rankings as they were when this was the newest whole day; all others are of now. */
  asOfDay: DaySchema.optional(),
  /** Only brands with this tag, and of this health. */
  tag: z.string().max(40).optional(),
  health: HealthSchema.optional(),
  /** Brands that need attention for another reason than their data: they count, sort and are found as such. */
  attention: z.array(BrandIdSchema).max(BRANDS_MAX).default([]),
  sort: sortBy(OVERVIEW_SORTS, 'added'),
  /** Also all brands that fit, and their sums. */
  whole: z.boolean().default(false),
})

/** Over all brands that fit. An average counts each brand that has a value once; a sum of none is null. */
const OverviewWholeSchema = z.object({
  /** In the order of the rows. */
  brandIds: z.array(BrandIdSchema),
  visibility: NumberOrNullSchema,
  visibilityChange: NumberOrNullSchema,
  clicks: z.number(),
  impressions: z.number(),
  keywords: CountSchema,
  realUp: NumberOrNullSchema,
  realDown: NumberOrNullSchema,
  /** Of all brands asked about, whether they fit or not. */
  brands: CountSchema,
  healths: z.object({ attention: CountSchema, warning: CountSchema, empty: CountSchema, ok: CountSchema }),
})

/** `unconfirmed`: the service address has another origin than the one that proved the key, so the key is not sent. */
export const KEY_STATES = ['ok', 'missing', 'unauthorized', 'forbidden', 'unchecked', 'unconfirmed'] as const
export const KeyStateSchema = z.enum(KEY_STATES)

const TagsSchema = z.array(z.string().trim().min(1).max(40)).max(20)

/** A key of the service. It never leaves the desk again: no call returns it. */
export const ServiceKeySchema = z
  .string()
  .trim()
  .max(500)
  .regex(/^sk_[\x21-\x7e]+$/, 'must begin with sk_ and hold no spaces')

export const BrandSchema = z.object({
  id: BrandIdSchema,
  name: z.string(),
  /** Unique; lower case letters, digits and hyphens. */
  slug: z.string(),
  colour: z.string(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
  /** The brandId of the service's connector catalog. */
  teamId: z.string().nullable(),
  keyState: KeyStateSchema,
  /** Where the key is: the OS keychain, this session's memory, the demo's sandbox; null: nowhere. */
  keyIn: z.enum(['os', 'session', 'demo']).nullable(),
  /** Scheme, host and port that proved the key: the only origin it is sent to. Null: none yet, or a demo brand. */
  keyOrigin: z.string().nullable(),
  /** How long this desk has its key; `isExact` is false for one that was here before ages were kept. Null: no key, or a demo brand. */
  keyAge: z.object({ since: InstantSchema, isExact: z.boolean() }).nullable(),
  demo: z.boolean(),
  createdAt: InstantSchema,
})
export type Brand = z.infer<typeof BrandSchema>

const NewBrandSchema = z.object({
  name: NameSchema,
  key: ServiceKeySchema,
  colour: ColourSchema.optional(),
  tags: TagsSchema.optional(),
})
/** The person's consent to keep keys in memory only, until the desk ends, where no keychain can be had. */
const SessionOnlySchema = z.boolean().default(false)

/** One row of many: a bad one is reported by its number and stops no other. A key whose brand is on the desk replaces its key. */
const AddManyRowSchema = z.object({
  name: z.string(),
  key: z.string(),
  colour: z.string().optional(),
  tags: z.array(z.string()).optional(),
})
export const AddManyResultSchema = z.object({
  /** Index in the rows given, from 0. */
  row: z.number().int(),
  name: z.string(),
  ok: z.boolean(),
  state: z.enum(['added', 'replaced', 'refused']),
  brand: BrandSchema.optional(),
  /** Where the brand has another name than the row. */
  note: z.string().optional(),
  error: DeskErrorValueSchema.optional(),
})

/** What is behind a brand's health in a word: its key, an error of the last sync, or the age of its rows. */
export const HealthCauseSchema = z.enum([
  ...ERROR_KINDS,
  'key-missing',
  'key-refused',
  'no-access',
  'address-changed',
  'never',
  'stale',
])
export type HealthCause = z.infer<typeof HealthCauseSchema>

/** What each figure is, and of which period: figures.ts. */
export const BrandOverviewSchema = z.object({
  brandId: BrandIdSchema,
  keywords: z.number().int(),
  ranking: z.number().int(),
  top3: z.number().int(),
  top10: z.number().int(),
  visibility: NumberOrNullSchema,
  visibilityChange: NumberOrNullSchema,
  avgPosition: NumberOrNullSchema,
  avgPositionChange: NumberOrNullSchema,
  clicks: z.number(),
  impressions: z.number(),
  /** Keywords that climbed and fell by at least half a place. */
  up: z.number().int(),
  down: z.number().int(),
  /** Real moves of the last 3 days against the 28 before; null where they were not worked out yet. */
  realUp: NumberOrNullSchema,
  realDown: NumberOrNullSchema,
  /** Clicks a day that the keywords with a real fall lost; below 0 where they gained. */
  lostClicks: NumberOrNullSchema,
  /** Visibility by day, oldest first, at most 30 points. */
  trend: z.array(NumberOrNullSchema),
  clusters: z.number().int(),
  avgAiVisibility: NumberOrNullSchema,
  prospects: z.number().int(),
  contacts: z.number().int(),
  health: HealthSchema,
  healthReason: z.string().nullable(),
  /** Null where all is well. */
  healthCause: HealthCauseSchema.nullable(),
  freshness: z.array(DatasetFreshnessSchema),
})
export type BrandOverview = z.infer<typeof BrandOverviewSchema>

const FileNameSchema = z.string()
const ExportFailureSchema = z.object({ fileName: FileNameSchema, reason: z.string() })
export type ExportFailure = z.infer<typeof ExportFailureSchema>

/** Files of the exports folder: those that hold only the brand, those that hold others as well, and those left as they are. */
const RemovedExportsSchema = z.object({
  deleted: z.array(FileNameSchema),
  rewritten: z.array(FileNameSchema),
  failed: z.array(ExportFailureSchema),
})

export const brandCalls = {
  'brands.list': call({ input: EmptySchema, output: z.object({ brands: z.array(BrandSchema) }), reads: ['brands'] }),
  /** Roll-ups of brands from the cache alone. */
  'brands.overview': call({
    input: OverviewInputSchema,
    output: pageOf(BrandOverviewSchema).extend({ whole: OverviewWholeSchema.optional() }),
    reads: [...DATASETS, 'brands'],
  }),
  /** One brand by day from the cache alone, oldest first, only days that are cached; counted back from the newest one. */
  'brands.days': call({
    input: z.object({
      brandId: BrandIdSchema,
      days: z.number().int().min(1).max(400).default(29),
      /** Counted back from this day instead. */
      asOfDay: DaySchema.optional(),
    }),
    output: z.object({
      points: z.array(
        z.object({
          day: DaySchema,
          keywords: CountSchema,
          ranking: CountSchema,
          top3: CountSchema,
          top10: CountSchema,
          visibility: NumberOrNullSchema,
          avgPosition: NumberOrNullSchema,
          clicks: z.number(),
          impressions: z.number(),
          /** False: it was read before the day was over, and holds a part of its clicks and impressions. */
          isWhole: z.boolean(),
        }),
      ),
    }),
    reads: ['rankings', 'history'],
  }),
  'brands.add': call({
    input: NewBrandSchema.extend({ sessionOnly: SessionOnlySchema }),
    output: BrandSchema,
    reads: [],
  }),
  'brands.addMany': call({
    input: z.object({ rows: z.array(AddManyRowSchema).min(1).max(ADDED_AT_ONCE_MAX), sessionOnly: SessionOnlySchema }),
    output: z.object({ results: z.array(AddManyResultSchema) }),
    reads: [],
  }),
  'brands.update': call({
    input: z.object({
      brandId: BrandIdSchema,
      name: NameSchema.optional(),
      colour: ColourSchema.optional(),
      tags: TagsSchema.optional(),
      pinned: z.boolean().optional(),
    }),
    output: BrandSchema,
    reads: [],
  }),
  'brands.replaceKey': call({
    input: z.object({ brandId: BrandIdSchema, key: ServiceKeySchema, sessionOnly: SessionOnlySchema }),
    output: BrandSchema,
    reads: [],
  }),
  /** Asks the service whether the key still serves this brand; the brand's keyState holds the answer. */
  'brands.check': call({ input: z.object({ brandId: BrandIdSchema }), output: BrandSchema, reads: [] }),
  /** What `brands.remove` would take away. Nothing is changed. */
  'brands.removal': call({
    input: z.object({ brandId: BrandIdSchema }),
    output: z.object({
      exports: RemovedExportsSchema,
      rows: z.object({
        intents: CountSchema,
        articles: CountSchema,
        deliveries: CountSchema,
        templates: CountSchema,
        audits: CountSchema,
        basketKeywords: CountSchema,
      }),
    }),
    reads: [...READABLE_DATASETS],
  }),
  /** Deletes the key, every row and every export of the brand, and compacts the files. */
  'brands.remove': call({
    input: z.object({ brandId: BrandIdSchema }),
    output: z.object({ removed: z.literal(true), exports: RemovedExportsSchema }),
    reads: [],
  }),
  /** Removes all demo brands. Brands of the agency stay. */
  'brands.removeDemo': call({ input: EmptySchema, output: z.object({ removed: z.number().int() }), reads: [] }),
}
