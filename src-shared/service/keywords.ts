import { z } from 'zod'
import type { Operation } from './define.ts'
import { TeamQuerySchema } from './wire.ts'

/** A description replaces the crawl of the website; audience segments are repeated parameters. */
export const SuggestKeywordsQuerySchema = TeamQuerySchema.extend({
  websiteUrl: z.url().optional(),
  description: z.string().min(1).optional(),
  audience: z.array(z.string().min(1)).optional(),
})

/** The interface allows ten keywords. A longer list is cut by who shows it: its keywords are good ones. */
export const SuggestKeywordsReplySchema = z.looseObject({ keywords: z.array(z.string()) })

export const keywordOperations = {
  'keywords.suggest': {
    method: 'GET',
    path: '/v3/keywords/suggest-keywords',
    request: { query: SuggestKeywordsQuerySchema },
    response: SuggestKeywordsReplySchema,
    safety: 'read',
    documented: true,
  },
} as const satisfies Record<string, Operation>
