import { z } from 'zod'
import { CAUSE_KINDS, CONFIDENCES, UNCHECKED } from './cause-kinds.ts'
import { BrandIdSchema, DaySchema, NumberOrNullSchema, pageInput, pageOf, sortBy } from './common.ts'
import { call } from './define.ts'

/** Texts are data: they may hold anything that a keyword, a page or an article's slug holds. */
const CauseSchema = z.object({
  kind: z.enum(CAUSE_KINDS),
  confidence: z.enum(CONFIDENCES),
  /** The first day of what caused it. */
  since: DaySchema,
  /** One line, such as "One page fell". */
  title: z.string(),
  /** The figures, and those of the controls, as sentences. Other brands are counted, never named. */
  evidence: z.array(z.string()),
  next: z.string(),
})

/** What fell. `clicks`: it lost clicks, and its position did not move unusually. */
export const CauseRowSchema = z.object({
  brandId: BrandIdSchema,
  of: z.enum(['keyword', 'page', 'brand']),
  keyword: z.string().nullable(),
  page: z.string().nullable(),
  kind: z.enum(['down', 'lost', 'clicks']),
  since: DaySchema,
  positionBefore: NumberOrNullSchema,
  positionNow: NumberOrNullSchema,
  /** A day. */
  clicksBefore: z.number(),
  clicksNow: z.number(),
  /** The most likely one first; none: no cause found. */
  causes: z.array(CauseSchema),
  /** What could not be checked. */
  unchecked: z.array(z.enum(UNCHECKED)),
  uncheckedTexts: z.array(z.string()),
})
export type CauseRow = z.infer<typeof CauseRowSchema>

/** Null: the brand itself. */
const DropSchema = z.object({ brandId: BrandIdSchema, keyword: z.string().max(2000).nullable() })

const reads = ['causes', 'rankings', 'history', 'brands'] as const

export const causeCalls = {
  /**
   * Drops with their causes, the most lost clicks first. `waiting`: brands whose days changed and that are not worked out yet;
   * `changed` with `causes` follows.
   */
  'causes.list': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({ kind: z.array(z.enum(CAUSE_KINDS)).min(1).optional(), isNamed: z.boolean().optional() })
        .default({}),
      sort: sortBy(['lost'], 'lost', 'desc'),
    }),
    output: pageOf(CauseRowSchema).extend({
      waiting: z.number().int(),
      /** Breaks over many brands: the first day, how many fell, of how many that were looked at. */
      breaks: z.array(z.object({ since: DaySchema, fell: z.number().int(), of: z.number().int() })),
    }),
    reads,
  }),
  /** One line for each of these that dropped and is worked out: its likely cause, or that none was found and why. */
  'causes.lines': call({
    input: z.object({ drops: z.array(DropSchema).max(2000) }),
    output: z.object({
      lines: z.array(
        DropSchema.extend({
          /** Null: no cause was found. */
          kind: z.enum(CAUSE_KINDS).nullable(),
          text: z.string(),
        }),
      ),
    }),
    reads,
  }),
  /** One keyword; null: it did not drop. */
  'causes.forKeyword': call({
    input: z.object({ brandId: BrandIdSchema, keyword: z.string().min(1).max(2000) }),
    output: z.object({ row: CauseRowSchema.nullable() }),
    reads,
  }),
}
