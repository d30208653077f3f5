// What the desk asks its reader in a large folder: each read with what its calls pass, for all brands and for a heavy one. A
// read without an input does not compile.
import { DAY_MS, dayNumber, toDay, toInstant } from '../../../src-main/base/clock.ts'
import { NO_PARTS } from '../../../src-main/cannibalisation/queries/conflict-page.ts'
import type { ReadableDb } from '../../../src-main/store/db.ts'
import type { Reads } from '../../../src-main/store/store.ts'
import '../../../src-main/tables.ts'
import { type CallName, calls, type ParsedInput } from '../../../src-shared/desk/contract.ts'
import { ANNOTATION_KINDS } from '../../../src-shared/desk/values/annotation-kinds.ts'
import { rankInputs } from './rank-inputs.ts'
import type { FolderSize } from './size.ts'

type Args<Name extends keyof Reads> = Parameters<Reads[Name]>[1]
/** A read without one fails in test/main/store/whole-tables.test.ts, by name. */
export type Inputs = { readonly [Name in keyof Reads]?: readonly Args<Name>[] }
export type Folder = FolderSize & { readonly nowMs: number; readonly backupsFolder: string }
export type Ask = { readonly [Name in keyof Reads]: (args: Args<Name>) => ReturnType<Reads[Name]> }

const HEAVY = ['b1']
const ANY = { starred: false, tracked: false, tags: [], minClicksAWeek: 0, minImpressionsAWeek: 0 }

/** Of these inputs, as the contract fills them up: the default page, the second, a search and each order. */
export const pages = <Name extends CallName>(name: Name, ...inputs: readonly object[]): ParsedInput<Name>[] =>
  [{}, { brandIds: HEAVY }, ...inputs].map((input) => calls[name].input.parse(input) as ParsedInput<Name>) // the parser's own

const both = <Extra extends object>(extra: Extra) => [
  { brandIds: 'all' as const, ...extra },
  { brandIds: HEAVY, ...extra },
]

