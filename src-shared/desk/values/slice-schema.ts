import { z } from 'zod'
import { DEVICES, SEARCH_TYPES, UNIVERSES } from '../../service/rank-tracking.ts'

/** A value that the service knows. One that the desk suggests is written as it suggests it, so that it is the same slice. */
const textOf = (isSuggested: (lower: string) => boolean) =>
  z
    .string()
    .trim()
    .min(1)
    .max(80)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must be one line of text')
    .overwrite((text) => (isSuggested(text.toLowerCase()) ? text.toLowerCase() : text))

const oneOf = (values: readonly string[]) => textOf((lower) => values.includes(lower))
const isCode = (lower: string): boolean => /^[a-z]{2,3}$/.test(lower)

/** One cut through a brand's rankings; null means "all". The default slice is all devices, all countries, web, all. */
export const SliceSchema = z.object({
  device: oneOf(DEVICES).nullable().default(null),
  country: textOf(isCode).nullable().default(null),
  searchType: oneOf(SEARCH_TYPES).default('web'),
  universe: z.enum(UNIVERSES).default('all'),
})
