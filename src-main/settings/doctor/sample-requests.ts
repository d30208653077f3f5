import type { OperationName, RequestOf } from '../../../src-shared/service/operations.ts'

/** The operations that only read, each with the smallest request that shows whether it is there. */
export const sampleRequests = (
  teamId: string,
  today: string,
): { [Name in OperationName]?: RequestOf<Name> | null } => ({
  'outreach.peopleSearchTerms': { query: {} },
  'outreach.prospects': { query: {} },
  'outreach.contacts': { query: {} },
  'outreach.outbox': { query: {} },
  'outreach.sendingAccounts': { query: {} },
  'rankTracking.topKeywords': { query: { startDate: today, endDate: today, limit: 1 } },
  'rankTracking.keywords': { query: {} },
  'topicClusters.list': { query: {} },
  // A description keeps the service from crawling a website for the answer.
  'keywords.suggest': { query: { description: 'A shop for outdoor clothing' } },
  'aiModels.list': { query: { teamId } },
  'aiModels.refreshInterval': { query: { teamId } },
  'connectors.catalog': { query: {} },
})
