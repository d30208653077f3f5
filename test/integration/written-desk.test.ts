// A small agency on days that never change: what every list, figure and report of the desk says about it is written down.
// A slip in a query, a rule or a text shows as a line that is another one. After a change that is meant to change a line:
// `npx vitest run test/integration/written-desk.test.ts -u`, and read the difference.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { toDay } from '../../src-main/base/clock.ts'
import type { AlertCondition } from '../../src-shared/desk/alerts.ts'
import { CONFLICT_KINDS, CONFLICT_SORT_FIELDS } from '../../src-shared/desk/cannibalisation.ts'
import { CLUSTER_SORT_FIELDS } from '../../src-shared/desk/clusters.ts'
import type { CallInput, CallName } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { OPPORTUNITY_SORTS } from '../../src-shared/desk/opportunities.ts'
import { OUTBOX_SORT_FIELDS } from '../../src-shared/desk/outreach.ts'
import { CONTACT_SORT_FIELDS, PROSPECT_SORT_FIELDS } from '../../src-shared/desk/prospects.ts'
import { RANK_SORT_FIELDS } from '../../src-shared/desk/rankings.ts'
import { ALERT_KINDS } from '../../src-shared/desk/values/alert-kinds.ts'
import { OVERVIEW_SORTS } from '../../src-shared/desk/values/overview-order.ts'
import { REPORT_LANGUAGES, REPORT_SECTION_KINDS } from '../../src-shared/desk/values/report-names.ts'
import { OPPORTUNITY_NEEDS } from '../../src-shared/desk/values/state-names.ts'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { runDeskCommand } from '../support/desk-command.ts'
import { createMovingClock } from '../support/moving-clock.ts'
import { whenIntent } from '../support/publishing-desk.ts'
import { openSandbox } from '../support/sandbox.ts'
import { testAlone } from '../support/team-engine.ts'
import { tempHome } from '../support/temp-home.ts'
import { COMMANDS, PITCHES, refusals } from '../support/written-acts.ts'

const DAY_MS = 86_400_000
const NOON_MS = Date.UTC(2026, 5, 15, 12)
const dayBefore = (days: number) => toDay(NOON_MS - days * DAY_MS)

/** Nothing waits for its turn. */
const LIMITS = { requestsPerMinute: 100_000 }

/** Opportunities, causes and verdicts come after a sync, and each from what was there then. */
const whenWorkedOut = async (call: TestDesk['call']): Promise<void> => {
  await call('opportunities.page', { limit: 1 })
  const soon = { interval: 5 }
  await expect.poll(async () => (await call('causes.list', {})).waiting, soon).toBe(0)
  await expect.poll(async () => (await call('impact.list', {})).waiting, soon).toBe(0)
}

const openAgency = async () => {
  const clock = createMovingClock(NOON_MS)
  const sandbox = await openSandbox({ brands: 3, keywords: 60, days: 62, now: clock.now, profile: { limits: LIMITS } })
  const desk = await openTestDesk({ clock })
  const { call, sync } = desk
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, limits: LIMITS })
  await call('desk.setSettings', { historyDays: 60, syncEveryMinutes: 0 })
  const ids: string[] = []
  for (const { name, key } of sandbox.brands.slice(0, 2))
    ids.push((await call('brands.add', { name, key, sessionOnly: true })).id)
  // One after the other: rows of two brands with the same figure are in the order in which these were read.
  for (const brandId of ids) {
    await sync({ brandIds: [brandId], datasets: ['rankings'] })
    await sync({ brandIds: [brandId] })
    await whenWorkedOut(call)
  }
  return { ...desk, clock, sandbox, ids }
}
type Agency = Awaited<ReturnType<typeof openAgency>>

