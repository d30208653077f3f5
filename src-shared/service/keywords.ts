import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { TeamQuerySchema } from './wire.ts'

/** A description replaces the crawl of the website; audience segments are repeated parameters. */
export const SuggestKeywordsQuerySchema = TeamQuerySchema.extend({
  websiteUrl: z.url().optional(),
  description: z.string().min(1).optional(),
  audience: z.array(z.string().min(1)).optional(),
})

export const SuggestKeywordsReplySchema = z.looseObject({
  keywords: z.array(z.string()).max(LIMITS.suggestionsMax),
})
