import { z } from 'zod'
import type { Operation } from './define.ts'
import { LIMITS, truncateCharacters } from './limits.ts'
import {
  CountSchema,
  CursorQuerySchema,
  listing,
  OptionalNumberSchema,
  OptionalTextSchema,
  TeamQuerySchema,
} from './wire.ts'

const truncated = (max: number) => z.string().overwrite((text) => truncateCharacters(text, max))

/** One pitch. A missing or empty contact, subject or body makes the service skip it, not fail it. */
export const QueueItemSchema = z.object({
  prospectEmailId: z.string().optional(),
  subject: truncated(LIMITS.subjectCharactersMax).optional(),
  body: truncated(LIMITS.bodyCharactersMax).optional(),
  prospectId: z.string().optional(),
})

export const QueueBodySchema = z.object({
  items: z.array(QueueItemSchema).min(1).max(LIMITS.queueItemsMax),
  sendNow: z.boolean().optional(),
  sendingAccountId: z.string().min(1).optional(),
})

export const QueueReplySchema = z.looseObject({
  queued: CountSchema,
  queuedConversationIds: z.array(z.string()),
  updated: CountSchema,
  skipped: CountSchema,
  sendNow: z.boolean().optional(),
  spacingMs: z.number().optional(),
})

const isDistinct = (terms: string[]) => new Set(terms.map((term) => term.trim().toLowerCase())).size === terms.length

/** Job titles, matched as substrings and OR'd; left out, the service takes its default roles. */
export const PeopleTermsSchema = z
  .array(z.string().trim().min(1))
  .min(LIMITS.findPeopleTermsMin)
  .max(LIMITS.findPeopleTermsMax)
  .refine(isDistinct, 'the terms must be distinct')

export const FindPeopleBodySchema = z.object({
  prospectIds: z.array(z.string().min(1)).min(1).max(LIMITS.findPeopleProspectsMax),
  terms: PeopleTermsSchema.optional(),
})

export const FindPeopleReplySchema = z.looseObject({
  enqueuedCount: CountSchema,
  enqueuedProspectIds: z.array(z.string()),
  skipped: CountSchema,
  creditsCharged: CountSchema,
})

export const PeopleSearchTermsReplySchema = z
  .looseObject({ suggested: z.array(z.string()).optional(), defaults: z.array(z.string()).optional() })
  .refine((reply) => (reply.suggested ?? reply.defaults) !== undefined, { path: ['suggested'], error: 'is missing' })
  .transform((reply) => ({ ...reply, suggested: reply.suggested ?? [], defaults: reply.defaults ?? [] }))

/** `running` is the one value the interface shows; other words are kept as they come. */
export const DiscoverReplySchema = z.looseObject({
  status: z.string(),
  creditsCharged: CountSchema,
  alreadyRunning: z.boolean(),
})

export const ProspectSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  domain: OptionalTextSchema,
  title: OptionalTextSchema,
  url: OptionalTextSchema,
  /** Credits that were refunded for searches of this site so far, if the service reports refunds. */
  creditsRefunded: OptionalNumberSchema,
})
/** `status` and the three statuses of the brand are named. */
export const PROSPECTS_OPEN = [
  'items',
  'items[].id',
  'items[].domain',
  'items[].title',
  'items[].url',
  'items[].creditsRefunded',
  'nextCursor',
]
export type Prospect = z.infer<typeof ProspectSchema>

export const ProspectStatusesSchema = z.object({
  discoveryStatus: OptionalTextSchema,
  mentionCheckStatus: OptionalTextSchema,
  relationshipSweepStatus: OptionalTextSchema,
})
export const ProspectsReplySchema = listing(ProspectSchema).extend(ProspectStatusesSchema.shape)