/** What a person did there. */
const work = async ({ call, next, clock, ids: [brandId = '', other = ''] }: Agency) => {
  const { rows } = await call('rankings.page', { brandIds: [brandId], limit: 3 })
  const keywords = rows.map(({ keyword }) => ({ brandId, keyword }))
  await call('rankings.mark', { keywords, star: true, addTags: ['spring'] })
  await call('annotations.save', { day: dayBefore(9), untilDay: dayBefore(7), brandIds: [brandId], text: 'New shop' })
  await call('annotations.save', { day: dayBefore(20), brandIds: 'all', text: 'Update of the search' })
  for (const kind of ALERT_KINDS) {
    await call('alerts.saveRule', { name: kind, condition: { kind } as AlertCondition }) // a kind, with its thresholds
    clock.move(1000)
  }
  await call('alerts.check', {})
  await call('mcp.configure', { brandIds: [brandId, other] })
  await call('research.audit', { brandId, url: 'https://example.com/' })
  await call('research.saveBasket', { brandId, entries: [{ keyword: 'tea', state: 'keep', note: 'soon' }] })
  await call('outreach.setBudget', { brandIds: [other], monthlyBudget: 90 })
  await call('outreach.saveTemplate', { brandId, name: 'First', subject: 'A word', body: 'Hi {{ contact.name }}' })
  const { rows: contacts } = await call('contacts.page', { brandIds: [brandId], filter: { hasEmail: true } })
  await call('outreach.suppress', { entries: [{ value: contacts[0]?.email ?? '' }] })
  const items = contacts
    .slice(1, 4)
    .map(({ id }) => ({ prospectEmailId: id, subject: 'A word', body: 'On your page.' }))
  const accept = ['already-queued', 'contacted-before', 'truncated']
  const publishAt = new Date(NOON_MS + 7 * DAY_MS).toISOString()
  const article = { brandId, provider: 'ghost', holdSeconds: 0 } as const
  const acts = [
    () => call('outreach.queue', { brandId, items, holdSeconds: 0, accept }),
    () => call('outreach.discover', { brandId: other }),
    () => call('publishing.publish', { ...article, articleSlugs: ['spring-guide'] }),
    () => call('publishing.schedule', { ...article, articleSlugs: ['autumn-guide'], publishAt }),
  ]
  // At instants of their own: lists have one order.
  for (const act of acts) {
    await whenIntent({ call, next }, (await act()).intentId)
    clock.move(1000)
  }
  await whenWorkedOut(call)
}

const RANK_FILTERS = [
  { positionMin: 3, positionMax: 9 },
  { notRanking: true },
  ...['up', 'down', 'new', 'lost'].map((change) => ({ change: [change] })),
  { starred: true },
  { tracked: true },
  { tags: ['spring'] },
  { clicksMin: 300 },
  { impressionsMin: 2000 },
]

const LISTS = (
  'today alerts overview rankings movers competing-pages clusters annotations basket audits ' +
  'audit-history ai-tracking prospects contacts outbox suppressions credits budgets articles calendar impact deliveries ' +
  'permissions playbook-runs reports activity sync brands operations mapped-fields'
).split(' ')

