import { z } from 'zod'
import { ProviderSchema } from '../service/cms.ts'
import { PROVIDERS } from '../service/providers.ts'
import { BRANDS_MAX, BrandIdSchema, EmptySchema, InstantSchema, pageInput, pageOf, sortBy } from './common.ts'
import { call, event } from './define.ts'
import { PortHolderSchema } from './values/port-holders.ts'

/** `accepted` is what was answered 200; `rejected` had the right secret and a body that is none of ours (400). */
/** `sample`: sent by the desk itself to try the receiver; it confirms nothing. */
export const DELIVERY_STATES = ['accepted', 'unknown-event', 'rejected', 'sample'] as const

export const DeliverySchema = z.object({
  id: z.string(),
  brandId: BrandIdSchema,
  receivedAt: InstantSchema,
  event: z.string().nullable(),
  slug: z.string().nullable(),
  title: z.string().nullable(),
  status: z.enum(DELIVERY_STATES),
  reason: z.string().nullable(),
  /** Whether the brand's current secret was shown, or the one before it. */
  secretUsed: z.enum(['current', 'previous']),
  /** The desk's own publish that this delivery confirmed. */
  intentId: z.string().nullable(),
  bytes: z.number().int(),
})
export type Delivery = z.infer<typeof DeliverySchema>

/** `articleTitle`: of its article, as this delivery or the newest other one reported it. */
const ListedDeliverySchema = DeliverySchema.extend({ articleTitle: z.string().nullable() })
export type ListedDelivery = z.infer<typeof ListedDeliverySchema>

const ForwardSchema = z.object({
  url: z.string(),
  at: InstantSchema,
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  attempt: z.number().int(),
  nextTryAt: InstantSchema.nullable(),
})

/** https anywhere, or http on this machine; no name and password, behind which another host could hide. */
const FORWARD_URL = /^(https:\/\/[^/?#@\\\s]+|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?)([/?#]|$)/i
const ForwardUrlSchema = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .regex(FORWARD_URL, 'must be https, or http on 127.0.0.1')

/** A host's name or address, without port. */
const HostNameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$|^\[[0-9a-f:]{2,45}\]$/,
    'must be a host name without port',
  )
  .max(253)

export const REFUSALS = [
  'unauthorized',
  'foreign-host',
  'origin',
  'method',
  'not-found',
  'too-large',
  'bad-body',
  'disk-full',
  'too-slow',
  'too-many',
] as const

/** The last requests that were turned away, as the status gives them. */
export const REFUSALS_SHOWN = 100

export const webhookCalls = {
  'webhooks.status': call({
    input: EmptySchema,
    output: z.object({
      listening: z.boolean(),
      address: z.string(),
      port: z.number().int(),
      error: z.string().nullable(),
      /** Who listens at the port; only the desk itself and “another program” where the system does not say more. */
      holders: z.array(PortHolderSchema),
      /** Counts since the desk was installed, by reason. */
      refused: z.partialRecord(z.enum(REFUSALS), z.number().int()),
      received: z.number().int(),
      retentionDays: z.number().int(),
      overlapHours: z.number(),
      enabled: z.boolean(),
      allowedHosts: z.array(z.string()),
      mutedBrandIds: z.array(BrandIdSchema),
      /** The last requests that were turned away, the newest first. */
      refusals: z.array(
        z.object({
          at: InstantSchema,
          reason: z.enum(REFUSALS),
          brandId: BrandIdSchema.nullable(),
          /** The sender's address. */
          from: z.string(),
        }),
      ),
      brands: z.array(
        z.object({
          brandId: BrandIdSchema,
          url: z.string(),
          hasSecret: z.boolean(),
          /** Platforms that report each publish of the brand by a webhook. */
          providers: z.array(ProviderSchema),
          previousAcceptedUntil: InstantSchema.nullable(),
          lastDeliveryAt: InstantSchema.nullable(),
        }),
      ),
    }),
    reads: ['receiver', 'deliveries', 'brands'],
  }),
  'webhooks.configure': call({
    input: z.object({
      enabled: z.boolean().optional(),
      address: z.enum(['127.0.0.1', '::1', '0.0.0.0']).optional(),
      port: z.number().int().min(1).max(65_535).optional(),
      retentionDays: z.number().int().min(1).max(3650).optional(),
      overlapHours: z.number().min(0).max(720).optional(),
      /** Names a tunnel or proxy is reached by; requests to any other foreign name are refused. */
      allowedHosts: z.array(HostNameSchema).max(50).optional(),
      /** Brands whose deliveries raise no notification. */
      mutedBrandIds: z.array(BrandIdSchema).max(BRANDS_MAX).optional(),
    }),
    output: EmptySchema,
    reads: [],
  }),
  /**
   * The platforms of a brand that report each publish by a webhook; `webhook` alone where nothing was set. A delivery confirms
   * articles on these only, and an article on another one is never overdue.
   */
  'webhooks.setProviders': call({
    input: z.object({ brandId: BrandIdSchema, providers: z.array(ProviderSchema).max(PROVIDERS.length) }),
    output: EmptySchema,
    reads: [],
  }),
  /** The one call that shows a secret, and only this once. */
  'webhooks.rotateSecret': call({
    input: z.object({ brandId: BrandIdSchema, sessionOnly: z.boolean().default(false) }),
    output: z.object({ secret: z.string(), url: z.string(), previousAcceptedUntil: InstantSchema.nullable() }),
    reads: [],
  }),
  'webhooks.deliveries': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({
          event: z.array(z.string()).min(1).optional(),
          status: z.array(z.enum(DELIVERY_STATES)).min(1).optional(),
          from: InstantSchema.optional(),
          to: InstantSchema.optional(),
        })
        .default({}),
      sort: sortBy(['receivedAt'], 'receivedAt', 'desc'),
    }),
    output: pageOf(ListedDeliverySchema),
    reads: ['deliveries', 'brands'],
  }),
  /** `headers` and `body` as they came, webhook secrets masked; `curl` with a placeholder for the secret. */
  'webhooks.delivery': call({
    input: z.object({ id: z.string().min(1).max(64) }),
    output: ListedDeliverySchema.extend({
      path: z.string(),
      headers: z.array(z.tuple([z.string(), z.string()])),
      body: z.string(),
      curl: z.string(),
      forwards: z.array(ForwardSchema),
    }),
    reads: ['deliveries', 'receiver'],
  }),
  /** Applies a delivery again here (`forwardTo` absent), or sends it on to another local or https address. */
  'webhooks.replay': call({
    input: z.object({ id: z.string().min(1).max(64), forwardTo: ForwardUrlSchema.optional() }),
    output: z.object({ applied: z.boolean(), forward: ForwardSchema.nullable() }),
    reads: [],
  }),
  /** A delivery like the service's, over HTTP to our own receiver, with the brand's secret. */
  'webhooks.sendSample': call({
    input: z.object({
      brandId: BrandIdSchema,
      slug: z.string().trim().min(1).max(500).optional(),
      title: z.string().max(500).optional(),
    }),
    output: z.object({ status: z.number().int(), body: z.string(), deliveryId: z.string().nullable() }),
    reads: [],
  }),
  /** Asks our own address as a sender would: is it reachable? */
  'webhooks.check': call({
    input: z.object({ brandId: BrandIdSchema.optional() }),
    output: z.object({ reachable: z.boolean(), message: z.string() }),
    reads: [],
  }),
}

export const webhookEvents = {
  'webhooks.received': event(z.object({ delivery: DeliverySchema })),
}
