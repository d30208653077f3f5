import { z } from 'zod'
import { DaySchema } from '../service/wire.ts'

export { DaySchema }

/** An instant, ISO 8601 in UTC. */
export const InstantSchema = z.iso.datetime()
export const BrandIdSchema = z.string().min(1).max(64)

/** As many as a team may have. */
export const BRANDS_MAX = 10_000
/** Which brands a call is about: all of them, or these. */
export const BrandIdsSchema = z.union([z.literal('all'), z.array(BrandIdSchema).min(1).max(BRANDS_MAX)])
export type BrandIds = z.infer<typeof BrandIdsSchema>

export const SearchSchema = z.string().max(500).optional()
export const LimitSchema = z.number().int().min(1).max(500).default(50)
export const CursorSchema = z.string().min(1).max(4000)

export const DirectionSchema = z.enum(['asc', 'desc'])

/** One sort key, or up to three; no value comes last in either direction. */
export const sortBy = <const Fields extends readonly [string, ...string[]]>(
  fields: Fields,
  by: NoInfer<Fields[number]>,
  direction: 'asc' | 'desc' = 'asc',
) => {
  const key = z.object({ by: z.enum(fields), direction: DirectionSchema.default('asc') })
  return z
    .union([key.transform((one) => [one]), z.array(key).min(1).max(3)])
    .default([{ by, direction } as z.output<typeof key>]) // `by` is one of `fields` by its type
}

/** What every paged call takes: `cursor` continues a page; `offset` jumps to a row instead. */
export const pageInput = {
  brandIds: BrandIdsSchema.default('all'),
  search: SearchSchema,
  cursor: CursorSchema.nullish(),
  offset: z.number().int().min(0).max(100_000_000).optional(),
  limit: LimitSchema,
}

/** A page: `total` counts all rows that fit the filter; `freshAsOf` is the sync instant of the oldest brand in it. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    total: z.number().int(),
    nextCursor: z.string().nullable(),
    freshAsOf: InstantSchema.nullable(),
  })

/** What a person calls something. */
export const NameSchema = z.string().trim().min(1).max(80)
export const ColourSchema = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1c7ed6')
export const NumberOrNullSchema = z.number().nullable()
export const EmptySchema = z.strictObject({})

export const ExportFormatSchema = z.enum(['csv', 'json', 'tsv'])
/** A file the desk wrote into its exports folder; `path` is absolute, `fileName` its last part. */
export const ExportResultSchema = z.object({
  path: z.string(),
  fileName: z.string(),
  rowCount: z.number().int(),
  freshAsOf: InstantSchema.nullable(),
})
