// The past of the demo agency, so that every view of a first start shows its purpose: published and scheduled articles,
// deliveries, a finished batch of pitches, charges, audits, alert rules, what people left behind, a change of permissions.
// Past rows are written to the desk alone, by the rooms' own writes, oldest first, because Activity lists actions by number;
// what lies ahead is a real request to the demo's sandbox. Made once, after the first sync.
import type { AlertKind } from '../../src-shared/desk/values/alert-kinds.ts'
import { titleOfSlug } from '../../src-shared/desk/values/slugs.ts'
import { saveAlertRule } from '../alerts/public.ts'
import { DAY_MS, HOUR_MS, toInstant } from '../base/clock.ts'
import { forgetSaidCauses, setCausesStale } from '../causes/public.ts'
import { savePastAiVisibility } from '../clusters/public.ts'
import { callDesk, type Desk } from '../desk.ts'
import { applyIntentEvents, insertIntents } from '../journal/public.ts'
import type { Store } from '../store/store.ts'
import { insertDeliveries, saveRefusals } from '../webhooks/public.ts'
import { type ArticlePage, BRANDS_WITH_ARTICLES, PUBLISHED } from './articles.ts'
import { addPastAudits, type PastAudit } from './audits.ts'
import { createDemoCharges } from './charges.ts'
import { createDemoOffice } from './office.ts'
import type { DemoBrand, Step } from './past.ts'

// AI visibility of the demo's past: the service gives the present value alone, so the days before it are made up to it.
const DAYS = 84
const STEP_DAYS = 7
/** What was less, or more, than now at each refresh of the models, the newest first; brands begin at another one. */
const LESS = [0, 0.4, -0.6, 1.1, 1.9, 1.2, 2.6, 3.1, 2.2, 3.8, 4.4, 3.9, 4.7] as const

type Deps = { readonly store: Store; readonly desk: Pick<Desk, 'call'>; readonly nowMs: number }

const addPastAiVisibility = async ({ store, desk, nowMs }: Deps): Promise<void> => {
  const { rows } = await callDesk(desk, 'clusters.summary', {})
  for (const [index, { brandId, avgAiVisibility }] of rows.entries()) {
    if (avgAiVisibility === null) continue
    // Every third brand fell.
    const sign = index % 3 === 2 ? 1 : -1
    const days = Array.from({ length: DAYS }, (_, at) => {
      const less = LESS[Math.ceil((at + 1) / STEP_DAYS) % LESS.length] ?? 0
      const value = avgAiVisibility + sign * less * (0.7 + (index % 4) / 4)
      return { atMs: nowMs - (at + 1) * DAY_MS, value: Math.round(10 * Math.max(0, Math.min(100, value))) / 10 }
    })
    await savePastAiVisibility(store, { brandId, days })
  }
}

// Rules of the demo agency, so that Alerts shows what they find. They are about all brands, as a
// person's would be: they watch a brand beside the demo, too. They go with the demo where it leaves no brand behind.
type DemoRuleDeps = {
  readonly store: Pick<Store, 'write'>
  readonly desk: Pick<Desk, 'call'>
  readonly nowMs: number
}

/** Those of the ready-made rules that a person with these brands would add first. */
const KINDS: readonly AlertKind[] = ['lost-top-3', 'page-changed', 'audit-score', 'silent-webhook', 'drift']

/** A desk that has rules already keeps its own. */
const addDemoRules = async ({ store, desk, nowMs }: DemoRuleDeps): Promise<void> => {
  const { rules, presets } = await callDesk(desk, 'alerts.rules', {})
  if (rules.length > 0) return
  for (const [at, preset] of presets.filter(({ condition }) => KINDS.includes(condition.kind)).entries()) {
    const id = `demo-${preset.condition.kind}`
    await saveAlertRule(store, { ...preset, id, isNew: true, atMs: nowMs + at })
  }
}

type HistoryDeps = {
  readonly store: Store
  readonly desk: Pick<Desk, 'call' | 'subscribe'>
  readonly pagesOf: (teamId: string) => Promise<readonly ArticlePage[]>
  readonly auditOf: PastAudit
  /** The day that the history leads up to. */
  readonly nowMs: number
}
type ArticleOfPast = ArticlePage & {
  readonly provider: 'wordpress' | 'webhook'
  readonly atMs: number
  /** Why it failed; absent: it was published. */
  readonly failure?: string
}

const SCHEDULED_IN_DAYS = [1, 3, 6]
const BRANDS_WITH_PITCHES = 2
const SKIPPED_PITCHES = 2
const SKIPPED = 'It has no subject.'
const NOT_JSON = 'The body is not JSON.'
const FAILURE = 'WordPress answered 401: the application password has expired.'

type Parts = Pick<HistoryDeps, 'store' | 'desk'>