/** What is read of it, as pairs of a call and its input. */
const readsOf = ([brandId = '', other = '']: readonly string[]): [CallName, object][] => {
  const period = { from: dayBefore(29), to: dayBefore(2) }
  const sections = REPORT_SECTION_KINDS.map((kind) => ({ kind }))
  const template = { name: 'All', title: 'All of it', sections, summary: 'Well.', nextSteps: 'More.' }
  const pages = ['position', 'positionChange', 'clicks', 'keyword', 'ctr'].flatMap((by) => [
    { sort: { by, direction: 'desc' }, limit: 4 },
    { sort: { by }, limit: 3, filter: { positionMax: 20 }, search: 'a' },
  ])
  // Articles of the same name are in the order of their brands' ids, and those are new in each run.
  const inputs: Readonly<Record<string, object>> = { movers: { from: period.from }, articles: { brandIds: [brandId] } }
  return [
    ['brands.overview', {}],
    ['brands.overview', { asOfDay: dayBefore(9) }],
    ['brands.days', { brandId }],
    ...pages.map((input): [CallName, object] => ['rankings.page', { ...input, sparkDays: 9 }]),
    ['rankings.page', { period: { days: 28 }, comparePeriod: 'previous', limit: 5 }],
    ['rankings.page', { day: dayBefore(3), compareDay: dayBefore(30), limit: 5 }],
    ['rankings.totals', {}],
    ['rankings.totals', { period, comparePeriod: 'previous', brandIds: [brandId] }],
    ['rankings.movers', { from: dayBefore(20), to: dayBefore(2), limit: 9 }],
    ['rankings.movers', { moves: 'real', limit: 9 }],
    ['rankings.tags', {}],
    ['rankings.tracked', { brandId }],
    ['rankings.days', {}],
    ...['clicks', 'impressions', 'position'].map((measure): [CallName, object] => [
      'rankings.forecast',
      { brandId: other, measure, days: 9 },
    ]),
    ...RANK_FILTERS.map((filter): [CallName, object] => ['rankings.page', { filter, limit: 2 }]),
    ['cannibalisation.page', {}],
    ...CONFLICT_KINDS.map((kind): [CallName, object] => [
      'cannibalisation.page',
      { filter: { kind: [kind] }, limit: 2 },
    ]),
    ...[{ clicksMin: 40 }, { flipsMin: 3 }, { page: 'a' }, { days: 7 }].map((filter): [CallName, object] => [
      'cannibalisation.page',
      { filter, limit: 2 },
    ]),
    ['opportunities.page', { limit: 9 }],
    ['opportunities.page', { limit: 9, filter: { kind: 'page' } }],
    ['opportunities.page', { limit: 9, filter: { kind: 'keyword', gainMin: 20 } }],
    ...OPPORTUNITY_NEEDS.map((need): [CallName, object] => [
      'opportunities.page',
      { limit: 4, filter: { kind: 'keyword', needs: [need] }, brandIds: [other] },
    ]),
    ...[brandId, other].map((one): [CallName, object] => ['opportunities.brand', { brandId: one }]),
    ['causes.list', {}],
    ['annotations.list', {}],
    ['clusters.page', {}],
    ['clusters.summary', {}],
    ['prospects.page', { limit: 9 }],
    ['contacts.page', { limit: 9 }],
    ['outreach.outbox', { limit: 9 }],
    ['outreach.outcomes', {}],
    ['outreach.bounced', {}],
    ['outreach.mailboxes', {}],
    ['outreach.quote', { action: 'discover', brandId: other }],
    ['outreach.ledger', {}],
    ['outreach.suppressions', {}],
    ['outreach.templates', {}],
    ['intents.list', {}],
    ['publishing.articles', { brandIds: [brandId] }],
    ['publishing.calendar', { from: dayBefore(9), to: dayBefore(-9) }],
    ['publishing.marks', { brandId }],
    ['impact.list', {}],
    ['connectors.matrix', {}],
    ['connectors.versions', { brandId }],
    ['visibility.models', {}],
    ['visibility.intervals', {}],
    ['research.basket', {}],
    ['research.audits', {}],
    ['research.auditScores', { brandIds: [brandId] }],
    ['research.auditSites', {}],
    ['alerts.rules', {}],
    ['alerts.page', {}],
    ['today.list', {}],
    ['sync.status', {}],
    ['playbooks.list', {}],
    ['reports.templates', {}],
    ...LISTS.map((list): [CallName, object] => ['exports.text', { list, input: inputs[list] ?? {} }]),
    ...REPORT_LANGUAGES.map((language): [CallName, object] => [
      'reports.draft',
      { brandId, period, template: { ...template, language, sections: sections.map((one) => ({ ...one, rows: 1 })) } },
    ]),
    ['reports.html', { brandId: other, period: { days: 28 }, template: { ...template, language: 'en' } }],
  ]
}

/** Ids, cursors, instants and durations are those of this run. */
const masked = (text: string): string =>
  text
    .replaceAll(/"eyJ[\w-]+"/g, '"a cursor"')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replaceAll(/"latencyMs":\d+/g, '"latencyMs":0')
    .replaceAll(/\b\d+ ms\b/g, '0 ms')
    .replaceAll(/\bin \d+\.\d s\b/g, 'in 0.0 s')
    .replaceAll(/2026-06-15T12:[\d:.]+Z/g, 'now')
    .replaceAll(/2026-06-15 12:\d\d/g, '2026-06-15 12:00')
    .replaceAll(/(2026-0[67]-\d\d)T1[23]:[\d:.]+Z/g, '$1')
    .replaceAll(/(intent|alert|note|template|audit)_[\w-]{12,}/g, '$1')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id')

/** Numbers have as many digits as every machine agrees on. */
const written = (value: unknown): string =>
  masked(JSON.stringify(value, (_key, one: unknown) => (typeof one === 'number' ? Number(one.toPrecision(9)) : one)))

const withBrands = (text: string, ids: readonly string[]): string =>
  ids.reduce((some, id, at) => some.replaceAll(id, `brand ${at}`), text)

