import { describe, expect, it, test } from 'vitest'
import { type OperationName, operations } from '../../../src-shared/service/operations.ts'

const parse = (name: OperationName, reply: unknown) => operations[name].response.safeParse(reply)

describe('a reply is read without', () => {
  const cases: [string, OperationName, unknown, unknown][] = [
    [
      'plan and permission to enable of a model',
      'aiModels.list',
      { models: [{ modelId: 'm', isActive: true }] },
      { models: [{ modelId: 'm', isActive: true, canEnable: true, planId: null }] },
    ],
    ['success of a model toggle', 'aiModels.update', {}, {}],
    [
      'success and override of an interval',
      'aiModels.setRefreshInterval',
      { planFloor: 7, allowedIntervals: [30, 7], effectiveInterval: 7 },
      { planFloor: 7, allowedIntervals: [30, 7], customInterval: null, effectiveInterval: 7 },
    ],
    [
      'pace and mode of a queue reply',
      'outreach.queue',
      { queued: 1, queuedConversationIds: ['c'], updated: 0, skipped: 0 },
      { queued: 1, queuedConversationIds: ['c'], updated: 0, skipped: 0 },
    ],
    ['default terms', 'outreach.peopleSearchTerms', { suggested: ['Editor'] }, { suggested: ['Editor'], defaults: [] }],
    [
      'address of a mailbox',
      'outreach.sendingAccounts',
      { items: [{ id: 'box' }] },
      { items: [{ id: 'box', email: 'box' }] },
    ],
    ['skipped conversations', 'outreach.unqueue', { removed: 2 }, { removed: 2, skipped: 0 }],
    ['results', 'cms.unschedule', { success: true }, { success: true }],
    [
      'the audited address',
      'websiteAudit.run',
      { seoAudit: { overallScore: 80, totalTests: 10, passedTests: 8 } },
      { seoAudit: { overallScore: 80, totalTests: 10, passedTests: 8 } },
    ],
  ]
  it.each(cases)('%s', (_, name, reply, expected) => {
    expect(parse(name, reply).data).toEqual(expected)
  })
})

test.each<[string, OperationName, unknown]>([
  ['a toggle that failed', 'aiModels.update', { success: false }],
  ['terms under other names', 'outreach.peopleSearchTerms', { titles: ['Editor'] }],
  ['CMS results under other names', 'cms.schedule', { ok: true, outcomes: [] }],
  ['a model without its id', 'aiModels.list', { models: [{ id: 'm', isActive: true }] }],
  ['an outbox row without its status', 'outreach.outbox', { items: [{ conversationId: 'c', prospectEmailId: 'e' }] }],
])('%s is not accepted as a reply', (_, name, reply) => {
  expect(parse(name, reply).success).toBe(false)
})
