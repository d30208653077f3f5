// A holder of a reply relies on one thing: when the same call would answer otherwise, `changed` said so before or soon.
import { expect, test } from 'vitest'
import { type CallInput, type CallName, calls } from '../../src-shared/desk/contract.ts'
import { DATASETS } from '../../src-shared/desk/datasets.ts'
import { brandsNamedIn, type Change, isStale } from '../../src-shared/desk/values/changes.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { whenIntent } from '../support/publishing-desk.ts'
import { openSandbox } from '../support/sandbox.ts'
import { isTeamEngine } from '../support/team-engine.ts'
import { testClock } from '../support/test-clock.ts'

type Held = { readonly [Name in CallName]?: CallInput<Name> }

const DAY_MS = 86_400_000
const day = (offset: number) => new Date(testClock.now() + offset * DAY_MS).toISOString().slice(0, 10)

const openDesk = async () => {
  const sandbox = await openSandbox({ brands: 2, keywords: 20, days: 6 })
  const desk = await openTestDesk()
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  await desk.call('desk.setSettings', { historyDays: 4, syncEveryMinutes: 0 })
  const [one, other] = await Promise.all(
    sandbox.brands.map(({ name, key }) => desk.call('brands.add', { name, key, sessionOnly: true })),
  )
  if (one === undefined || other === undefined) throw new Error('The sandbox has too few brands.')
  const brandId = one.id
  /** A question of every call that a view keeps the reply of. */
  const held: Held = {
    'alerts.page': {},
    'brands.list': {},
    'brands.days': { brandId },
    'brands.overview': {},
    'cannibalisation.page': {},
    'clusters.page': {},
    'clusters.summary': {},
    'clusters.aiVisibility': { brandId },
    'connectors.matrix': {},
    'connectors.presets': {},
    'connectors.unfinished': {},
    'connectors.versions': { brandId },
    'contacts.page': {},
    'desk.backups': {},
    'desk.settings': {},
    'impact.list': {},
    'intents.list': {},
    'opportunities.page': { filter: { kind: 'keyword' } },
    'outreach.bounced': {},
    'outreach.ledger': {},
    'outreach.mailboxes': {},
    'outreach.outbox': {},
    'outreach.outcomes': {},
    'outreach.quote': { action: 'discover', brandId },
    'outreach.suppressions': {},
    'outreach.templates': { brandIds: 'all' },
    'playbooks.runs': {},
    'prospects.page': {},
    'publishing.articles': {},
    'publishing.calendar': { from: day(-3), to: day(20) },
    'publishing.marks': { brandId },
    'publishing.slugs': { brandId },
    'rankings.days': {},
    'rankings.movers': { from: day(-3), to: day(0) },
    'rankings.page': {},
    'rankings.tags': {},
    'rankings.totals': {},
    'rankings.tracked': { brandId },
    'reports.packs': {},
    'reports.runs': {},
    'research.auditScores': { brandIds: 'all' },
    'research.auditSites': {},
    'research.audits': {},
    'research.basket': {},
    'service.profile': {},
    'sync.status': {},
    'visibility.intervals': {},
    'visibility.models': {},
    'webhooks.deliveries': {},
    'webhooks.status': {},
  }
  const names = Object.keys(held) as (keyof Held)[] // its own keys
  const brandsOf = (name: keyof Held): Change['brandIds'] =>
    held[name] !== undefined && 'brandId' in held[name] ? [brandId] : 'all'
  const replies = async () => {
    const all = await Promise.all(
      names.map(async (name) => [name, JSON.stringify(await desk.call(name, held[name] as never))] as const),
    ) // by its own name
    return new Map(all)
  }
  const changes: Change[] = []
  desk.desk.subscribe((event) => {
    if (event.name === 'changed') changes.push(event.payload)
  })
  /** Where the changes begin that came since the last look at all replies was begun. */
  let from = 0
  const isAnnounced = (name: keyof Held, since: number) =>
    changes.slice(since).some((change) => isStale({ reads: calls[name].reads, brandIds: brandsOf(name) }, change))

  let before = await replies()
  /** Does it; every reply that is different then was announced, and these are among them. */
  const step = async (expected: readonly (keyof Held)[], act: () => Promise<unknown>) => {
    await act()
    const since = from
    let different: (keyof Held)[] = []
    const look = async () => {
      from = changes.length
      const after = await replies()
      different = names.filter((name) => after.get(name) !== before.get(name))
      const missing = expected.filter((name) => !different.includes(name))
      if (missing.length === 0) before = after
      return missing
    }
    // In a team what is in the cache of a removed brand goes a moment later.
    if (isTeamEngine) await expect.poll(look, { timeout: 5000 }).toEqual([])
    else expect(await look()).toEqual([])
    await expect.poll(() => different.filter((name) => !isAnnounced(name, since)), { timeout: 5000 }).toEqual([])
  }
  return { ...desk, sandbox, brandId, otherId: other.id, step }
}