const linesOf = (value: unknown): string[] =>
  typeof value === 'string' && value.length > 200
    ? value
        .split(/\n|(?<=>)(?=<(?:table|tr|figure|section|svg|line|text|path|rect)\b)/)
        .map((line) => `  ${written(line)}`)
    : Array.isArray(value)
      ? value.map((one) => `  ${written(one)}`)
      : [`  ${written(value)}`]

const told = async ({ call, ids }: Agency, name: CallName, input: object): Promise<string> => {
  const reply = await call(name, input as CallInput<CallName>).catch((error: unknown) => {
    if (!(error instanceof DeskError)) throw error
    return { failed: error.kind, message: error.message }
  })
  const lines = Object.entries(reply).flatMap(([key, value]) => [` ${key}`, ...linesOf(key === 'tookMs' ? 0 : value)])
  return withBrands([`${name} ${written(input)}`, ...lines].join('\n'), ids)
}

/** What only reads is read side by side; the lines are in the order of the reads. */
const SIDE_BY_SIDE = 4
const toldAll = async (agency: Agency, reads: readonly (readonly [CallName, object])[]): Promise<string[]> => {
  const lines: string[] = Array(reads.length)
  const next = reads.entries()
  const readOn = async (): Promise<void> => {
    for (const [at, [name, input]] of next) lines[at] = await told(agency, name, input)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, readOn))
  return lines
}

/** Each list in each of its orders: the first rows, and those of the second page. */
const ORDERS = {
  'brands.overview': OVERVIEW_SORTS,
  'rankings.page': RANK_SORT_FIELDS,
  'clusters.page': CLUSTER_SORT_FIELDS,
  'cannibalisation.page': CONFLICT_SORT_FIELDS,
  'prospects.page': PROSPECT_SORT_FIELDS,
  'contacts.page': CONTACT_SORT_FIELDS,
  'outreach.outbox': OUTBOX_SORT_FIELDS,
  'opportunities.page': OPPORTUNITY_SORTS,
} as const

const NAMED_BY = ['keyword', 'subject', 'domain', 'email', 'name', 'brandId']

const orders = async ({ call, ids }: Agency): Promise<string[]> => {
  const lines: string[] = []
  for (const [name, fields] of Object.entries(ORDERS) as [keyof typeof ORDERS, readonly string[]][]) // its own keys
    for (const by of fields)
      for (const direction of ['asc', 'desc']) {
        const sort = { by, direction }
        const read = async (cursor?: string) =>
          (await call(name, { sort, limit: name === 'brands.overview' ? 1 : 4, cursor } as CallInput<typeof name>)) as {
            rows: readonly Readonly<Record<string, unknown>>[]
            nextCursor: string | null
          }
        const first = await read()
        const second = first.nextCursor === null ? [] : (await read(first.nextCursor)).rows
        const rows = [...first.rows, ...second].map((row) => [...NAMED_BY, by].flatMap((field) => row[field] ?? []))
        lines.push(`${name} by ${by} ${direction}`, ...rows.map((row) => `  ${written(row)}`))
      }
  return lines.map((line) => withBrands(line, ids))
}

const MCP_TOOLS = (
  'list_brands rankings compare_clicks keyword_history brand_history movers clusters prospects contacts calendar alerts ' +
  'notes_and_events impact competing_pages causes audits suppressions_count'
).split(' ')

