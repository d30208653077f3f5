import { expect, test } from 'vitest'
import { openCreditsDesk } from '../support/credits-desk.ts'
import { whenIntent } from '../support/publishing-desk.ts'

test('the price is shown first, charged once, and kept in the ledger; a second start while it runs costs nothing', async () => {
  const { call, brandId, calmDown, syncSites, discover, ledger, control, next } = await openCreditsDesk()
  await calmDown()
  const quote = await call('outreach.quote', { action: 'discover', brandId })
  expect(quote).toMatchObject({ credits: 25, refundable: 0, isNeeded: true, spentThisMonth: 0, passesBudget: false })
  expect(quote.explanation).not.toContain('free')
  const confirmed = next('intents.changed', ({ state }) => state === 'confirmed')
  const intent = await discover({ acceptCredits: quote.credits })
  await confirmed
  expect(intent).toMatchObject({ kind: 'discover', state: 'confirmed', counts: { total: 1, confirmed: 1 } })
  expect(intent.items[0]?.result).toEqual({ status: 'running', creditsCharged: 25, alreadyRunning: false })
  await syncSites()
  const running = await call('outreach.quote', { action: 'discover', brandId })
  expect(running).toMatchObject({ credits: 25, isNeeded: false, spentThisMonth: 25 })
  expect(running.explanation).toContain('already running')
  const again = await discover({ acceptCredits: 25 })
  expect(again.items[0]?.result).toMatchObject({ creditsCharged: 0, alreadyRunning: true })
  const { rows, totals } = await ledger()
  expect(rows.map(({ action, charged, about, mayComeBack }) => [action, charged, about, mayComeBack])).toEqual([
    ['discover', 0, 'Discovery (already running)', 0],
    ['discover', 25, 'Discovery of new sites', 0],
  ])
  expect(rows[1]?.intentId).toBe(intent.id)
  expect(totals).toEqual([{ brandId, spentThisMonth: 25, mayComeBack: 0, monthlyBudget: null, underWay: 0 }])
  expect((await control.report()).credits.charged).toBe(25)
})

test('a cache that still says "running" does not make a discovery free', async () => {
  const { call, brandId, calmDown, syncSites, discover, control } = await openCreditsDesk()
  await calmDown()
  await discover()
  await syncSites()
  await control.advance(7_200_000)
  expect(await call('outreach.quote', { action: 'discover', brandId })).toMatchObject({ isNeeded: false })
  await expect(call('outreach.discover', { brandId, acceptCredits: 0 })).rejects.toMatchObject({ kind: 'conflict' })
  expect((await control.report()).credits.charged).toBe(25)
})

test('quote of a brand whose list was never opened says that its first discovery is free', async () => {
  const { call, brandId, syncSites } = await openCreditsDesk({ sandbox: { fresh: true } })
  const quote = await call('outreach.quote', { action: 'discover', brandId })
  expect(quote).toMatchObject({ credits: 25 })
  expect(quote.explanation).toContain('first automatic discovery of a brand is free')
  await syncSites()
  const opened = await call('outreach.quote', { action: 'discover', brandId })
  expect(opened).toMatchObject({ credits: 25, isNeeded: false })
})

test.each([
  ['402', { credits: 24 }, 'Not enough credits', '24'],
  [
    '409',
    { nextDiscover: 'conflict' as const },
    'Next: add tracked keywords or a topic cluster in the service, then discover again.',
    'used recently',
  ],
  ['503', { nextDiscover: 'unavailable' as const }, 'nothing was started or charged', 'temporarily unavailable'],
])(
  'a discovery that is refused with %s fails, says what to do next, and is not charged',
  async (_, order, ...words) => {
    const { calmDown, discover, ledger, control } = await openCreditsDesk()
    await calmDown()
    await control.order(order)
    const { state, reason } = await discover()
    expect(state).toBe('failed')
    for (const word of words) expect(reason).toContain(word)
    expect(await ledger()).toMatchObject({ rows: [], totals: [{ spentThisMonth: 0 }] })
    expect((await control.report()).credits.charged).toBe(0)
  },
)

