import { z } from 'zod'
import {
  BrandIdSchema,
  DaySchema,
  EmptySchema,
  InstantSchema,
  NumberOrNullSchema,
  pageInput,
  pageOf,
  sortBy,
} from './common.ts'
import { call } from './define.ts'
import { PersonRefSchema } from './values/attribution.ts'
import { ANSWER_MAX, CAUSE_KINDS, CONFIDENCES, UNCHECKED } from './values/cause-kinds.ts'

const FALLEN = ['keyword', 'page', 'brand'] as const

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

/** What a person said of a drop: the cause, or that the desk's is not it. */
const AnswerSchema = z.object({
  isNamed: z.boolean(),
  /** Null: named in their own words. */
  kind: z.enum(CAUSE_KINDS).nullable(),
  /** Their own words, or the label of the kind. */
  text: z.string(),
  /** Null on a desk alone, and for what is older than the team. */
  by: PersonRefSchema.nullable(),
  at: InstantSchema,
})
export type Answer = z.infer<typeof AnswerSchema>

/** What fell. `clicks`: it lost clicks, and its position did not move unusually. */
export const CauseRowSchema = z.object({
  brandId: BrandIdSchema,
  of: z.enum(FALLEN),
  keyword: z.string().nullable(),
  page: z.string().nullable(),
  kind: z.enum(['down', 'lost', 'clicks']),
  since: DaySchema,
  positionBefore: NumberOrNullSchema,
  /** Null: not ranking on the newest day, and as before. */
  positionNow: NumberOrNullSchema,
  /** The newest day, where it did not rank on it but on days before; null: it did, or is lost. */
  absentOn: DaySchema.nullable(),
  /** A day. */
  clicksBefore: z.number(),
  clicksNow: z.number(),
  /** The most likely one first; none: no cause found. */
  causes: z.array(CauseSchema),
  /** What could not be checked. */
  unchecked: z.array(z.enum(UNCHECKED)),
  uncheckedTexts: z.array(z.string()),
  /** It stands before the causes, whatever these are worked out to later. Null: nobody said anything. */
  answer: AnswerSchema.nullable(),
})
export type CauseRow = z.infer<typeof CauseRowSchema>

/** How often a kind of cause was right, of the drops of this desk in which it could be judged. */
const CauseRecordSchema = z.object({
  kind: z.enum(CAUSE_KINDS),
  right: z.number().int(),
  judged: z.number().int(),
  /** Whether later days judge it; of the other kinds only what people say does. */
  isByDays: z.boolean(),
})

/** What was said first of a drop. `dataDay`: the newest whole day that was held then. */
const FirstSaidSchema = z.object({ kind: z.enum(CAUSE_KINDS), dataDay: DaySchema, at: InstantSchema })

const SpanSchema = z.object({ from: DaySchema, to: DaySchema })
/** By day, in percent of the mean of `before`: below 0 is worse. Null: not known. */
const LineSchema = z.object({ label: z.string(), values: z.array(NumberOrNullSchema) })

/** What fell, and what did not: the days that the rule of the first cause compared. Other brands are never in it. */
const EvidenceSchema = z.object({
  /** `impressions`: and CTR. */
  measure: z.enum(['positions', 'clicks', 'impressions']),
  days: z.array(DaySchema),
  before: SpanSchema,
  after: SpanSchema,
  own: LineSchema,
  /** Null: all of the brand fell. */
  controls: LineSchema.nullable(),
})
export type Evidence = z.infer<typeof EvidenceSchema>

/** Null: the brand itself. */
const DropSchema = z.object({ brandId: BrandIdSchema, keyword: z.string().max(2000).nullable() })

const KeywordSchema = z.string().min(1).max(2000)
/** Of a keyword, of a page, or without both of the brand. */
const FallenSchema = z.object({
  brandId: BrandIdSchema,
  keyword: KeywordSchema.nullable().default(null),
  page: z.string().max(4000).nullable().default(null),
})
/** `since`: of the row that the person saw. */
const AnsweredDropSchema = FallenSchema.extend({ since: DaySchema })

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
        .object({
          of: z.array(z.enum(FALLEN)).min(1).optional(),
          kind: z.array(z.enum(CAUSE_KINDS)).min(1).optional(),
          isNamed: z.boolean().optional(),
        })
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
  /** One line for each of these that dropped and is worked out: what a person said, its likely cause, or why none was found. */
  'causes.lines': call({
    input: z.object({ drops: z.array(DropSchema).max(2000) }),
    output: z.object({
      lines: z.array(
        DropSchema.extend({
          /** Null: no cause was found, or a person named it in their own words or rejected it. */
          kind: z.enum(CAUSE_KINDS).nullable(),
          text: z.string(),
        }),
      ),
    }),
    reads,
  }),
  /** One keyword, one page, or without both the brand itself; null: it did not drop. */
  'causes.forKeyword': call({
    input: FallenSchema,
    output: z.object({
      row: CauseRowSchema.nullable(),
      /** Of the first cause; null: there is none, or its days are not held. */
      evidence: EvidenceSchema.nullable(),
      /** Of the first cause; null: there is none. */
      record: CauseRecordSchema.nullable(),
      /** Null: no cause was named, or it is not kept any more. */
      first: FirstSaidSchema.nullable(),
    }),
    reads,
  }),
  /** Says what caused a drop, or that the desk's cause is not it. One answer a drop; another drop has another one. */
  'causes.saveAnswer': call({
    input: AnsweredDropSchema.extend({
      isNamed: z.boolean(),
      kind: z.enum(CAUSE_KINDS).nullable().default(null),
      text: z.string().trim().min(1).max(ANSWER_MAX).nullable().default(null),
    }).refine(({ isNamed, kind, text }) => (kind === null) !== (text === null) && (isNamed || kind !== null), {
      error: 'name one kind of cause or a text; a rejected cause is a kind',
      path: ['kind'],
    }),
    output: EmptySchema,
    reads: [],
  }),
  'causes.removeAnswer': call({ input: AnsweredDropSchema, output: EmptySchema, reads: [] }),
}