/** What is read of single things in its lists. */
const detailsOf = async ({ call, ids }: Agency): Promise<[CallName, object][]> => {
  const [brandId = '', other = ''] = ids
  const { rows: ranked } = await call('rankings.page', { brandIds: [other], limit: 2 })
  const { rows: people } = await call('contacts.page', { brandIds: [brandId], limit: 12, sort: { by: 'email' } })
  const { rows: alerts } = await call('alerts.page', {})
  const { rows: intents } = await call('intents.list', {})
  const { rows: audits } = await call('research.audits', {})
  const { rows: pairs } = await call('cannibalisation.page', { limit: 1 })
  const { rows: clusters } = await call('clusters.page', { brandIds: [brandId], limit: 1 })
  const { playbooks } = await call('playbooks.list', {})
  const keyword = ranked[0]?.keyword ?? ''
  const recipients = people.map(({ id: contactId }) => ({ brandId, contactId }))
  const template = {
    subject: '{{ prospect.domain }}',
    body: 'Hi {{ contact.firstName }},\n\n{{ brand.name }}{{ nothing }}',
  }
  const article = { brandId, provider: 'ghost' as const, articleSlugs: ['spring-guide', 'other-guide'] }
  const single: [CallName, object][] = [
    ['rankings.history', { brandId: other, keyword }],
    ['rankings.marks', { keywords: ranked.map((row) => ({ brandId: other, keyword: row.keyword })) }],
    ['outreach.preview', { template, recipients }],
    ['outreach.repeated', { recipients }],
    ['outreach.contactHistory', { contacts: people.map(({ id }) => ({ brandId, contactId: id })) }],
    ['publishing.check', { ...article, publishAt: new Date(NOON_MS + 7 * DAY_MS).toISOString() }],
    ['publishing.slugs', { brandId }],
    ...[1, 3, 10].map((position): [CallName, object] => [
      'opportunities.scenario',
      { brandId: other, keywords: ranked.map((row) => row.keyword), position },
    ]),
    ['causes.forKeyword', { brandId: other, keyword }],
    ['service.doctor', { brandId }],
    ['service.profile', {}],
    ['clusters.aiVisibility', { brandId }],
    ...clusters.map(({ id }): [CallName, object] => ['clusters.keywords', { brandId, clusterId: id }]),
    ...pairs.map((pair): [CallName, object] => [
      'cannibalisation.keyword',
      { brandId: pair.brandId, keyword: pair.keyword },
    ]),
    ...alerts.map(({ id }): [CallName, object] => ['alerts.get', { id }]),
    ...intents.map(({ id }): [CallName, object] => ['intents.get', { id }]),
    ...audits.map(({ id }): [CallName, object] => ['research.auditParts', { id }]),
    ...playbooks.map(({ id }): [CallName, object] => ['playbooks.dryRun', { playbookId: id, brandIds: ids }]),
  ]
  const named = { brand: (await call('brands.list', {})).brands[1]?.name, keyword }
  const answers = MCP_TOOLS.flatMap((tool): [CallName, object][] => [
    ['mcp.call', { tool, args: tool === 'keyword_history' ? named : {} }],
  ])
  return [...single, ...answers]
}

const refused = async (agency: Agency): Promise<string[]> => {
  const { call, ids } = agency
  const [brandId = '', other = ''] = ids
  const { rows } = await call('contacts.page', { brandIds: [brandId], filter: { hasEmail: true } })
  const newest = async (kind: 'queue' | 'publish') =>
    (await call('intents.list', { filter: { kind: [kind] } })).rows[0]?.id ?? ''
  const named = {
    brandId,
    other,
    contacts: rows.map(({ id }) => id),
    publishAt: new Date(NOON_MS + 7 * DAY_MS).toISOString(),
    queued: await newest('queue'),
    published: await newest('publish'),
  }
  const all = refusals(named)
  const isQuery = ([name]: readonly [CallName, object]): boolean => name === 'query.run'
  const answers = await toldAll(agency, all.filter(isQuery))
  const lines: string[] = []
  for (const one of all) {
    lines.push((isQuery(one) ? answers.shift() : undefined) ?? (await told(agency, ...one)))
    if (isQuery(one)) continue
    // What is sent of it ends before the next.
    for (const { id, endedAt } of (await call('intents.list', { limit: 1 })).rows)
      if (endedAt === null) await whenIntent(agency, id)
  }
  return lines
}

/** The same on the command line: exit code, what is printed, and errors. */
const commands = async (agency: Agency): Promise<string[]> => {
  const { call, ids } = agency
  const [brandId, other] = ids
  const { brands } = await call('brands.list', {})
  const slugOf = (id: string | undefined) => brands.find((brand) => brand.id === id)?.slug ?? ''
  const drop = (await call('causes.list', {})).rows.find((row) => row.brandId === other)
  const contacts = (await call('contacts.page', { brandIds: [brandId ?? ''], filter: { hasEmail: true } })).rows
  const { home: folder } = tempHome()
  for (const [name, text] of Object.entries(PITCHES))
    writeFileSync(
      join(folder, name),
      text.replaceAll('BRAND', slugOf(brandId)).replaceAll(/CONTACT(\d)/g, (_, at) => contacts[Number(at)]?.id ?? ''),
    )
  const given = { NAME: slugOf(other), KEYWORD: drop?.keyword ?? '', FOLDER: folder }
  const filled = (text: string) =>
    Object.entries(given).reduce((some, [word, value]) => some.replaceAll(word, value), text)
  const lines: string[] = []
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await runDeskCommand(agency, command.map(filled))
    const printed = [...stdout.split('\n'), ...stderr.split('\n').map((line) => line && `! ${line}`)]
    lines.push(`desk ${command.join(' ')} (${code})`, ...printed.filter(Boolean).map((line) => `  ${masked(line)}`))
  }
  return lines.map((line) => withBrands(line, ids).replaceAll(folder, 'FOLDER'))
}

