import { z } from 'zod'
import { BrandIdSchema, InstantSchema, NumberOrNullSchema, pageInput, pageOf, sortBy } from './common.ts'
import { call } from './define.ts'
import { SliceSchema } from './values/slice-schema.ts'
import { OPPORTUNITY_BASES, OPPORTUNITY_KINDS, OPPORTUNITY_NEEDS } from './values/state-names.ts'

export const OPPORTUNITY_SORTS = [
  'gain',
  'expected',
  'clicks',
  'impressions',
  'position',
  'reachable',
  'subject',
  'keywords',
] as const

/** Clicks in 28 days. */
const expected = {
  expected: z.number(),
  /** What comes is between these in four of five cases. */
  low: z.number(),
  high: z.number(),
}

export const OpportunityRowSchema = z.object({
  brandId: BrandIdSchema,
  /** A keyword, or a page with all keywords that it leads for. */
  kind: z.enum(OPPORTUNITY_KINDS),
  /** The keyword, or the page's address. */
  subject: z.string(),
  /** The brand's page that ranks; null: none does. */
  page: z.string().nullable(),
  /** How many keywords the row is about. */
  keywords: z.number().int(),
  /** Null: not ranking, or several keywords. */
  position: NumberOrNullSchema,
  /** That a quarter of similar keywords of the brand have, but no further up than its keywords climbed; null: several keywords. */
  reachable: NumberOrNullSchema,
  /** What says so: similar keywords, or climbs from about this position; null: several keywords. */
  basis: z.enum(OPPORTUNITY_BASES).nullable(),
  /** How many keywords were compared, and the word that similar ones have in common; null: they have none. */
  similar: z.number().int().nullable(),
  word: z.string().nullable(),
  /** In the last 28 days. */
  clicks: z.number(),
  impressions: z.number(),
  ...expected,
  /** Expected clicks less those of the last 28 days. */
  gain: z.number(),
  needs: z.enum(OPPORTUNITY_NEEDS),
})
export type OpportunityBasis = (typeof OPPORTUNITY_BASES)[number]
export type OpportunityRow = z.infer<typeof OpportunityRowSchema>

const CurvePointSchema = z.object({
  /** Positions that are taken together, both included. */
  from: z.number().int(),
  to: z.number().int(),
  /** Clicks per impression, drawn to the agency's where the brand has few keywords; it is between `low` and `high` in four of five cases. */
  ctr: z.number(),
  low: z.number(),
  high: z.number(),
  /** Of all brands of the desk. */
  agencyCtr: z.number(),
  /** What the brand has there. */
  keywords: z.number().int(),
  clicks: z.number(),
  impressions: z.number(),
})
export type CurvePoint = z.infer<typeof CurvePointSchema>

export const opportunityCalls = {
  /** Keywords or pages with the clicks that a reachable position would bring. */
  'opportunities.page': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({
          kind: z.enum(OPPORTUNITY_KINDS).default('keyword'),
          needs: z.array(z.enum(OPPORTUNITY_NEEDS)).min(1).optional(),
          gainMin: z.number().min(0).optional(),
          /** The whole address of the page that ranks: longer addresses do not fit. */
          pageAddress: z.string().min(1).max(2000).optional(),
        })
        .default({ kind: 'keyword' }),
      sort: sortBy(OPPORTUNITY_SORTS, 'gain', 'desc'),
    }),
    output: pageOf(OpportunityRowSchema),
    reads: ['rankings', 'history', 'brands'],
  }),
  /** The brand's own click curve, and the share that it gets of the clicks its keywords could bring. */
  'opportunities.brand': call({
    input: z.object({ brandId: BrandIdSchema, slice: SliceSchema.optional() }),
    output: z.object({
      /** 0 to 1; null: no brand of the desk shows what a first place brings. */
      clickShare: NumberOrNullSchema,
      /** Searches without the brand's name, and with it. */
      plain: z.array(CurvePointSchema),
      branded: z.array(CurvePointSchema),
      freshAsOf: InstantSchema.nullable(),
    }),
    reads: ['rankings', 'history', 'brands'],
  }),
  /** What chosen keywords would bring at a position. Those that rank as well already stay where they are. */
  'opportunities.scenario': call({
    input: z.object({
      brandId: BrandIdSchema,
      keywords: z.array(z.string().min(1).max(2000)).min(1).max(500),
      position: z.number().min(1).max(100),
      slice: SliceSchema.optional(),
    }),
    output: z.object({
      /** Keywords of these that have data, and those that climb. */
      keywords: z.number().int(),
      climbing: z.number().int(),
      /** In the last 28 days. */
      clicks: z.number(),
      /** Null: no keyword of the desk's brands ranks near the position. */
      result: z.object({ ...expected, gain: z.number() }).nullable(),
      freshAsOf: InstantSchema.nullable(),
    }),
    reads: ['rankings', 'history', 'brands'],
  }),
}
