// The calls of every view, one view after the other, on a desk without brands. Nothing is awaited but ends of intents and
// syncs, and what comes out is the same on every desk that reads the same sandbox.

import { toDay } from '../../src-main/base/clock.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { TestDesk } from './composed-desk.ts'
import { whenIntent } from './publishing-desk.ts'
import type { OpenSandbox } from './sandbox.ts'
import { testClock } from './test-clock.ts'

type Result = { readonly value: unknown } | { readonly failed: string; readonly message: string }
export type ViewResults = Readonly<Record<string, Result>>

const DAY_MS = 86_400_000
const SLUGS = ['spring-guide', 'autumn-guide']
/** Made by each desk itself. */
const OWN_IDS = new Set(['id', 'nextCursor', 'planId', 'previewId', 'intentId', 'versionId', 'runId', 'madeAt'])

/** Without ids and instants that each desk makes itself. */
const comparable = (value: unknown, brandIds: readonly string[]): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one: unknown) => {
      if (OWN_IDS.has(key) && typeof one === 'string' && !/^(prospect|contact|email|mailbox)/.test(one)) return 'own id'
      if (typeof one !== 'string') return one
      const brand = brandIds.indexOf(one)
      return brand < 0 ? one.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'an instant') : `brand ${brand}`
    }) ?? 'null',
  )