export const readInputs = (folder: Folder, ask: Ask): Inputs => {
  const { nowMs, brands, contacts, prospects, articles, deliveries, intents, pitches, backupsFolder } = folder
  const brandIds = Array.from({ length: brands }, (_, at) => `b${at + 1}`)
  const brandId = 'b1'
  const search = '77'
  /** Every fourth row of a table is of the first heavy brand. */
  const ofHeavy = (name: string, rows: number) =>
    Array.from({ length: Math.min(500, Math.floor(rows / 4)) }, (_, at) => `${name}${at * 4}`)
  const conflicts = pages('cannibalisation.page', { search }, { sort: [{ by: 'cost' }] })
  const partsOf = (input: (typeof conflicts)[number]) =>
    ask['cannibalisation.parts']({ input, brandIds, workMs: 20, before: NO_PARTS }).parts
  const ids = ofHeavy('contact', contacts)
  const prospectIds = ofHeavy('prospect', prospects)
  const slugs = ofHeavy('article-', articles)
  const conversations = ofHeavy('conversation', pitches)
  const [contactId = ''] = ids
  const id = `intent${intents - 1}`
  const [fromMs, untilMs] = [nowMs - 30 * DAY_MS, nowMs + 30 * DAY_MS]
  const monthStartMs = fromMs
  const from = toDay(nowMs - 28 * DAY_MS)
  const to = toDay(nowMs)
  const one = { brandIds: HEAVY }
  const outing = ask['articles.outings'](one)[0]?.outings[0]

  return {
    ...rankInputs(folder),
    'backups.bestAt': [{ folder: backupsFolder, nowMs }],
    'badRows.list': [{}],
    'backups.list': [{ folder: backupsFolder, nowMs }],
    'core.newestRow': [{ untilMs: nowMs }],
    'core.sqliteVersion': [{}],
    'freshness.list': [{}, { brandIds }],
    'freshness.withErrors': [{ brandIds }],
    'settings.get': [{ key: 'x' }],
    // A search is asked for kind by kind first.
    'annotations.list': [{ search }, { keyword: 'keyword 3', ...one }, {}, one, { from, to }, { ...one, from, to }]
      .flatMap((input) => [...ANNOTATION_KINDS.map((kind) => ({ ...input, kinds: [kind] })), input])
      .map((input) => calls['annotations.list'].input.parse(input))
      .map((input) => ({ ...input, pages: input.keyword === undefined ? null : ['https://brand.example/article-1'] })),
    'alerts.evaluated': [{ brandId }],
    'alerts.get': [{ id: 'alert0' }],
    'alerts.hasOld': [{ before: dayNumber(to) - 400 }],
    'alerts.new': [{ brandIds, since: dayNumber(from), today: to }],
    'alerts.ofKeywords': [
      {
        brandId,
        rules: [{ id: 'rule1', condition: { kind: 'drop', lostClicks: 0.5 }, filter: ANY }],
        ...{ from: dayNumber(from), to: dayNumber(to), occurrencesMax: 5 },
      },
    ],
    'alerts.page': pages('alerts.page', { search }, { filter: { state: ['new'] } }, { sort: [{ by: 'count' }] }),
    'alerts.records': [{ rules: ask['alerts.rules']({}) }],
    'alerts.rules': [{}],
    'alerts.verdicts': [{ brandId }],
    'intents.unknown': [{}],
    'intents.unscheduleOfMove': [{ brandId, moveId: 'move4', slug: 'article-4' }],
    'intents.batchToSend': [{ id, batch: 0 }],
    'intents.isAsQueued': [{ id }],
    'intents.byNo': [{ nos: [1, 2, 3] }],
    'intents.claim': [{ id }],
    'intents.claimsLeft': [{ nowMs }],
    'intents.get': [{ id: 'intent4' }, { id }],
    'intents.items': [
      { id, scope: { batch: 0 } },
      { id, scope: { state: 'waiting' } },
    ],
    'intents.list': (['newest', 'open'] as const).flatMap((order) =>
      pages(
        'intents.list',
        { search },
        { filter: { state: ['held', 'unknown'] } },
        { filter: { kind: ['queue'] } },
      ).map((input) => ({ ...input, order })),
    ),
    'intents.move': [{ brandId, moveId: 'move4' }],
    'intents.newestPitches': [{ brandId, ids }],
    'intents.open': [{}],
    'intents.toCheck': [{ brandIds, sinceMs: nowMs - DAY_MS }],
    'intents.toSend': [{ id }],
    'intents.toTakeUp': [{ nowMs }],
    'intents.withoutItems': [{ id }],
    'brands.list': [{}],
    'brands.rowCounts': [{ brandId }],
    'exports.list': [{}],
    'cannibalisation.keyword': [{ brandId, keyword: 'keyword 3' }],
    'cannibalisation.page': conflicts.map((input) => ({ input, parts: partsOf(input) })),
    'cannibalisation.parts': conflicts.map((input) => ({ input, brandIds, workMs: 20, before: NO_PARTS })),
    'cannibalisation.stale': [{ brandIds }],
    'causes.drop': [
      { brandId, keyword: 'keyword 3', page: null },
      { brandId, keyword: null, page: null },
      { brandId, keyword: null, page: 'https://example.com/page-3' },
    ],
    'causes.lines': [
      {
        drops: [
          { brandId, keyword: 'keyword 3' },
          { brandId, keyword: null },
        ],
      },
    ],
    'causes.page': pages('causes.list', { search }, { filter: { kind: ['whole-site'] } }),
    'causes.period': [{ brandId, period: { from, to } }],
    'causes.stale': [{ brandIds }],
    'opportunities.agency': [{ brandId }],
    'opportunities.brand': [{ brandId }],
    'opportunities.page': pages(
      'opportunities.page',
      { search },
      { filter: { kind: 'page' } },
      { filter: { kind: 'keyword', pageAddress: 'https://brand.example/article-1' } },
      { sort: [{ by: 'subject' }] },
    ),
    'opportunities.scenario': [{ brandId, keywords: ['keyword 3', 'keyword 4'], position: 3 }],
    'opportunities.stale': [{ brandIds }],
    'clusters.aiVisibility': [{ brandId }],
    'clusters.name': [{ brandId, clusterId: 'cluster0' }],
    'clusters.page': pages('clusters.page', { search }, { sort: [{ by: 'name', direction: 'asc' }] }),
    'clusters.summary': both({}),
    'previews.hasOld': [{ untilMs: fromMs, sentUntilMs: fromMs }],
    'previews.page': (['all', 'ready', 'blocked', 'warned'] as const).map((show) => {
      return { id: 'preview1', afterMs: 0, show, offset: 0, limit: 50 }
    }),
    'previews.ready': [{ id: 'preview1', afterMs: 0 }],
    'templates.get': [{ id: 'template1' }],
    'templates.list': both({ withRecipients: false }),
    'connectors.applies': [{}],
    'connectors.catalogs': [{ brandIds }],
    'connectors.drift': [{ brandIds }],
    'connectors.own': [{ brandIds }],
    'connectors.presets': [{}],
    'connectors.version': [{ versionId: 'v1' }],
    'connectors.versions': [{ brandId, limit: 50 }],
    'credits.budgetsUsed': [{ brandIds, monthStartMs, share: 0.8 }],
    'credits.page': pages('outreach.ledger', { search }),
    'credits.spent': [{ brandId, sinceMs: monthStartMs }],
    'credits.totals': [{ brandIds, monthStartMs }],
    'quote.discover': [{ brandId }],
    'quote.sites': [{ brandId, prospectIds: prospectIds.slice(0, 100) }],
    'impact.article': [{ brandId, slug: outing?.slug ?? '', day: outing?.day ?? dayNumber(to) }],
    'impact.last': [{ articles: slugs.slice(0, 200).map((articleSlug) => ({ brandId, articleSlug })) }],
    'impact.page': pages('impact.list', { search }, { sort: [{ by: 'effect' }] }, { sort: [{ by: 'title' }] }),
    'impact.stale': [{ brandId }],
    'mcp.settings': [{}],
    'mcp.requests': pages('mcp.requests', { search }),
    'mailboxes.list': both({}),
    'outbox.bounced': both({}),
    'outbox.conversations': [{ brandId, ids: conversations }],
    'outbox.lastBatch': [{}],
    'outbox.ofContacts': [{ brandId, ids }],
    'outbox.outcomes': both({ fromMs: nowMs - 28 * DAY_MS }),
    'outbox.page': pages(
      'outreach.outbox',
      { search },
      { filter: { isWaiting: true } },
      { filter: { status: ['queued'] }, ...one },
      { filter: { prospectEmailId: contactId } },
      ...['contact', 'sentAt', 'status', 'subject'].map((by) => ({ sort: [{ by, direction: 'asc' }] })),
    ).map((input) => ({ ...input, nowMs })),
    'outbox.pitchBefore': [{ brandId, conversationId: 'conversation4', beforeNo: intents }],
    'outreach.journalContactHistory': [{ brandId, contactIds: ids, confirmedSinceMs: fromMs }],
    'outreach.otherPitches': [{ intentId: id, ids }],
    'outreach.otherPitchesOf': [{ brandId, contacts: ids.map((contact) => ({ id: contact })) }],
    'outreach.pitchesHere': [{ brandId, ids, confirmedSinceMs: fromMs, isUnseenOnly: true }],
    'outreach.contactHistory': [{ brandId, contactIds: ids }],
    'playbooks.get': [{ id: 'p' }],
    'playbooks.list': [{}],
    'playbookRuns.get': [{ no: 1 }],
    'playbookRuns.page': pages('playbooks.runs', { search }, { filter: { state: ['waiting'] } }),
    'playbookRuns.toGoOn': [{}],
    'playbookRuns.waiting': [{ brandIds, isAll: true }],
    'contacts.addresses': [{ brandId, ids }],
    'contacts.byEmails': [{ brandId, emails: ids.map((_, at) => `person${at * 4}@site${at * 4}.example`) }],
    'contacts.byIds': [{ brandId, ids }],
    'contacts.owners': [{ brandId, ids }],
    'contacts.ofSameAddress': [{ brandId, ids: ids.slice(0, 200) }],
    'contacts.page': pages(
      'contacts.page',
      { search },
      { filter: { hasEmail: true } },
      { filter: { prospectId: 'prospect0' }, ...one },
      ...['domain', 'email', 'role'].map((by) => ({ sort: [{ by, direction: 'desc' }] })),
    ),
    'outreach.searchedElsewhere': [{ brandId, intentId: id, prospectIds }],
    'outreach.watch': [{ brandIds }],
    'prospects.page': pages(
      'prospects.page',
      { search },
      { filter: { status: ['new'] } },
      { filter: { tags: ['tag 4'], triage: ['keep'] } },
      ...['title', 'status', 'contacts', 'more.rating'].map((by) => ({ sort: [{ by, direction: 'desc' }] })),
    ),
    'articles.calendar': both({ fromMs, untilMs, nowMs }),
    'articles.calendarDays': both({ fromMs, untilMs, nowMs, perDay: 2 }),
    'articles.entry': [{ no: 1, nowMs }],
    'articles.first': [{ ...one, nowMs, search: '', filter: {}, sort: [], hasAllPages: true, keep: 100, workMs: 25 }],
    'articles.deliveredSlugs': [{ brandId, search, limit: 20 }],
    'articles.live': [{ brandIds, slugs, fromMs, untilMs }],
    'articles.out': [{ brandId }],
    'articles.outings': [one],
    'articles.published': [{ brandId, sinceMs: fromMs }],
    'articles.schedules': [{ brandId, slugs, nowMs }],
    'articles.slugs': [{ brandId, search, limit: 20 }],
    'articles.toCheck': [{ brandIds, nowMs, sinceMs: fromMs }],
    'articles.unsureSchedules': [{ brandId, slugs, nowMs }],
    'query.history': [{ limit: 100 }],
    'reports.branding': [{}],
    'reports.pack': [{ packId: 'p1' }],
    'reports.packs': [{}, { filter: { state: ['review'] } }].flatMap((input) => {
      const { brandIds: _, ...page } = calls['reports.packs'].input.parse(input)
      return [
        { ...page, brandIds: null },
        { ...page, brandIds: HEAVY },
      ]
    }),
    'reports.run': [{ runId: 'r1' }],
    'reports.runs': [{}, { sort: [{ by: 'brands' }] }].flatMap((input) => {
      const { brandIds: _, ...page } = calls['reports.runs'].input.parse(input)
      return [
        { ...page, brandIds: null },
        { ...page, brandIds: HEAVY },
      ]
    }),
    'reports.schedules': [{}],
    'reports.templates': [{}],
    'auditSites.due': [{ nowMs }],
    'auditSites.list': [{ brandIds }],
    'audits.due': [{ brandIds, untilMs: nowMs }],
    'audits.page': pages('research.audits', { search }),
    'audits.reply': [{ no: 1 }],
    'audits.scored': [{ brandId }],
    'audits.scores': [{ brandIds }],
    'basket.find': [{ brandId, keywords: ['keyword 1', 'keyword 2'] }],
    'basket.list': [{ brandIds }],
    'keyRefusals.list': [{ sinceMs: fromMs }],
    'limiter.load': [{}],
    'settings.changes': [{}],
    'settings.load': [{}],
    'suppressions.isEmpty': [{}],
    'suppressions.ofContacts': [
      { contacts: ids.map((_, at) => ({ email: `person${at}@site${at}.example`, domain: `site${at}.example` })) },
    ],
    'suppressions.page': pages('outreach.suppressions', { search }),
    'people.list': [{}],
    'team.skipped': [{}],
    'team.sums': [{ tables: [{ name: 'brand', key: ['id'], columns: ['id', 'name'] }], skipped: {} }],
    'today.choices': [{}],
    'brands.teamId': [{ brandId }],
    'visibility.list': [{ brandIds }],
    'visibility.new': [{ brandId }],
    'deliveries.days': [{ brandId, sinceMs: fromMs }],
    'deliveries.forwards': [{ id: `d${deliveries - 4}` }],
    'deliveries.get': [{ id: `d${deliveries - 4}` }],
    'deliveries.hasOlder': [{ beforeMs: nowMs - 400 * DAY_MS }, { beforeMs: nowMs - DAY_MS }],
    'deliveries.hasUnderived': [{}],
    'deliveries.last': [{ brandIds }],
    'deliveries.page': pages(
      'webhooks.deliveries',
      { search },
      { search, ...one },
      { filter: { status: ['rejected'] } },
      { filter: { status: ['rejected'] }, ...one },
      { filter: { event: ['article.published'] } },
      { filter: { from: toInstant(nowMs - DAY_MS) }, ...one },
      { sort: [{ by: 'receivedAt', direction: 'asc' }] },
    ),
    'deliveries.waitingForwards': [{}],
    'webhooks.counts': [{}],
    'webhooks.providers': [{ brandIds }],
    'webhooks.refusals': [{ limit: 100 }],
    'webhooks.rejected': [
      { brandIds, isAll: true, sinceMs: nowMs - 7 * DAY_MS },
      { brandIds: HEAVY, isAll: false, sinceMs: nowMs - 7 * DAY_MS },
    ],
    'webhooks.secrets': [{}],
  }
}

/** The reads as plain functions on one connection. */
export const askOf = (db: ReadableDb, reads: Readonly<Record<string, unknown>>): Ask =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [
      name,
      (args: never) => (read as (db: ReadableDb, args: never) => unknown)(db, args),
    ]),
  ) as unknown as Ask // the registry's own names and functions