/** The batch that the sandbox's sent mail came from, and two people whom the service skipped. */
const pitchesOf = async ({ store, desk }: Parts, brand: DemoBrand): Promise<Step[]> => {
  const brandIds = [brand.id]
  const { rows: sent } = await callDesk(desk, 'outreach.outbox', {
    brandIds,
    filter: { isWaiting: false },
    limit: 12,
  })
  const { rows: waiting } = await callDesk(desk, 'outreach.outbox', { brandIds, filter: { isWaiting: true } })
  const { rows: people } = await callDesk(desk, 'contacts.page', { brandIds, limit: 60 })
  const sentAt = sent.flatMap((row) => (row.sentAt === null ? [] : Date.parse(row.sentAt)))
  if (sentAt.length === 0) return []
  const pitched = new Set([...sent, ...waiting].map(({ prospectEmailId }) => prospectEmailId))
  const skipped = people.filter(({ id }) => !pitched.has(id)).slice(0, SKIPPED_PITCHES)
  const queued = sent.map(({ prospectEmailId: id, email, name, subject, conversationId }, item) => {
    const outcome = { item, state: 'confirmed', reason: null, result: { as: 'queued', conversationId } } as const
    return { contact: { id, email, name }, subject: subject ?? '', body: '', outcome }
  })
  const leftOut = skipped.map(({ id, email, name }, index) => {
    const outcome = { item: sent.length + index, state: 'skipped', reason: SKIPPED, result: {} } as const
    const body = `Hello ${name ?? 'there'},\n\nwe have a new guide that your readers may like. Shall I send it to you?`
    return { contact: { id, email, name }, subject: '', body, outcome }
  })
  const items = [...queued, ...leftOut].map(({ contact: { id, email, name }, subject, body }) => {
    const payload = { prospectEmailId: id, subject, body, knownBefore: null }
    return { batch: 0, label: email ?? name ?? id, refId: id, payload }
  })
  const id = `demo-pitches-${brand.slug}`
  const atMs = Math.min(...sentAt) - HOUR_MS
  const intent = { id, kind: 'queue', brandId: brand.id, details: {}, holdMs: 0, items } as const
  const outcomes = [...queued, ...leftOut].map(({ outcome }) => outcome)
  const events = [{ type: 'begin', batch: 0 } as const, { type: 'settle', batch: 0, outcomes } as const]
  const run = async () => {
    await insertIntents(store, { intents: [intent], atMs })
    await applyIntentEvents(store, { id, events, atMs: atMs + 31_000 })
  }
  return [{ atMs, run }]
}

/** One assistant tool that writes is forbidden or allowed: a version of its own. */
const changePermission = async ({ desk }: Parts, brands: readonly DemoBrand[]): Promise<void> => {
  const { tools, brands: columns } = await callDesk(desk, 'connectors.matrix', {
    brandIds: brands.map(({ id }) => id),
  })
  const column = columns.find(({ canManage, syncEnabled }) => canManage && !syncEnabled)
  const tool = tools.find(({ group, sendsEmail }) => group === 'write' && !sendsEmail)
  if (column === undefined || tool === undefined) return
  const value = column.effective[tool.name] === 'allow' ? 'deny' : 'allow'
  const { planId } = await callDesk(desk, 'connectors.plan', {
    changes: [{ brandId: column.brandId, tool: tool.name, value }],
  })
  await callDesk(desk, 'connectors.apply', { planId })
}