export const runEveryView = async (
  { call, next, sync }: TestDesk,
  {
    brands,
    baseUrl,
    fields,
  }: Pick<OpenSandbox, 'brands' | 'baseUrl'> & Pick<CallInput<'service.setProfile'>, 'fields'>,
): Promise<ViewResults> => {
  await call('service.setProfile', { baseUrl, ...(fields === undefined ? {} : { fields }) })
  const ids: string[] = []
  const intent = async ({ intentId }: { intentId: string }) => {
    const { kind, state, reason, items } = await whenIntent({ call, next }, intentId)
    // Conversations are linked a moment after the end.
    const results = items.map(({ item, state: itemState, reason: why, result: { conversationId: _, ...result } }) => {
      return { item, state: itemState, reason: why, result }
    })
    return { kind, state, reason, items: results }
  }
  const contacts = async () => {
    const { rows } = await call('contacts.page', { brandIds: ids, filter: { hasEmail: true }, limit: 500 })
    const { rows: waiting } = await call('outreach.outbox', { brandIds: ids, filter: { isWaiting: true }, limit: 500 })
    const taken = new Set(waiting.map(({ prospectEmailId }) => prospectEmailId))
    return rows.filter(({ id }) => !taken.has(id))
  }
  const today = toDay(testClock.now())
  const publishAt = new Date(testClock.now() + 7 * DAY_MS).toISOString()
  const brandId = () => ids[0] ?? ''
  const holdSeconds = 0

  const views: Readonly<Record<string, () => Promise<unknown>>> = {
    brands: async () => {
      for (const { name, key } of brands) ids.push((await call('brands.add', { name, key, sessionOnly: true })).id)
      for (const id of ids) await call('brands.check', { brandId: id })
      return (await call('brands.list', {})).brands.map(({ name, teamId, keyState }) => ({ name, teamId, keyState }))
    },
    sync: async () => {
      await call('desk.setSettings', { historyDays: 5, syncEveryMinutes: 0 })
      // Keywords at one position are shown in the order in which the desk first saw them.
      await sync({ datasets: ['rankings'] })
      await sync({})
      const { rows } = await call('sync.status', {})
      const failed = rows.filter(({ error }) => error !== null).map(({ dataset }) => dataset)
      if (failed.length > 0) throw new DeskError('bad-response', [...new Set(failed)].toSorted().join(' '))
      return rows.map(({ brandId: id, dataset, state, rows: count }) => ({ id, dataset, state, count }))
    },
    rankings: async () => {
      const page = await call('rankings.page', { brandIds: ids, limit: 50, sparkDays: 5 })
      const [first] = page.rows
      const { keyword, brandId: id } = first ?? { keyword: '', brandId: brandId() }
      const from = toDay(testClock.now() - 3 * DAY_MS)
      return [
        page,
        await call('rankings.history', { brandId: id, keyword }),
        await call('rankings.movers', { brandIds: ids, from, to: today }),
        await call('rankings.tracked', { brandId: id }),
      ]
    },
    clusters: async () => [
      await call('clusters.page', { brandIds: ids }),
      await call('clusters.summary', { brandIds: ids }),
    ],
    prospects: () => call('prospects.page', { brandIds: ids, limit: 500 }),
    contacts: () => call('contacts.page', { brandIds: ids, limit: 500 }),
    mailboxes: () => call('outreach.mailboxes', { brandIds: ids }),
    outbox: () => call('outreach.outbox', { brandIds: ids, limit: 500 }),
    searchTerms: () => call('outreach.searchTerms', { brandId: brandId() }),
    discover: async () => intent(await call('outreach.discover', { brandId: brandId() })),
    findPeople: async () => {
      const { rows } = await call('prospects.page', { brandIds: [brandId()], filter: { status: ['new'] }, limit: 5 })
      const terms = ['Editor', 'Writer', 'Owner']
      const found = await intent(
        await call('outreach.findPeople', { brandId: brandId(), prospectIds: rows.map(({ id }) => id), terms }),
      )
      await sync({ brandIds: ids, datasets: ['prospects', 'contacts'] })
      return [found, await call('prospects.page', { brandIds: [brandId()], filter: { status: ['finding_people'] } })]
    },
    queue: async () => {
      const people = (await contacts()).filter((one) => one.brandId === brandId())
      const recipients = people.slice(0, 3).map(({ id: contactId }) => ({ brandId: brandId(), contactId }))
      const template = { subject: 'Idea for {{ brand.name }}', body: 'Hello {{ contact.name }}' }
      const preview = await call('outreach.preview', { template, recipients })
      const items = preview.rows.map(({ contactId = '', subject, body }) => ({
        prospectEmailId: contactId ?? '',
        subject,
        body,
      }))
      const accept = ['already-queued', 'contacted-before', 'truncated']
      const queued = await call('outreach.queue', { brandId: brandId(), items, holdSeconds, accept })
      const [sent, again] = [
        await intent(queued),
        { ...items[0], prospectEmailId: 'email_nobody', body: 'x', subject: 'y' },
      ]
      const mixed = await call('outreach.queue', {
        brandId: brandId(),
        items: [...items.slice(0, 1), again],
        holdSeconds,
        accept,
      })
      const ended = await intent(mixed)
      await sync({ brandIds: ids, datasets: ['outbox'] })
      return [preview, sent, ended, await call('outreach.outbox', { brandIds: ids, limit: 500 })]
    },
    unqueue: async () => {
      const { rows } = await call('outreach.outbox', { brandIds: [brandId()], filter: { isWaiting: true }, limit: 2 })
      const conversationIds = rows.map(({ conversationId }) => conversationId)
      return intent(await call('outreach.unqueue', { brandId: brandId(), conversationIds, holdSeconds }))
    },
    publishing: async () => {
      const [published = '', scheduled = ''] = SLUGS
      const one = { brandId: brandId(), provider: 'ghost', holdSeconds } as const
      return [
        await intent(await call('publishing.publish', { ...one, articleSlugs: [published] })),
        await intent(await call('publishing.schedule', { ...one, articleSlugs: [scheduled], publishAt })),
        await intent(
          await call('publishing.unschedule', { brandId: brandId(), articleSlugs: [scheduled], holdSeconds }),
        ),
        await intent(await call('publishing.unpublish', { ...one, articleSlugs: [published] })),
        await call('publishing.calendar', { brandIds: ids, from: today, to: publishAt.slice(0, 10) }),
      ]
    },
    connectors: async () => {
      const before = await call('connectors.matrix', { brandIds: ids })
      const tool = before.tools[0]?.name ?? ''
      const changes = ids.map((id) => ({ brandId: id, tool, value: 'deny' as const }))
      const plan = await call('connectors.plan', { changes })
      const applied = await call('connectors.apply', { planId: plan.planId })
      await call('connectors.previewSync', { brandId: brandId(), enabled: true })
      const synced = await call('connectors.setSync', { brandId: brandId(), enabled: true })
      return [before, plan, applied, synced, await call('connectors.matrix', { brandIds: ids })]
    },
    visibility: async () => {
      const { models, brands: before } = await call('visibility.models', { brandIds: ids })
      const modelId = models[0]?.modelId ?? ''
      return [
        models,
        before,
        await call('visibility.setModel', { brandIds: ids, modelId, isActive: false }),
        await call('visibility.setModel', { brandIds: ids, modelId, isActive: true }),
        await call('visibility.setInterval', { brandIds: ids, interval: 30 }),
        await call('visibility.intervals', { brandIds: ids }),
        await call('visibility.models', { brandIds: ids }),
      ]
    },
    research: async () => [
      await call('research.suggest', { brandId: brandId(), description: 'Outdoor clothing', audience: ['hikers'] }),
      await call('research.audit', { brandId: brandId(), url: 'https://example.com/' }),
    ],
  }

  const results: Record<string, Result> = {}
  for (const [view, run] of Object.entries(views)) {
    try {
      results[view] = { value: comparable(await run(), ids) }
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      results[view] = { failed: error.kind, message: error.message }
    }
  }
  return results
}
