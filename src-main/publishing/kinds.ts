// How the journal sends the four kinds of publishing, and reads the outcome of each article from the reply.
import { DeskError } from '../../src-shared/desk/errors.ts'
import { ProviderSchema } from '../../src-shared/service/cms.ts'
import { type BatchGroup, defineKind, type JournalKind } from '../journal/kind.ts'
import type { IntentDetails } from '../journal/public.ts'
import { readReply } from './rules/read-reply.ts'
import type { PublishingKind } from './rules/read-result.ts'
import {
  assertOneAlone,
  createScheduleCheck,
  createUnscheduleCheck,
  explainSchedule,
  type ScheduleChecksDeps,
} from './schedule-checks.ts'

export type { PublishingKind } from './rules/read-result.ts'

const ARTICLES_PER_CALL = 100

const providerOf = (details: IntentDetails) => ProviderSchema.parse(details.provider)
const statusOf = (details: IntentDetails): 'draft' | 'publish' => (details.status === 'draft' ? 'draft' : 'publish')
const slugsOf = ({ items }: BatchGroup): string[] => items.map(({ refId }) => refId)
const publishAtOf = (details: IntentDetails): string => String(details.publishAt)

/** Throws `invalid`, field `publishAt`. */
export const assertFuture = (publishAt: string, nowMs: number): void => {
  if (Date.parse(publishAt) > nowMs) return
  throw new DeskError('invalid', 'The time to publish at has passed. Choose a later one.', {
    issues: [{ path: 'publishAt', message: 'must be in the future' }],
  })
}

const CMS_KINDS = {
  publish: defineKind({
    operation: 'cms.publish',
    itemsPerBatch: ARTICLES_PER_CALL,
    request: ({ details, items }) => ({
      body: {
        articleSlug: items[0].refId,
        provider: providerOf(details),
        status: statusOf(details),
        items: items.map(({ refId }) => ({ articleSlug: refId })),
      },
    }),
    outcomes: (reply, { items }) => readReply('publish', reply, items),
  }),
  schedule: defineKind({
    operation: 'cms.schedule',
    itemsPerBatch: 1,
    request: ({ details, items }) => ({
      body: {
        articleSlug: items[0].refId,
        provider: providerOf(details),
        publishAt: publishAtOf(details),
        status: statusOf(details),
      },
    }),
    outcomes: (reply, { items }) => readReply('schedule', reply, items),
    assertPossible: (details, nowMs) => assertFuture(publishAtOf(details), nowMs),
  }),
  unschedule: defineKind({
    operation: 'cms.unschedule',
    itemsPerBatch: ARTICLES_PER_CALL,
    request: (group) => ({ body: { articleSlugs: slugsOf(group) } }),
    outcomes: (reply, { items }) => readReply('unschedule', reply, items),
  }),
  unpublish: defineKind({
    operation: 'cms.unpublish',
    itemsPerBatch: ARTICLES_PER_CALL,
    request: (group) => ({ body: { articleSlugs: slugsOf(group), provider: providerOf(group.details) } }),
    outcomes: (reply, { items }) => readReply('unpublish', reply, items),
  }),
} satisfies Record<PublishingKind, JournalKind>

export const createPublishingKinds = (deps: ScheduleChecksDeps): Record<PublishingKind, JournalKind> => ({
  ...CMS_KINDS,
  schedule: { ...CMS_KINDS.schedule, explain: explainSchedule, itemsToSkip: createScheduleCheck(deps) },
  unschedule: {
    ...CMS_KINDS.unschedule,
    itemsToSkip: createUnscheduleCheck(deps),
    skipReads: ['article'],
    assertMayRetry: assertOneAlone,
  },
})
