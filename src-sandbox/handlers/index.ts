import * as aiModels from './ai-models.ts'
import * as cms from './cms.ts'
import * as connectors from './connectors.ts'
import type { Handlers } from './handler.ts'
import * as keywords from './keywords.ts'
import * as outreach from './outreach.ts'
import * as outreachActs from './outreach-acts.ts'
import * as rankTracking from './rank-tracking.ts'
import * as topicClusters from './topic-clusters.ts'
import * as websiteAudit from './website-audit.ts'

export const handlers: Handlers = {
  'outreach.queue': outreachActs.queue,
  'outreach.unqueue': outreachActs.unqueue,
  'outreach.findPeople': outreachActs.findPeople,
  'outreach.discover': outreachActs.discover,
  'outreach.peopleSearchTerms': outreach.listSearchTerms,
  'outreach.prospects': outreach.listProspects,
  'outreach.contacts': outreach.listContacts,
  'outreach.outbox': outreach.listOutbox,
  'outreach.sendingAccounts': outreach.listSendingAccounts,
  'rankTracking.topKeywords': rankTracking.topKeywords,
  'rankTracking.keywords': rankTracking.trackedKeywords,
  'topicClusters.list': topicClusters.listClusters,
  'keywords.suggest': keywords.suggest,
  'websiteAudit.run': websiteAudit.runAudit,
  'aiModels.list': aiModels.listAiModels,
  'aiModels.update': aiModels.updateAiModel,
  'aiModels.refreshInterval': aiModels.getRefreshInterval,
  'aiModels.setRefreshInterval': aiModels.setRefreshInterval,
  'cms.publish': cms.publish,
  'cms.schedule': cms.schedule,
  'cms.unschedule': cms.unschedule,
  'cms.unpublish': cms.unpublish,
  'connectors.catalog': connectors.getCatalog,
  'connectors.update': connectors.updatePermissions,
  'connectors.setSync': connectors.setSync,
}