test('changed is emitted for every reply that differs after an action or a sync', async () => {
  const desk = await openDesk()
  const { call, sync, step, brandId, otherId } = desk
  const ended = async ({ intentId }: { intentId: string }) => whenIntent(desk, intentId)

  // Each dataset by itself, and the list that shows it.
  const shownIn: Readonly<Record<(typeof DATASETS)[number], readonly (keyof Held)[]>> = {
    rankings: ['rankings.page', 'brands.overview', 'brands.days'],
    history: ['rankings.days'],
    tracked: ['rankings.tracked'],
    clusters: ['clusters.page', 'clusters.summary'],
    prospects: ['prospects.page'],
    contacts: ['contacts.page'],
    outbox: ['outreach.outbox'],
    mailboxes: ['outreach.mailboxes'],
    connectors: ['connectors.matrix', 'connectors.versions'],
    visibility: ['visibility.models', 'visibility.intervals'],
  }
  for (const dataset of DATASETS) await step([...shownIn[dataset], 'sync.status'], () => sync({ datasets: [dataset] }))

  const { rows: contacts } = await call('contacts.page', {
    brandIds: [brandId],
    filter: { hasEmail: true },
    limit: 500,
  })
  const { rows: waiting } = await call('outreach.outbox', { brandIds: [brandId], limit: 500 })
  const contact = contacts.find(({ id }) => !waiting.some(({ prospectEmailId }) => prospectEmailId === id))
  const { rows: prospects } = await call('prospects.page', { brandIds: [brandId], limit: 1 })
  const items = [{ prospectEmailId: contact?.id ?? '', subject: 'An idea', body: 'Hello.' }]
  const accept = ['already-queued', 'contacted-before', 'truncated']
  await step(['intents.list'], async () =>
    ended(await call('outreach.queue', { brandId, items, holdSeconds: 0, accept })),
  )
  await step(['prospects.page'], () =>
    call('prospects.mark', { brandId, prospectIds: [prospects[0]?.id ?? ''], triage: 'keep' }),
  )
  await step(['outreach.suppressions'], () =>
    call('outreach.suppress', { entries: [{ value: 'a@example.com', reason: 'asked' }] }),
  )
  await step(['outreach.suppressions'], () => call('outreach.unsuppress', { values: ['a@example.com'] }))
  await step(['outreach.templates'], () =>
    call('outreach.saveTemplate', {
      kind: 'template',
      brandId: null,
      name: 'First',
      subject: 'Hi',
      body: 'Hello',
      recipients: [],
    }),
  )
  await step(['outreach.ledger', 'outreach.quote'], () =>
    call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 500 }),
  )
  await step(['outreach.ledger', 'intents.list'], async () => {
    const { credits } = await call('outreach.quote', { action: 'discover', brandId })
    const { intentIds } = await call('outreach.discover', { brandId, acceptCredits: credits })
    for (const intentId of intentIds) await ended({ intentId })
  })

  const article = { brandId, articleSlugs: ['spring-guide'], provider: 'ghost' as const }
  await step(['publishing.calendar', 'publishing.slugs', 'intents.list'], async () =>
    ended(await call('publishing.publish', { ...article, holdSeconds: 0 })),
  )
  await step(['publishing.calendar'], () =>
    call('publishing.schedule', {
      ...article,
      articleSlugs: ['later'],
      publishAt: `${day(7)}T10:00:00.000Z`,
      holdSeconds: 600,
    }),
  )

  await step(['connectors.matrix'], async () => {
    const { tools } = await call('connectors.matrix', { brandIds: [brandId] })
    const tool = tools.find(({ group }) => group === 'write')?.name ?? ''
    const { planId } = await call('connectors.plan', { changes: [{ brandId, tool, value: 'deny' }] })
    await call('connectors.apply', { planId })
  })
  await step(['connectors.presets'], () => call('connectors.savePreset', { name: 'Mine', permissions: {} }))
  await step(['visibility.models'], async () => {
    const { brands } = await call('visibility.models', { brandIds: [brandId] })
    const model = brands[0]?.models.find(({ isActive }) => isActive)
    await call('visibility.setModel', { brandIds: [brandId], modelId: model?.modelId ?? '', isActive: false })
  })
  await step(['visibility.intervals'], () => call('visibility.setInterval', { brandIds: [brandId], interval: 30 }))

  const [ranked] = (await call('rankings.page', { brandIds: [brandId], limit: 1 })).rows
  await step(['rankings.page', 'rankings.tags'], () =>
    call('rankings.mark', { keywords: [{ brandId, keyword: ranked?.keyword ?? '' }], star: true, addTags: ['money'] }),
  )
  await step(['research.basket'], () =>
    call('research.saveBasket', { brandId, entries: [{ keyword: 'tents', state: 'keep' }] }),
  )
  await step(['research.auditSites'], () =>
    call('research.setAuditSite', { brandId, url: 'https://example.com/', remindEveryDays: 7 }),
  )
  await step(['research.audits', 'research.auditScores', 'research.auditSites'], () =>
    call('research.audit', { brandId, url: 'https://example.com/' }),
  )
  await step(['webhooks.status'], () => call('webhooks.rotateSecret', { brandId, sessionOnly: true }))
  await step(['webhooks.status'], () => call('webhooks.configure', { retentionDays: 40 }))
  await step(['desk.settings'], () => call('desk.setSettings', { theme: 'dark' }))
  await step(['service.profile'], () => call('service.setProfile', { limits: { requestsPerMinute: 500 } }))
  await step(['desk.backups'], () => call('desk.backup', {}))
  await step(['brands.list'], () => call('brands.update', { brandId, name: 'Another name' }))
  await step(['brands.list', 'brands.overview', 'rankings.page', 'contacts.page'], () =>
    call('brands.remove', { brandId: otherId }),
  )
})

test('the history of contacts of two brands, asked for at once, is that of each, and is stale by a pitch of either', async () => {
  const { call, sync, brandId, otherId } = await openDesk()
  await sync({ datasets: ['contacts', 'outbox'] })
  const { rows: pitched } = await call('outreach.outbox', { brandIds: 'all', limit: 500 })
  const contacts = [brandId, otherId].flatMap((id) => {
    const found = pitched.find((row) => row.brandId === id && row.prospectEmailId !== null)
    return found === undefined ? [] : [{ brandId: id, contactId: found.prospectEmailId ?? '' }]
  })
  expect(contacts).toHaveLength(2)
  const each = await Promise.all(contacts.map((one) => call('outreach.contactHistory', { contacts: [one] })))
  const { contactHistory } = await call('outreach.contactHistory', { contacts })
  expect(contactHistory).toEqual(each.flatMap((one) => one.contactHistory))
  expect(new Set(contactHistory.map((one) => one.brandId))).toEqual(new Set([brandId, otherId]))
  const held = { reads: calls['outreach.contactHistory'].reads, brandIds: brandsNamedIn({ contacts }) ?? 'all' }
  expect(isStale(held, { brandIds: [otherId], datasets: ['outbox'] })).toBe(true)
})
