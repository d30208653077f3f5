import { z } from 'zod'
import { CountSchema } from './wire.ts'

/** `url` is a domain or a URL. */
export const WebsiteAuditBodySchema = z.object({ url: z.string().min(1) })

export const WebsiteAuditReplySchema = z.looseObject({
  url: z.string(),
  seoAudit: z.looseObject({
    overallScore: z.number(),
    totalTests: CountSchema,
    passedTests: CountSchema,
  }),
})
