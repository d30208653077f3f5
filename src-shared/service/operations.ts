// The operation table: the only place that knows a path, a wire schema or how safe an operation is to repeat.
// The client, the limiter, the sandbox's router and the service doctor are all derived from it.
import { z } from 'zod'
import * as aiModels from './ai-models.ts'
import * as cms from './cms.ts'
import * as connectors from './connectors.ts'
import type { Operation } from './define.ts'
import * as keywords from './keywords.ts'
import * as outreach from './outreach.ts'
import * as rankTracking from './rank-tracking.ts'
import * as topicClusters from './topic-clusters.ts'
import * as websiteAudit from './website-audit.ts'

export const operations = {
  'outreach.queue': {
    method: 'POST',
    path: '/v3/outreach/outbox/queue',
    request: { body: outreach.QueueBodySchema },
    response: outreach.QueueReplySchema,
    safety: 'sends',
    documented: true,
  },
  'outreach.findPeople': {
    method: 'POST',
    path: '/v3/outreach/prospects/find-people',
    request: { body: outreach.FindPeopleBodySchema },
    response: outreach.FindPeopleReplySchema,
    safety: 'spends',
    documented: true,
  },
  'outreach.peopleSearchTerms': {
    method: 'GET',
    path: '/v3/outreach/prospects/people-search-terms',
    request: { query: outreach.OutreachTeamQuerySchema },
    response: outreach.PeopleSearchTermsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: ['suggested', 'defaults'] },
  },
  'outreach.discover': {
    method: 'POST',
    path: '/v3/outreach/discover/run',
    request: {},
    response: outreach.DiscoverReplySchema,
    safety: 'spends',
    documented: true,
  },
  'outreach.prospects': {
    method: 'GET',
    path: '/v3/outreach/prospects',
    request: { query: outreach.OutreachListQuerySchema },
    response: outreach.ProspectsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: outreach.PROSPECTS_OPEN },
  },
  'outreach.contacts': {
    method: 'GET',
    path: '/v3/outreach/prospects/emails',
    request: { query: outreach.OutreachListQuerySchema },
    response: outreach.ContactsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: outreach.CONTACTS_OPEN },
  },
  'outreach.outbox': {
    method: 'GET',
    path: '/v3/outreach/outbox/emails',
    request: { query: outreach.OutreachListQuerySchema },
    response: outreach.OutboxReplySchema,
    safety: 'read',
    documented: false,
    open: { response: outreach.OUTBOX_OPEN },
  },
  'outreach.unqueue': {
    method: 'POST',
    path: '/v3/outreach/outbox/unqueue',
    request: { body: outreach.UnqueueBodySchema },
    response: outreach.UnqueueReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['conversationIds'], response: ['removed', 'skipped'] },
  },
  'outreach.sendingAccounts': {
    method: 'GET',
    path: '/v3/outreach/sending-accounts',
    request: { query: outreach.OutreachListQuerySchema },
    response: outreach.SendingAccountsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: outreach.SENDING_ACCOUNTS_OPEN },
  },
  'rankTracking.topKeywords': {
    method: 'GET',
    path: '/v3/rank-tracking/top-keywords',
    request: { query: rankTracking.TopKeywordsQuerySchema },
    response: rankTracking.TopKeywordsReplySchema,
    safety: 'read',
    documented: true,
    open: { response: ['nextCursor'] },
  },
  'rankTracking.keywords': {
    method: 'GET',
    path: '/v3/rank-tracking/keywords',
    request: { query: rankTracking.TrackedKeywordsQuerySchema },
    response: rankTracking.TrackedKeywordsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: ['items[].keyword', 'nextCursor'] },
  },
  'topicClusters.list': {
    method: 'GET',
    path: '/v3/topic-clusters',
    request: { query: topicClusters.TopicClustersQuerySchema },
    response: topicClusters.TopicClustersReplySchema,
    safety: 'read',
    documented: true,
    open: { response: ['nextCursor'] },
  },
  'keywords.suggest': {
    method: 'GET',
    path: '/v3/keywords/suggest-keywords',
    request: { query: keywords.SuggestKeywordsQuerySchema },
    response: keywords.SuggestKeywordsReplySchema,
    safety: 'read',
    documented: true,
  },
  'websiteAudit.run': {
    method: 'POST',
    path: '/v3/website-audit',
    request: { body: websiteAudit.WebsiteAuditBodySchema },
    response: websiteAudit.WebsiteAuditReplySchema,
    safety: 'spends',
    documented: true,
  },
  'aiModels.list': {
    method: 'GET',
    path: '/ai-models',
    request: { query: aiModels.AiModelsQuerySchema },
    response: aiModels.AiModelsReplySchema,
    safety: 'read',
    documented: false,
    open: { response: ['models', 'models[].modelId', 'models[].name'] },
  },
  'aiModels.update': {
    method: 'PATCH',
    path: '/ai-models/:modelId',
    request: { path: aiModels.AiModelPathSchema, body: aiModels.AiModelUpdateBodySchema },
    response: aiModels.AiModelUpdateReplySchema,
    safety: 'set',
    documented: false,
  },
  'aiModels.refreshInterval': {
    method: 'GET',
    path: '/ai-models/refresh-interval',
    request: { query: aiModels.RefreshIntervalQuerySchema },
    response: aiModels.RefreshIntervalSchema,
    safety: 'read',
    documented: false,
  },
  'aiModels.setRefreshInterval': {
    method: 'PATCH',
    path: '/ai-models/refresh-interval',
    request: { body: aiModels.RefreshIntervalBodySchema },
    response: aiModels.RefreshIntervalUpdateReplySchema,
    safety: 'set',
    documented: false,
  },
  'cms.publish': {
    method: 'POST',
    path: '/cms/publish',
    request: { body: cms.PublishBodySchema },
    response: cms.CmsReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['items[].articleSlug'] },
  },
  'cms.unpublish': {
    method: 'POST',
    path: '/cms/unpublish',
    request: { body: cms.UnpublishBodySchema },
    response: cms.CmsReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['articleSlugs', 'provider'], response: cms.CMS_REPLY_FIELDS },
  },
  'cms.schedule': {
    method: 'POST',
    path: '/cms/schedule',
    request: { body: cms.ScheduleBodySchema },
    response: cms.CmsReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['articleSlug', 'provider', 'publishAt', 'status'], response: cms.CMS_REPLY_FIELDS },
  },
  'cms.unschedule': {
    method: 'DELETE',
    path: '/cms/schedule/unschedule',
    request: { body: cms.UnscheduleBodySchema },
    response: cms.CmsReplySchema,
    safety: 'publishes',
    documented: false,
    open: { request: ['articleSlugs'], response: cms.CMS_REPLY_FIELDS },
  },
  'connectors.catalog': {
    method: 'GET',
    path: '/v3/settings/mcp',
    request: { query: connectors.ConnectorQuerySchema },
    response: connectors.ConnectorCatalogSchema,
    safety: 'read',
    documented: false,
    open: { response: connectors.CATALOG_OPEN },
  },
  'connectors.update': {
    method: 'PATCH',
    path: '/v3/settings/mcp',
    request: { query: connectors.ConnectorQuerySchema, body: connectors.ConnectorUpdateBodySchema },
    response: connectors.ConnectorCatalogSchema,
    safety: 'set',
    documented: false,
    open: { response: connectors.CATALOG_OPEN },
  },
  'connectors.setSync': {
    method: 'PATCH',
    path: '/v3/settings/mcp/sync',
    request: { query: connectors.ConnectorQuerySchema, body: connectors.ConnectorSyncBodySchema },
    response: connectors.ConnectorSyncReplySchema,
    safety: 'set',
    documented: false,
    open: { response: connectors.CATALOG_OPEN },
  },
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationName = keyof Operations

export const OPERATION_NAMES = Object.keys(operations) as [OperationName, ...OperationName[]] // keys of a const object
export const OperationNameSchema = z.enum(OPERATION_NAMES)

/** Our paths of one body of an operation that the interface does not give by name. */
export const openFieldsOf = (name: OperationName, side: 'request' | 'response'): readonly string[] => {
  const { open }: Operation = operations[name]
  return open?.[side] ?? []
}

type PartInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : never
type PartOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : never

/** What a caller hands to the client for an operation: only the parts that its row declares. */
export type RequestOf<Name extends OperationName> = {
  readonly [Part in keyof Operations[Name]['request']]: PartInput<Operations[Name]['request'][Part]>
}
/** What a handler of the sandbox receives: the same parts, parsed. */
export type ParsedRequestOf<Name extends OperationName> = {
  readonly [Part in keyof Operations[Name]['request']]: PartOutput<Operations[Name]['request'][Part]>
}
/** A reply as the service sends it. */
export type WireReplyOf<Name extends OperationName> = z.input<Operations[Name]['response']>
/** A reply after its schema: what the desk works with. */
export type ReplyOf<Name extends OperationName> = z.output<Operations[Name]['response']>
