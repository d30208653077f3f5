// One call of each write function of core.db, in an order in which each finds what it changes. Brands b1 and b2 are there, and
// the rows of TEAM_ROWS, which come from other desks.
import { arrivalValues } from '../../src-main/store/arrival.ts'

const ITEM = { label: 'c', refId: 'c', batch: 0 }
const intent = (id: string, brandId = 'b1') => ({
  id,
  kind: 'queue',
  brandId,
  details: {},
  holdMs: 1000,
  items: [{ ...ITEM, refId: id }],
})
const atMs = 5
/** What a person did has the team's time at that moment. */
const did = (args: object) => Object.defineProperty({ ...args }, 'atMs', { get: Date.now, enumerable: true })
const tool = (effective: 'allow' | 'deny') => ({
  name: 'search',
  label: 'Search',
  description: '',
  group: 'read',
  default: 'allow',
  effective,
})
const catalog = (effective: 'allow' | 'deny') => ({
  brandId: 't',
  canManage: true,
  syncEnabled: false,
  tools: [tool(effective)],
})
const draft = (id: string) => ({
  id,
  kind: 'draft',
  brandId: 'b1',
  name: 'D',
  subject: 'S',
  body: 'B',
  recipients: [],
  updatedAtMs: atMs,
})

const alertRule = (id: string, brandIds = ['b1']) => ({
  ...{ id, name: 'R', scope: { of: 'brands', brandIds }, condition: { kind: 'drift' }, filter: {}, atMs },
})

const delivery = {
  brand_id: 'b1',
  received_at_ms: 3,
  event: 'article.published',
  title: null,
  status: 'accepted',
  reason: null,
  secret_used: 'current',
  intent_id: null,
  bytes: 2,
  search: '',
}
const article = {
  brand_id: 'b1',
  provider: 'webhook',
  status: 'publish',
  is_scheduled: 1,
  at_ms: 1,
  state: 'scheduled',
  intent_no: null,
  item: null,
  post_id: null,
  post_url: null,
  reason: null,
  created_at_ms: 1,
  delivery_id: null,
  confirmed_at_ms: null,
}

export const TEAM_ROWS = {
  credit: {
    rows: [
      {
        ...{ no: 1, brand_id: 'b1', act: 'findPeople', intent_no: null, intent_id: null, call_no: null },
        ...{ state: 'settled', at_ms: 1, price: 5, charged: 5, about: '{}' },
      },
    ],
  },
  credit_site: {
    rows: [
      {
        ...{ credit_no: 1, prospect_id: 'p1', brand_id: 'b1', contacts_before: 0 },
        ...{ charged: 5, state: 'searching', since_ms: 1, refunded: 0, refunded_before: 0 },
      },
    ],
  },
  article: {
    rows: [
      { ...article, no: 1, slug: 'overdue' },
      { ...article, no: 2, slug: 'delivered' },
    ],
  },
  delivery: { rows: [{ ...delivery, no: 1, slug: 'delivered' }] },
  audit: {
    rows: [
      {
        ...{ no: 1, brand_id: 'b1', url: 'https://a.b/', at_ms: 1, state: 'running', overall_score: null },
        ...{ total_tests: null, passed_tests: null, error: null, folded: '', desk_no: 1 },
      },
    ],
  },
}

/** In this desk's inbox.db, not derived yet. */
export const ARRIVED = arrivalValues({
  ...{ brandId: 'b1', receivedAtMs: 4, status: 'accepted', event: 'article.published', slug: 'new', title: 'New' },
  ...{ reason: null, secretUsed: 'current', bytes: 2, path: '/', headers: '[]', body: Buffer.from('{}') },
})

export type CoreWrite = {
  readonly name: string
  readonly args: object
  /** Changes rows of this desk alone. */
  readonly isOwn?: true
}

const note = { day: '2026-10-01', untilDay: null, keyword: null, page: null, text: 'Relaunch', atMs }

