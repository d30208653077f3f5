import { z } from 'zod'
import type { Operation } from './define.ts'
import { PROVIDERS } from './providers.ts'
import { CountSchema, OptionalTextSchema } from './wire.ts'

export const ProviderSchema = z.enum(PROVIDERS)

const SlugSchema = z.string().min(1)
const StatusSchema = z.enum(['draft', 'publish'])

export const PublishItemSchema = z.looseObject({ articleSlug: SlugSchema })

/** The top-level `articleSlug` is the first item's (docs/open-points.md). */
export const PublishBodySchema = z.object({
  articleSlug: SlugSchema,
  provider: ProviderSchema,
  teamId: z.string().min(1).optional(),
  status: StatusSchema.optional(),
  items: z.array(PublishItemSchema).min(1).optional(),
})

export const CmsResultSchema = z.looseObject({
  articleSlug: z.string(),
  postId: OptionalTextSchema,
  postUrl: OptionalTextSchema,
  status: OptionalTextSchema,
})
/** Without `results`, `success` or a count gives the result. */
export const CmsReplySchema = z
  .looseObject({
    success: z.boolean().optional(),
    succeeded: CountSchema.optional(),
    failed: CountSchema.optional(),
    results: z.array(CmsResultSchema).optional(),
  })
  .refine(({ success, succeeded, failed, results }) => (success ?? succeeded ?? failed ?? results) !== undefined, {
    path: ['results'],
    error: 'is missing',
  })

/** All of a reply: the interface names them for publish only. */
export const CMS_REPLY_FIELDS = [
  'success',
  'succeeded',
  'failed',
  'results',
  'results[].articleSlug',
  'results[].postId',
  'results[].postUrl',
  'results[].status',
]

/** `publishAt` is an instant, ISO 8601 in UTC. */
export const ScheduleBodySchema = z.object({
  articleSlug: SlugSchema,
  provider: ProviderSchema,
  publishAt: z.iso.datetime(),
  status: StatusSchema.optional(),
})
export const UnscheduleBodySchema = z.object({ articleSlugs: z.array(SlugSchema).min(1) })
export const UnpublishBodySchema = UnscheduleBodySchema.extend({ provider: ProviderSchema })

export const cmsOperations = {
  'cms.publish': {
    method: 'POST',
    path: '/cms/publish',
    request: { body: PublishBodySchema },
    response: CmsReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['items[].articleSlug'] },
  },
  'cms.unpublish': {
    method: 'POST',
    path: '/cms/unpublish',
    request: { body: UnpublishBodySchema },
    response: CmsReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['articleSlugs', 'provider'], response: CMS_REPLY_FIELDS },
  },
  'cms.schedule': {
    method: 'POST',
    path: '/cms/schedule',
    request: { body: ScheduleBodySchema },
    response: CmsReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['articleSlug', 'provider', 'publishAt', 'status'], response: CMS_REPLY_FIELDS },
  },
  'cms.unschedule': {
    method: 'DELETE',
    path: '/cms/schedule/unschedule',
    request: { body: UnscheduleBodySchema },
    response: CmsReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['articleSlugs'], response: CMS_REPLY_FIELDS },
  },
} as const satisfies Record<string, Operation>