export const createDemoHistory = ({ store, desk, pagesOf, auditOf, nowMs }: HistoryDeps) => {
  const midnightMs = nowMs - (nowMs % DAY_MS)
  const daysAgo = (days: number, hour: number): number => midnightMs - days * DAY_MS + hour * HOUR_MS

  const receive = async ({ id, slug: path }: DemoBrand, { slug, url, atMs }: ArticleOfPast): Promise<void> => {
    const article = { title: titleOfSlug(slug), slug, url, publishedAt: toInstant(atMs) }
    const body = JSON.stringify({ event: 'article.published', article })
    const receivedAtMs = atMs + 4000
    const delivery = { brandId: id, receivedAtMs, event: 'article.published', slug, title: article.title } as const
    const checked = { status: 'accepted', reason: null, secretUsed: 'current', bytes: Buffer.byteLength(body) } as const
    const request = { path: `/hooks/${path}`, headers: [['content-type', 'application/json']] as const, body }
    await insertDeliveries(store, { deliveries: [{ ...delivery, ...checked, ...request }] })
  }

  /** What other senders of a brand do: an event of another kind, a body that is none, and a wrong secret. */
  const receiveOthers = async (brands: readonly DemoBrand[]): Promise<void> => {
    const [first, second, third] = brands.filter((_, index) => index % 2 === 0)
    const event = 'article.updated'
    const article = { slug: 'opening-hours', title: 'Opening hours' }
    const updated = { ...article, event, status: 'unknown-event', reason: null } as const
    const updatedBody = JSON.stringify({ event, article })
    const cut = { slug: null, title: null, event: null, status: 'rejected', reason: NOT_JSON } as const
    const others = [
      { of: second, atMs: daysAgo(5, 11), ...cut, secretUsed: 'current', body: '{"event":"article.publ' },
      { of: third, atMs: daysAgo(2, 15), ...updated, secretUsed: 'previous', body: updatedBody },
      { of: first, atMs: daysAgo(1, 9), ...updated, secretUsed: 'current', body: updatedBody },
    ] as const
    for (const { of: brand, atMs: receivedAtMs, body, ...delivery } of others) {
      if (brand === undefined) continue
      const request = { path: `/hooks/${brand.slug}`, headers: [['content-type', 'application/json']] as const, body }
      const bytes = Buffer.byteLength(body)
      await insertDeliveries(store, {
        deliveries: [{ brandId: brand.id, receivedAtMs, bytes, ...delivery, ...request }],
      })
    }
    if (second === undefined) return
    const refused = [
      { atMs: daysAgo(5, 11), reason: 'bad-body', brandId: second.id, remote: '203.0.113.7' },
      { atMs: daysAgo(4, 14), reason: 'unauthorized', brandId: second.id, remote: '203.0.113.7' },
    ]
    await saveRefusals(store, { counts: { 'bad-body': 1, unauthorized: 1 }, refusals: refused })
  }

  const publish = async (brand: DemoBrand, article: ArticleOfPast): Promise<void> => {
    const { slug, url, provider, atMs, failure = null } = article
    const id = `demo-publish-${brand.slug}-${slug}`
    const details = { provider, status: 'publish' }
    const intent = { id, kind: 'publish', brandId: brand.id, details, holdMs: 0 } as const
    await insertIntents(store, { intents: [{ ...intent, items: [{ batch: 0, label: slug }] }], atMs })
    const outcome = { item: 0, state: failure === null ? 'confirmed' : 'failed', reason: failure } as const
    const result = failure === null ? { postUrl: url, status: 'publish' } : {}
    const settled = { type: 'settle', batch: 0, outcomes: [{ ...outcome, result }] } as const
    await applyIntentEvents(store, { id, events: [{ type: 'begin', batch: 0 }, settled], atMs: atMs + 2000 })
    if (provider === 'webhook' && failure === null) await receive(brand, article)
  }

  const articlesOf = (brand: DemoBrand, index: number, pages: readonly ArticlePage[]): Step[] => {
    const provider = index % 2 === 0 ? ('webhook' as const) : ('wordpress' as const)
    const past = PUBLISHED.flatMap(({ daysAgo: days }, at): Step[] => {
      const page = pages[at]
      if (page === undefined) return []
      const failure = index === 1 && at === PUBLISHED.length - 1 ? { failure: FAILURE } : {}
      const article = { ...page, provider, atMs: daysAgo(days, 8 + index), ...failure } as const
      return [{ atMs: article.atMs, run: () => publish(brand, article) }]
    })
    const ahead = SCHEDULED_IN_DAYS.flatMap((days, at): Step[] => {
      const page = pages[PUBLISHED.length + at]
      if (page === undefined) return []
      const publishAt = toInstant(daysAgo(-days, 8 + index))
      const target = { brandId: brand.id, articleSlugs: [page.slug], provider, publishAt }
      const schedule = async () => {
        await callDesk(desk, 'publishing.schedule', { ...target, holdSeconds: 0, accept: ['same-slot'] })
      }
      return [{ atMs: nowMs, run: schedule }]
    })
    return [...past, ...ahead]
  }

  return {
    make: async (brands: readonly DemoBrand[]): Promise<void> => {
      const steps: Step[] = []
      for (const [index, brand] of brands.entries()) {
        const pages = await pagesOf(brand.teamId ?? '')
        if (index < BRANDS_WITH_ARTICLES) steps.push(...articlesOf(brand, index, pages))
        const [page] = pages
        const site = page && { brandId: brand.id, url: new URL('/', page.url).href }
        if (site !== undefined) await addPastAudits({ store, auditOf, midnightMs }, site, index)
      }
      for (const brand of brands.slice(0, BRANDS_WITH_PITCHES)) steps.push(...(await pitchesOf({ store, desk }, brand)))
      const charges = createDemoCharges({ store, desk, midnightMs })
      steps.push(...(await charges.stepsOf(brands)))
      for (const { run } of steps.sort((a, b) => a.atMs - b.atMs)) await run()
      const withArticles = brands.slice(0, BRANDS_WITH_ARTICLES)
      // Causes were worked out after the first sync, before these articles were known.
      const past = { brandIds: withArticles.map(({ id }) => id) }
      await forgetSaidCauses(store, past)
      await setCausesStale(store, past)
      await receiveOthers(withArticles)
      await charges.setBudgets(brands)
      await addDemoRules({ store, desk, nowMs })
      await addPastAiVisibility({ store, desk, nowMs })
      await createDemoOffice({ store, desk, nowMs }).leave(brands)
      await changePermission({ store, desk }, brands)
    },
  }
}