test('sites are searched in requests of at most 50; sites that are left out say why, as the quote said', async () => {
  const { call, brandId, calmDown, prospects, findPeople, ledger, control, sandbox } = await openCreditsDesk({
    sandbox: { prospects: 120 },
  })
  await calmDown()
  const ids = (await prospects()).map(({ id }) => id)
  expect(ids).toHaveLength(120)
  const quote = await call('outreach.quote', {
    action: 'findPeople',
    brandId,
    prospectIds: [...ids, ...ids.slice(0, 3)],
  })
  expect(quote.skipped.length).toBeGreaterThan(0)
  expect(quote.credits).toBe(5 * (120 - quote.skipped.length))
  expect(quote.refundable).toBe(quote.credits)
  const intent = await findPeople(ids, { acceptCredits: quote.credits })
  expect(intent).toMatchObject({ state: 'partly_done', counts: { total: 120, skipped: quote.skipped.length } })
  const reasons = new Map(quote.skipped.map(({ id, reason }) => [id, reason]))
  for (const { label, state, reason, result } of intent.items) {
    const left = reasons.get(label)
    expect([state, reason]).toEqual(left === undefined ? ['confirmed', null] : ['skipped', `${left} It was not sent.`])
    if (state === 'confirmed') expect(result).toMatchObject({ creditsCharged: 5, domain: expect.any(String) })
  }
  const calls = (await sandbox.requests()).filter(({ operation }) => operation === 'outreach.findPeople')
  expect(calls).toHaveLength(3)
  const { rows, totals } = await ledger()
  expect(rows).toHaveLength(3)
  expect(rows.reduce((sum, { charged }) => sum + (charged ?? 0), 0)).toBe(quote.credits)
  expect(totals[0]).toMatchObject({ spentThisMonth: quote.credits, mayComeBack: quote.credits })
  expect((await control.report()).credits.charged).toBe(quote.credits)
})

test.each([
  [['one', 'two']],
  [Array.from({ length: 26 }, (_, at) => `title ${at}`)],
  [['Editor', 'owner', ' EDITOR ']],
])('%j are invalid terms: nothing is written or sent', async (terms) => {
  const { call, brandId, sandbox } = await openCreditsDesk()
  await expect(call('outreach.findPeople', { brandId, prospectIds: ['p'], terms })).rejects.toMatchObject({
    kind: 'invalid',
    detail: { issues: [{ path: 'terms' }] },
  })
  expect((await call('intents.list', {})).total).toBe(0)
  expect((await sandbox.requests()).filter(({ operation }) => operation === 'outreach.findPeople')).toEqual([])
})

test('terms are in every request, and suggested terms are fetched once a day, while there is the brand', async () => {
  const { call, brandId, calmDown, searchable, findPeople, sandbox } = await openCreditsDesk()
  await calmDown()
  const { suggested, defaults } = await call('outreach.searchTerms', { brandId })
  expect(suggested.length).toBeGreaterThan(defaults.length)
  await call('outreach.searchTerms', { brandId })
  const { details } = await findPeople(await searchable(1), { terms: suggested.slice(0, 3) })
  expect(details.terms).toEqual(suggested.slice(0, 3))
  const asked = (await sandbox.requests()).map(({ operation }) => operation)
  expect(asked.filter((operation) => operation === 'outreach.peopleSearchTerms')).toHaveLength(1)
  await call('brands.remove', { brandId })
  await expect(call('outreach.searchTerms', { brandId })).rejects.toMatchObject({ kind: 'not-found' })
})

test('refund is expected for sites without new people, when contacts were read after the search', async () => {
  const { call, calmDown, syncSites, searchable, findPeople, ledger, control } = await openCreditsDesk()
  await calmDown()
  const [first = '', second = '', third = ''] = await searchable(3)
  await findPeople([first])
  await control.order({ findsNobody: true })
  await findPeople([second, third])
  const amounts = async () =>
    (await ledger()).rows.map(({ charged, mayComeBack, expectedBack }) => [charged, mayComeBack, expectedBack])
  await syncSites()
  expect(await amounts()).toEqual([
    [10, 10, 0],
    [5, 5, 0],
  ])
  await control.advance(60_000)
  await syncSites()
  await syncSites()
  expect(await amounts()).toEqual([
    [10, 0, 10],
    [5, 0, 0],
  ])
  expect((await control.report()).credits).toMatchObject({ charged: 15, refunded: 10 })
  expect((await call('outreach.ledger', { search: '2 SITES' })).total).toBe(1)
})

test('a search without enough credits is not charged, and can be retried when there are', async () => {
  const { call, calmDown, searchable, findPeople, ledger, control } = await openCreditsDesk()
  await calmDown()
  await control.order({ credits: 9 })
  const intent = await findPeople(await searchable(2))
  expect(intent).toMatchObject({ state: 'failed', reason: expect.stringContaining('Not enough credits') })
  expect((await ledger()).rows).toEqual([])
  await control.order({ credits: 10 })
  const { newIntentId } = await call('intents.resolve', { id: intent.id, as: 'retry' })
  await call('intents.releaseNow', { id: newIntentId ?? '' })
  await expect.poll(async () => (await call('intents.get', { id: newIntentId ?? '' })).state).toBe('confirmed')
  expect((await ledger()).rows.map(({ charged }) => charged)).toEqual([10])
})