export const CORE_WRITES: readonly CoreWrite[] = [
  {
    name: 'brands.insert',
    args: { id: 'b3', name: 'Third', teamId: null, keyState: 'missing', keyIn: null, demo: false, createdAtMs: 1 },
  },
  { name: 'brands.update', args: { id: 'b3', patch: { name: 'The third' } } },
  { name: 'settings.save', args: { isSendingHeld: true } },
  { name: 'settings.set', args: { key: 'mine', value: 1 }, isOwn: true },
  { name: 'exports.save', args: { fileName: 'a.csv', brands: [{ id: 'b1', name: 'b1' }] }, isOwn: true },
  { name: 'limiter.save', args: { bucket: 'b1', atMs: [1] }, isOwn: true },
  { name: 'limiter.replace', args: { instants: [{ bucket: 'b1', atMs: 1 }] }, isOwn: true },
  {
    name: 'keyRefusals.save',
    args: { brandId: 'b1', operation: 'topicClusters.list', atMs: 1, sent: 1, allowed: 60 },
    isOwn: true,
  },
  {
    name: 'today.saveChoice',
    args: { itemId: 'i', brandId: 'b1', atMs, until: null, untilMs: null, reason: null, occurrences: [] },
    isOwn: true,
  },
  { name: 'today.removeChoice', args: { itemId: 'i' }, isOwn: true },
  { name: 'alerts.saveRule', args: { ...alertRule('r'), isNew: true } },
  { name: 'alerts.saveRule', args: { ...alertRule('r', ['b2']), isNew: false } },
  {
    name: 'alerts.saveRule',
    args: { ...alertRule('r'), scope: { of: 'tags', tags: ['law', 'retail'] }, isNew: false },
  },
  {
    name: 'alerts.save',
    args: {
      ...{ rule: alertRule('r'), brandId: 'b1', days: [9], evaluated: [9], atMs },
      ...{ newFrom: 0, isFirstLook: false, isMuted: false },
      fired: [
        {
          ...{ day: 9, total: 1 },
          occurrences: [{ key: 'k', subject: 's', before: 'ask', after: 'deny', clicks: null }],
        },
      ],
    },
    isOwn: true,
  },
  { name: 'alerts.judge', args: { verdicts: [{ id: 'r.b1.1970-01-10', hasLasted: true }] }, isOwn: true },
  { name: 'alerts.mark', args: { brandIds: 'all', state: 'seen' }, isOwn: true },
  { name: 'alerts.notified', args: { ids: ['r.b1.1970-01-10'] }, isOwn: true },
  { name: 'alerts.forget', args: { ruleId: 'r' }, isOwn: true },
  { name: 'alerts.setRule', args: { id: 'r', isOn: false, mutedUntil: '2026-11-21' } },
  { name: 'alerts.prune', args: { before: 10 }, isOwn: true },
  { name: 'alerts.removeRule', args: { id: 'r' } },
  { name: 'suppressions.add', args: { entries: [{ kind: 'address', value: 'a@b.c', reason: '' }], atMs } },
  { name: 'suppressions.remove', args: { values: ['a@b.c'] } },
  { name: 'prospects.mark', args: { brandId: 'b1', prospectIds: ['p1'], addTags: ['x'], removeTags: [] } },
  {
    name: 'rankings.mark',
    args: { keywords: [{ brandId: 'b1', keyword: 'k' }], star: true, addTags: [], removeTags: [] },
  },
  {
    name: 'rankings.keepForecast',
    args: {
      ...{ brandId: 'b1', keyword: 'k', measure: 'clicks', atMs },
      said: [{ day: 20_003, low: 1, high: 5, dataDay: 20_002 }],
      verdicts: [{ keyword: 'k', measure: 'clicks', day: 20_003, isInside: 1 }],
    },
    isOwn: true,
  },
  { name: 'basket.save', args: { brandId: 'b1', entries: [{ keyword: 'k', state: 'keep', note: '' }], atMs } },
  { name: 'basket.remove', args: { brandId: 'b1', keywords: ['k'] } },
  { name: 'outreach.savePace', args: { brandId: 'b1', spacingMs: 0.1, atMs } },
  { name: 'credits.setBudgets', args: { brandIds: ['b1', 'b2'], monthlyBudget: 7 } },
  {
    name: 'credits.saveSites',
    args: { sites: [{ no: 1, prospectId: 'p1', from: 'searching', to: 'ended', refunded: 0 }], atMs },
  },
  {
    name: 'annotations.save',
    args: { ...note, noteId: 'n1', brandIds: ['b1', 'b2'] },
  },
  {
    name: 'annotations.restore',
    args: { notes: [{ ...note, noteId: 'n2', brandIds: 'all' }] },
  },
  { name: 'annotations.remove', args: { ids: ['n1'] } },
  {
    name: 'causes.saveAnswer',
    args: { brandId: 'b1', keyword: 'k', since: 20_000, isNamed: true, kind: 'demand', text: null, atMs },
  },
  { name: 'causes.removeAnswer', args: { brandId: 'b1', keyword: 'k', since: 20_000 } },
  {
    name: 'causes.keepSaid',
    args: {
      ...{ brandId: 'b1', atMs },
      said: [
        {
          ...{ keyword: 'k', day: 20_000, kind: 'measuring', dropKind: 'lost', clicksBefore: 2, clicksNow: 0 },
          dataDay: 20_002,
        },
      ],
      verdicts: [{ keyword: 'k', day: 20_000, isRight: 1 }],
    },
    isOwn: true,
  },
  { name: 'causes.forgetSaid', args: { brandIds: ['b1'] }, isOwn: true },
  {
    name: 'visibility.saveVersion',
    args: { brandId: 'b1', atMs, isByDesk: true, state: { models: [['m', 'M', 1]], intervalDays: 7 } },
  },
  { name: 'connectors.savePreset', args: { id: 'x', name: 'X', permissions: {} } },
  { name: 'connectors.removePreset', args: { id: 'x' } },
  {
    name: 'connectors.save',
    args: { brandId: 'b1', catalog: catalog('allow'), askedAtMs: 1, fetchedAtMs: 2, ownTools: null },
  },
  {
    name: 'connectors.ingest',
    args: {
      ...{ brandId: 'b1', askedAtMs: 3, fetchedAtMs: 4 },
      body: new TextEncoder().encode(JSON.stringify(catalog('deny'))),
    },
  },
  { name: 'connectors.seen', args: { brandIds: ['b1'] } },
  { name: 'connectors.saveOrganizations', args: { organizations: [{ brandId: 'b1', organization: 'o' }] } },
  {
    name: 'connectors.savePlan',
    args: {
      ...{ id: 'plan', madeAtMs: 5, restOf: null, dropBeforeMs: 0 },
      brands: [{ brandId: 'b1', isOrganizationWide: false, changes: [] }],
    },
    isOwn: true,
  },
  { name: 'connectors.beginApply', args: { planId: 'plan', madeSinceMs: 0, atMs }, isOwn: true },
  { name: 'connectors.noteSending', args: { applyId: 'plan', brandId: 'b1', sent: [] }, isOwn: true },
  { name: 'connectors.endApplyOf', args: { applyId: 'plan', brandId: 'b1', result: {} }, isOwn: true },
  { name: 'connectors.cutOff', args: { atMs }, isOwn: true },
  { name: 'connectors.endApply', args: { applyId: 'plan' }, isOwn: true },
  { name: 'auditSites.save', args: { brandId: 'b1', url: 'https://a.b/', remindEveryDays: 7, atMs } },
  { name: 'auditSites.reminded', args: { reminded: [{ brandId: 'b1', dueAtMs: 9 }] } },
  { name: 'audits.begin', args: { brandId: 'b1', url: 'https://a.b/', atMs } },
  {
    name: 'audits.end',
    args: { no: 1, outcome: { state: 'done', overallScore: 0.1, totalTests: 3, passedTests: 2, error: null } },
  },
  { name: 'audits.settle', args: {} },
  { name: 'audits.saveReply', args: { no: 1, brandId: 'b1', reply: '{}' } },
  {
    name: 'templates.save',
    args: {
      id: 't',
      kind: 'template',
      brandId: null,
      name: 'T',
      subject: 'S',
      body: 'B',
      recipients: [],
      updatedAtMs: atMs,
    },
  },
  { name: 'templates.remove', args: { id: 't' } },
  { name: 'playbooks.save', args: { id: 'p', name: 'P', description: '', steps: [{ kind: 'checkKey' }], atMs } },
  { name: 'playbooks.remove', args: { id: 'p' } },
  {
    name: 'playbookRuns.begin',
    args: { playbook: { id: 'p', name: 'P', steps: [{ kind: 'checkKey' }] }, brandIds: ['b1'], by: null, atMs },
    isOwn: true,
  },
  { name: 'playbookRuns.change', args: { no: 1, event: { type: 'begin', index: 0 }, atMs }, isOwn: true },
  {
    name: 'query.save',
    args: { sql: 'SELECT 1', brandIds: ['b1'], atMs, tookMs: 1, returned: 1, total: 1, error: null },
    isOwn: true,
  },
  { name: 'query.clear', args: {}, isOwn: true },
  {
    name: 'mcp.saveSettings',
    args: { brandIds: ['b1'], hasAddresses: false, isSqlAllowed: true, isHttpOn: false },
    isOwn: true,
  },
  {
    name: 'mcp.saveRequest',
    args: {
      ...{ atMs, client: null, tool: 'rankings', via: 'http', brandIds: ['b1'], isAll: false },
      ...{ returned: 1, bytes: 1, tookMs: 1, isRefused: false },
    },
    isOwn: true,
  },
  { name: 'templates.save', args: draft('to share'), isOwn: true },
  { name: 'templates.share', args: { id: 'to share' } },
  { name: 'templates.save', args: draft('to queue'), isOwn: true },
  { name: 'previews.begin', args: { id: 'preview', atMs }, isOwn: true },
  {
    name: 'previews.add',
    args: {
      id: 'preview',
      rows: [
        {
          ...{ brandId: 'b1', contactId: 'i1', name: 'N', email: 'n@b.c', domain: 'b.c', subject: 'S', body: 'B' },
          ...{ subjectCharacters: 1, bodyCharacters: 1, blockers: [], warnings: [], afterNo: null },
        },
      ],
    },
    isOwn: true,
  },
  { name: 'previews.complete', args: { id: 'preview', atMs }, isOwn: true },
  {
    name: 'intents.insert',
    args: {
      ...{ intents: [intent('i1'), intent('i2', 'b2'), intent('i4', 'b2')], atMs },
      preview: { id: 'preview', afterMs: 0, draftId: 'to queue' },
    },
  },
  { name: 'templates.pruneSent', args: { untilMs: 9 }, isOwn: true },
  { name: 'previews.begin', args: { id: 'empty', atMs: 1 }, isOwn: true },
  { name: 'previews.prune', args: { untilMs: 1 }, isOwn: true },
  { name: 'previews.remove', args: { id: 'preview' }, isOwn: true },
  { name: 'intents.apply', args: did({ id: 'i1', event: { type: 'pause' } }) },
  { name: 'intents.applyAll', args: did({ id: 'i1', events: [{ type: 'resume' }, { type: 'release' }] }) },
  { name: 'intents.replace', args: did({ id: 'i2', intents: [intent('i3', 'b2')] }) },
  {
    name: 'intents.applyAll',
    args: did({
      id: 'i4',
      events: [
        { type: 'release' },
        { type: 'leaveOut', batch: 0, outcomes: [{ item: 0, state: 'failed', reason: 'not sent', result: {} }] },
      ],
    }),
  },
  { name: 'intents.retry', args: did({ id: 'i4', items: [0], intent: intent('i5', 'b2') }) },
  { name: 'articles.settle', args: { numbers: [1], isOut: true, nowMs: 5 } },
  { name: 'webhooks.saveProviders', args: { brandId: 'b1', providers: ['webhook', 'ghost'] } },
  { name: 'deliveries.derive', args: { limit: 10 } },
  { name: 'deliveries.reapply', args: { id: 'd1' } },
  {
    name: 'deliveries.saveForward',
    args: {
      ...{ id: 'd1', afterNo: null },
      forward: { url: 'https://a.b/', atMs, status: 200, error: null, attempt: 1, nextTryAtMs: null },
    },
    isOwn: true,
  },
  {
    name: 'reports.saveTemplate',
    args: {
      id: 'r',
      name: 'R',
      title: 'T',
      language: 'en',
      compare: 'previous',
      sections: [{ kind: 'summary' }],
      summary: '',
      nextSteps: '',
      atMs,
    },
  },
  {
    name: 'reports.saveBranding',
    args: { brandId: 'b1', branding: { name: 'N', logo: null, colour: null, footer: null } },
  },
  {
    name: 'reports.saveSchedule',
    args: {
      ...{ id: 's', name: 'S', templateId: 'r', brands: 'all', dayOfMonth: 1 },
      ...{ formats: ['pdf'], asZip: false, isOn: true },
    },
  },
  {
    name: 'reports.draftMonth',
    args: {
      month: '2026-10',
      run: {
        ...{ template: { id: 'monthly' }, period: { from: '2026-10-01', to: '2026-10-31' }, folder: '2026-10' },
        ...{ formats: ['pdf'], asZip: false, scheduleId: 's', state: 'review', brandIds: ['b1'], atMs },
      },
    },
  },
  { name: 'reports.removeSchedule', args: { id: 's' } },
  { name: 'reports.removeTemplate', args: { id: 'r' } },
  {
    name: 'reports.addRun',
    args: {
      ...{ template: { id: 'monthly' }, period: { from: '2026-10-01', to: '2026-10-31' }, folder: '2026-10' },
      ...{ formats: ['pdf'], asZip: false, scheduleId: null, state: 'running', brandIds: ['b1'], atMs },
    },
    isOwn: true,
  },
  { name: 'reports.savePack', args: { packId: 'p1', state: 'making' }, isOwn: true },
  { name: 'reports.saveRun', args: { runId: 'r1', message: 'm' }, isOwn: true },
  { name: 'reports.settleRuns', args: { atMs }, isOwn: true },
  { name: 'reports.removeRun', args: { runId: 'r1' }, isOwn: true },
  { name: 'deliveries.pruneRows', args: { numbers: [1] } },
  {
    name: 'webhooks.saveRefusals',
    args: { counts: { unauthorized: 1 }, refusals: [{ atMs, reason: 'unauthorized', brandId: 'b1', remote: '' }] },
    isOwn: true,
  },
  {
    name: 'webhooks.saveSecret',
    args: { brandId: 'b1', hash: 'h', previousHash: null, previousUntilMs: null },
    isOwn: true,
  },
]
