import { aiModelHandlers } from './ai-models.ts'
import { cmsHandlers } from './cms.ts'
import { connectorHandlers } from './connectors.ts'
import type { Handlers } from './handler.ts'
import { keywordHandlers } from './keywords.ts'
import { outreachHandlers } from './outreach.ts'
import { rankTrackingHandlers } from './rank-tracking.ts'
import { topicClusterHandlers } from './topic-clusters.ts'
import { websiteAuditHandlers } from './website-audit.ts'

export const handlers: Handlers = {
  ...outreachHandlers,
  ...rankTrackingHandlers,
  ...topicClusterHandlers,
  ...keywordHandlers,
  ...websiteAuditHandlers,
  ...aiModelHandlers,
  ...cmsHandlers,
  ...connectorHandlers,
}