/** A brand is added, and the next day is read. */
const nextDay = async ({ call, clock, sync, sandbox, ids }: Agency): Promise<void> => {
  const { name = '', key = '' } = sandbox.brands[2] ?? {}
  ids.push((await call('brands.add', { name, key, sessionOnly: true })).id)
  clock.move(DAY_MS)
  for (const brandId of ids) {
    await sync({ brandIds: [brandId] })
    await whenWorkedOut(call)
  }
  await call('alerts.check', {})
  await whenWorkedOut(call)
}

/** An article that has a page is published, and five weeks are read. */
const nextMonth = async ({ call, next, clock, sync, sandbox, ids }: Agency): Promise<string> => {
  const [brandId = ''] = ids
  const { rows } = await call('rankings.page', {
    brandIds: [brandId],
    sort: { by: 'clicks', direction: 'desc' },
    limit: 60,
  })
  const pages = rows.flatMap(({ rankedPages }) => rankedPages.map(({ page }) => new URL(page).pathname.slice(1)))
  const slug = pages.find((path) => !path.includes('/') && path.includes('-')) ?? ''
  const article = { brandId, provider: 'ghost' as const, holdSeconds: 0, articleSlugs: [slug] }
  await whenIntent({ call, next }, (await call('publishing.publish', article)).intentId)
  const { teamId } = sandbox.brands[0] ?? {}
  await fetch(`${sandbox.controlUrl}/lifts`, {
    method: 'POST',
    body: JSON.stringify({ slug, factor: 3, teamId, from: toDay(clock.now()) }),
  })
  clock.move(35 * DAY_MS)
  for (const id of ids) {
    await sync({ brandIds: [id], datasets: ['rankings', 'history'] })
    await whenWorkedOut(call)
  }
  return slug
}

const LATER: readonly (readonly [CallName, object])[] = [
  ['brands.overview', {}],
  ['rankings.totals', {}],
  ['rankings.movers', { limit: 5 }],
  ['opportunities.page', { limit: 5 }],
  ['causes.list', {}],
  ['cannibalisation.page', {}],
  ['clusters.summary', {}],
  ['alerts.page', {}],
  ['today.list', {}],
  ['impact.list', {}],
  ['outreach.outcomes', {}],
  ['publishing.calendar', { from: dayBefore(2), to: dayBefore(-9) }],
  ['sync.status', {}],
  ['connectors.matrix', {}],
  ['visibility.models', {}],
]

testAlone('an agency on written days has the lists, figures and reports that were written down', async () => {
  const agency = await openAgency()
  await work(agency)
  const lines = await toldAll(agency, [...readsOf(agency.ids), ...(await detailsOf(agency))])
  lines.push(...(await orders(agency)), ...(await refused(agency)), ...(await commands(agency)))
  await nextDay(agency)
  lines.push(...(await toldAll(agency, LATER)))
  const articleSlug = await nextMonth(agency)
  const day = toDay(NOON_MS + DAY_MS)
  const afterwards: typeof LATER = [
    ['impact.list', {}],
    ['impact.article', { brandId: agency.ids[0] ?? '', articleSlug, day }],
    ['today.list', {}],
    ['causes.list', {}],
    ['opportunities.page', { limit: 3 }],
    ['rankings.forecast', { brandId: agency.ids[0] ?? '', measure: 'clicks', days: 5 }],
    ['rankings.movers', { moves: 'real', limit: 5 }],
    ['outreach.outcomes', {}],
    ['outreach.ledger', {}],
    ['sync.status', {}],
  ]
  lines.push(...(await toldAll(agency, afterwards)))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('written-desk.txt')
})