test('a budget needs consent when it would be exceeded, and counts running searches', async () => {
  const { call, brandId, calmDown, searchable, findPeople, ledger } = await openCreditsDesk()
  await calmDown()
  const ids = await searchable(4)
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 15 })
  const held = await call('outreach.findPeople', { brandId, prospectIds: ids.slice(0, 2), holdSeconds: 3600 })
  const quote = await call('outreach.quote', { action: 'findPeople', brandId, prospectIds: ids.slice(2) })
  expect(quote).toMatchObject({ credits: 10, spentThisMonth: 0, monthlyBudget: 15, passesBudget: true })
  const refused = call('outreach.findPeople', { brandId, prospectIds: ids.slice(2) })
  await expect(refused).rejects.toMatchObject({
    kind: 'conflict',
    detail: { issues: [{ path: 'accept', code: 'budget' }] },
  })
  expect((await call('intents.list', {})).total).toBe(1)
  const accepted = await findPeople(ids.slice(2), { accept: ['budget'] })
  expect(accepted.state).toBe('confirmed')
  await call('intents.cancel', { id: held.intentId })
  const { totals, rows } = await ledger()
  expect(totals).toMatchObject([{ brandId, spentThisMonth: 10, mayComeBack: 10, monthlyBudget: 15 }])
  expect(rows).toHaveLength(1)
  expect(await call('outreach.quote', { action: 'findPeople', brandId, prospectIds: ids.slice(0, 1) })).toMatchObject({
    spentThisMonth: 10,
    passesBudget: false,
  })
  const { totals: freed } = await call('outreach.setBudget', { brandIds: 'all', monthlyBudget: null })
  expect(freed).toMatchObject([{ monthlyBudget: null }])
})

test('a price above the quote shown is refused, and nothing is written', async () => {
  const { call, brandId, calmDown, searchable } = await openCreditsDesk()
  await calmDown()
  const prospectIds = await searchable(2)
  await expect(call('outreach.findPeople', { brandId, prospectIds, acceptCredits: 5 })).rejects.toMatchObject({
    kind: 'conflict',
    detail: { issues: [{ path: 'acceptCredits' }] },
  })
  await expect(call('outreach.discover', { brandId, acceptCredits: 24 })).rejects.toMatchObject({ kind: 'conflict' })
  expect((await call('intents.list', {})).total).toBe(0)
})

test('connection cut after the service ran it: the listing confirms it, the charge stays unknown', async () => {
  const desk = await openCreditsDesk()
  const { brandId, call, calmDown, searchable, discover, findPeople, ledger, sandbox, control } = desk
  await calmDown()
  await sandbox.fault({ operation: 'outreach.findPeople', kind: 'cut', at: 'after' })
  const searched = await findPeople(await searchable(2))
  // It is unknown for a moment, until the listing was read.
  const read = await whenIntent(desk, searched.id, ['confirmed'])
  expect(read.items.map(({ result }) => result.creditsCharged)).toEqual([undefined, undefined])
  await sandbox.fault({ operation: 'outreach.discover', kind: 'cut', at: 'after' })
  const discovered = await discover()
  await whenIntent(desk, discovered.id, ['confirmed'])
  const { rows, totals } = await ledger()
  expect(rows.map(({ action, charged, mayComeBack }) => [action, charged, mayComeBack])).toEqual([
    ['discover', null, 0],
    ['findPeople', null, 10],
  ])
  expect(totals[0]).toMatchObject({ spentThisMonth: 0, mayComeBack: 10 })
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 36 })
  // What may have been charged counts towards the budget.
  const quote = await call('outreach.quote', {
    action: 'findPeople',
    brandId,
    prospectIds: (await searchable(4)).slice(2),
  })
  expect(quote).toMatchObject({ credits: 10, passesBudget: true })
  expect((await control.report()).credits.charged).toBe(35)
})

test('connection cut before the service received it: unknown, until a person marks it as not done', async () => {
  const { call, calmDown, searchable, findPeople, ledger, sandbox, control } = await openCreditsDesk()
  await calmDown()
  await sandbox.fault({ operation: 'outreach.findPeople', kind: 'cut', at: 'before' })
  const intent = await findPeople(await searchable(2))
  expect(intent).toMatchObject({ state: 'unknown', counts: { unknown: 2 } })
  expect((await ledger()).rows).toMatchObject([{ charged: null, about: '2 sites searched for people' }])
  await call('intents.resolve', { id: intent.id, as: 'failed' })
  expect((await ledger()).rows).toEqual([])
  expect((await control.report()).credits.charged).toBe(0)
  const asked = (await sandbox.requests()).filter(({ operation }) => operation === 'outreach.findPeople')
  expect(asked).toHaveLength(1)
})

test('reply counts that do not add up are shown on the intent, and sites the reply does not name stay unknown', async () => {
  const { calmDown, searchable, findPeople, ledger, sandbox } = await openCreditsDesk()
  await calmDown()
  const [first = '', second = ''] = await searchable(2)
  const reply = { enqueuedCount: 1, enqueuedProspectIds: [first], skipped: 0, creditsCharged: 5 }
  await sandbox.fault({ operation: 'outreach.findPeople', kind: 'malformed', body: JSON.stringify(reply) })
  const intent = await findPeople([first, second])
  expect(intent.reason).toContain('do not add up')
  expect(intent.items.map(({ label, state }) => [label, state])).toEqual([
    [first, 'confirmed'],
    [second, 'unknown'],
  ])
  expect((await ledger()).rows).toMatchObject([{ charged: 5, mayComeBack: 5 }])
})
