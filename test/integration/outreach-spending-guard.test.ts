// What is sent costs at most what was accepted, and at most what is left of the budget, whatever the cache says of the sites.
import { expect, test } from 'vitest'
import { openCreditsDesk } from '../support/credits-desk.ts'
import { whenIntent } from '../support/publishing-desk.ts'

/** A desk whose cache says of the first site that it is being searched; at the service its search has ended. */
const openStale = async (): Promise<Awaited<ReturnType<typeof openCreditsDesk>> & { stale: string; open: string }> => {
  const desk = await openCreditsDesk()
  await desk.calmDown()
  const [stale = '', open = ''] = await desk.searchable(2)
  await desk.control.order({ findsNobody: true })
  await desk.findPeople([stale])
  await desk.syncSites()
  await desk.control.advance(60_000)
  return { ...desk, stale, open }
}

type Desk = Awaited<ReturnType<typeof openStale>>
const charged = async ({ control }: Desk) => (await control.report()).credits.charged
const quoteOf = ({ call, brandId }: Desk, prospectIds: string[], searchAnyway = false) =>
  call('outreach.quote', { action: 'findPeople', brandId, prospectIds, searchAnyway })

test('a site that seems to be searched already is not sent, and nothing is charged at an accepted price of 0', async () => {
  const desk = await openStale()
  const { stale, findPeople, ledger } = desk
  expect(await quoteOf(desk, [stale])).toMatchObject({ credits: 0, isNeeded: false, skipped: [{ id: stale }] })
  const { state, items } = await findPeople([stale], { acceptCredits: 0 })
  expect(await charged(desk)).toBe(5)
  expect(state).toBe('failed')
  const reason = 'The service is already searching it for people. It was not sent.'
  expect(items).toMatchObject([{ state: 'skipped', reason }])
  expect((await ledger()).totals).toMatchObject([{ spentThisMonth: 5 }])
})

test('a budget of 5 more is not exceeded by a site that seems to be searched already', async () => {
  const desk = await openStale()
  const { call, brandId, stale, open, findPeople, ledger } = desk
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 10 })
  expect(await quoteOf(desk, [stale, open])).toMatchObject({ credits: 5, passesBudget: false })
  const { items } = await findPeople([stale, open], { acceptCredits: 5 })
  expect(await charged(desk)).toBe(10)
  expect(items.map(({ label, state }) => [label, state])).toEqual([
    [stale, 'skipped'],
    [open, 'confirmed'],
  ])
  expect((await ledger()).totals).toMatchObject([{ spentThisMonth: 10, monthlyBudget: 10 }])
})

test('a site that would be skipped is searched anyway at its full price, within the budget', async () => {
  const desk = await openStale()
  const { call, brandId, stale, findPeople } = desk
  expect(await quoteOf(desk, [stale], true)).toMatchObject({ credits: 5, isNeeded: true, skipped: [] })
  const anyway = { brandId, prospectIds: [stale], searchAnyway: true }
  await expect(call('outreach.findPeople', { ...anyway, acceptCredits: 0 })).rejects.toMatchObject({
    detail: { issues: [{ path: 'acceptCredits', count: 5 }] },
  })
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 9 })
  await expect(call('outreach.findPeople', anyway)).rejects.toMatchObject({ detail: { issues: [{ code: 'budget' }] } })
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 10 })
  expect((await findPeople([stale], { searchAnyway: true, acceptCredits: 5 })).state).toBe('confirmed')
  expect(await charged(desk)).toBe(10)
})

test('a retry is priced at what it sends, although one of its sites seems to be searched by now', async () => {
  const desk = await openCreditsDesk()
  const { call, brandId, calmDown, searchable, findPeople, syncSites, control, ledger } = desk
  await calmDown()
  const [first = '', second = ''] = await searchable(2)
  await control.order({ credits: 4 })
  const refused = await findPeople([first, second])
  await control.order({ credits: 1_000 })
  await findPeople([first])
  await syncSites()
  await control.advance(60_000)
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 10 })
  await expect(call('intents.resolve', { id: refused.id, as: 'retry' })).rejects.toMatchObject({
    kind: 'conflict',
    detail: { issues: [{ code: 'budget' }] },
  })
  expect((await control.report()).credits.charged).toBe(5)
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 15 })
  const { newIntentId } = await call('intents.resolve', { id: refused.id, as: 'retry' })
  await call('intents.releaseNow', { id: newIntentId ?? '' })
  await whenIntent(desk, newIntentId ?? '')
  expect((await ledger()).totals).toMatchObject([{ spentThisMonth: 15 }])
})

test('a retry and a new search at the same time share one budget', async () => {
  const desk = await openCreditsDesk()
  const { call, brandId, calmDown, searchable, findPeople, control } = desk
  await calmDown()
  const [first = '', second = ''] = await searchable(2)
  await control.order({ credits: 4 })
  const { id } = await findPeople([first])
  await control.order({ credits: 1_000 })
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 5 })
  const orders = await Promise.allSettled([
    call('intents.resolve', { id, as: 'retry' }),
    call('outreach.findPeople', { brandId, prospectIds: [second], holdSeconds: 3_600 }),
  ])
  expect(orders.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a discovery that seems to run is accepted and budgeted at 25 credits, and costs nothing if it does run', async () => {
  const desk = await openCreditsDesk()
  const { call, brandId, calmDown, syncSites, discover, control } = desk
  await calmDown()
  await discover()
  await syncSites()
  const quote = await call('outreach.quote', { action: 'discover', brandId })
  expect(quote).toMatchObject({ credits: 25, isNeeded: false })
  await expect(call('outreach.discover', { brandId, acceptCredits: 0 })).rejects.toMatchObject({
    detail: { issues: [{ path: 'acceptCredits', count: 25 }] },
  })
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 49 })
  await expect(call('outreach.discover', { brandId, acceptCredits: 25 })).rejects.toMatchObject({
    detail: { issues: [{ code: 'budget' }] },
  })
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 50 })
  const { items } = await discover({ acceptCredits: 25 })
  expect(items[0]?.result).toMatchObject({ creditsCharged: 0, alreadyRunning: true })
  expect((await control.report()).credits.charged).toBe(25)
})

test('a charge above the accepted price is kept in the ledger and named in the result', async () => {
  const desk = await openCreditsDesk()
  const { calmDown, searchable, findPeople, discover, ledger, sandbox } = desk
  await calmDown()
  const [site = ''] = await searchable(1)
  const reply = { enqueuedCount: 1, enqueuedProspectIds: [site], skipped: 0, creditsCharged: 8 }
  await sandbox.fault({ operation: 'outreach.findPeople', kind: 'malformed', body: JSON.stringify(reply) })
  const searched = await findPeople([site], { acceptCredits: 5 })
  expect(searched).toMatchObject({
    state: 'confirmed',
    reason: 'The service charged 8 credits; at most 5 were accepted.',
  })
  const running = { status: 'running', creditsCharged: 40, alreadyRunning: false }
  await sandbox.fault({ operation: 'outreach.discover', kind: 'malformed', body: JSON.stringify(running) })
  const discovered = await discover({ acceptCredits: 25 })
  expect(discovered.reason).toBe('The service charged 40 credits; at most 25 were accepted.')
  const { rows, totals } = await ledger()
  expect(rows.map(({ charged: amount, accepted }) => [amount, accepted])).toEqual([
    [40, 25],
    [8, 5],
  ])
  expect(totals).toMatchObject([{ spentThisMonth: 48 }])
})