export const ContactSchema = z.looseObject({
  id: z.string(),
  prospectId: z.string(),
  name: OptionalTextSchema,
  role: OptionalTextSchema,
  email: OptionalTextSchema,
})
export type Contact = z.infer<typeof ContactSchema>
export const CONTACTS_OPEN = [
  'items',
  'items[].id',
  'items[].prospectId',
  'items[].name',
  'items[].role',
  'items[].email',
  'nextCursor',
]
export const ContactsReplySchema = listing(ContactSchema)

export const OutboxEmailSchema = z.looseObject({
  conversationId: z.string(),
  prospectEmailId: z.string(),
  subject: OptionalTextSchema,
  status: z.string(),
  scheduledAt: OptionalTextSchema,
  sentAt: OptionalTextSchema,
  /** The address or id of the mailbox that it goes out from. */
  mailbox: OptionalTextSchema,
})
export const OUTBOX_OPEN = [
  'items',
  'items[].conversationId',
  'items[].prospectEmailId',
  'items[].subject',
  'items[].status',
  'items[].scheduledAt',
  'items[].sentAt',
  'items[].mailbox',
  'nextCursor',
]
export const OutboxReplySchema = listing(OutboxEmailSchema)

export const UnqueueBodySchema = z.object({ conversationIds: z.array(z.string().min(1)).min(1) })
export const UnqueueReplySchema = z.looseObject({ removed: CountSchema, skipped: CountSchema.default(0) })

export const SendingAccountSchema = z
  .looseObject({ id: z.string(), email: OptionalTextSchema, dailyLimit: OptionalNumberSchema })
  .transform((account) => ({ ...account, email: account.email || account.id }))
export const SENDING_ACCOUNTS_OPEN = ['items', 'items[].id', 'items[].email', 'items[].dailyLimit', 'nextCursor']
export const SendingAccountsReplySchema = listing(SendingAccountSchema)

export const outreachOperations = {
  'outreach.queue': {
    method: 'POST',
    path: '/v3/outreach/outbox/queue',
    request: { body: QueueBodySchema },
    response: QueueReplySchema,
    safety: 'sends',
    documented: true,
  },
  'outreach.findPeople': {
    method: 'POST',
    path: '/v3/outreach/prospects/find-people',
    request: { body: FindPeopleBodySchema },
    response: FindPeopleReplySchema,
    safety: 'spends',
    documented: true,
  },
  'outreach.peopleSearchTerms': {
    method: 'GET',
    path: '/v3/outreach/prospects/people-search-terms',
    request: { query: TeamQuerySchema },
    response: PeopleSearchTermsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: ['suggested', 'defaults'] },
  },
  'outreach.discover': {
    method: 'POST',
    path: '/v3/outreach/discover/run',
    request: {},
    response: DiscoverReplySchema,
    safety: 'spends',
    documented: true,
  },
  'outreach.prospects': {
    method: 'GET',
    path: '/v3/outreach/prospects',
    request: { query: CursorQuerySchema },
    response: ProspectsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: PROSPECTS_OPEN },
  },
  'outreach.contacts': {
    method: 'GET',
    path: '/v3/outreach/prospects/emails',
    request: { query: CursorQuerySchema },
    response: ContactsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: CONTACTS_OPEN },
  },
  'outreach.outbox': {
    method: 'GET',
    path: '/v3/outreach/outbox/emails',
    request: { query: CursorQuerySchema },
    response: OutboxReplySchema,
    safety: 'read',
    documented: false,
    open: { response: OUTBOX_OPEN },
  },
  'outreach.unqueue': {
    method: 'POST',
    path: '/v3/outreach/outbox/unqueue',
    request: { body: UnqueueBodySchema },
    response: UnqueueReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['conversationIds'], response: ['removed', 'skipped'] },
  },
  'outreach.sendingAccounts': {
    method: 'GET',
    path: '/v3/outreach/sending-accounts',
    request: { query: CursorQuerySchema },
    response: SendingAccountsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: SENDING_ACCOUNTS_OPEN },
  },
} as const satisfies Record<string, Operation>
