import { z } from 'zod'
import type { Operation } from './define.ts'
import { CountSchema, OptionalTextSchema } from './wire.ts'

/** Labels of letters, digits and hyphens, at least two; the last one is no number. */
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

/** The http(s) URL of a page on the web, without its fragment: no server sees that. */
export const SiteUrlSchema = z
  .url({ protocol: /^https?$/, hostname: DOMAIN, normalize: true, error: 'is neither a domain nor a web address' })
  .max(2000)
  .refine(
    (url) =>
      !url
        .replace(/^https?:\/\//, '')
        .replace(/[/?#].*$/s, '')
        .includes('@'),
    'must not hold a password',
  )
  .overwrite((url) => url.replace(/#.*$/s, ''))

/** A domain or an http(s) URL of a site on the web, read as a URL: `example.com` is `https://example.com/`. */
export const SiteSchema = z
  .string()
  .trim()
  .transform((text) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`))
  .pipe(SiteUrlSchema)

/** `url` is a domain or a URL. */
export const WebsiteAuditBodySchema = z.object({ url: z.string().min(1) })

export const WebsiteAuditReplySchema = z.looseObject({
  url: OptionalTextSchema,
  seoAudit: z.looseObject({
    overallScore: z.number(),
    totalTests: CountSchema,
    passedTests: CountSchema,
  }),
})

export const websiteAuditOperations = {
  'websiteAudit.run': {
    method: 'POST',
    path: '/v3/website-audit',
    request: { body: WebsiteAuditBodySchema },
    response: WebsiteAuditReplySchema,
    safety: 'spends',
    documented: true,
  },
} as const satisfies Record<string, Operation>
