// A refund counts back towards the budget once the service reports it, in the month of its charge, and never before.
import { expect, test } from 'vitest'
import { openCreditsDesk } from '../support/credits-desk.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { testAlone } from '../support/team-engine.ts'

type Desk = Awaited<ReturnType<typeof openCreditsDesk>>

/** Searches the sites, lets their searches end, and reads what the service says of them. */
const searchToEnd = async ({ findPeople, control, syncSites }: Desk, prospectIds: string[]) => {
  await findPeople(prospectIds)
  await control.advance(60_000)
  await syncSites()
  await syncSites()
}

const totalOf = async ({ ledger }: Desk) => (await ledger()).totals[0]?.spentThisMonth
const amounts = async ({ ledger }: Desk) =>
  (await ledger()).rows.map(({ charged, refunded, expectedBack }) => [charged, refunded, expectedBack])

test('a predicted refund does not raise the budget; a reported one does', async () => {
  const desk = await openCreditsDesk()
  const { call, brandId, calmDown, searchable, control, syncSites } = desk
  await calmDown()
  const [first = '', second = '', third = ''] = await searchable(3)
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 10 })
  await control.order({ findsNobody: true })
  await searchToEnd(desk, [first, second])
  expect(await amounts(desk)).toEqual([[10, 0, 10]])
  const quote = () => call('outreach.quote', { action: 'findPeople', brandId, prospectIds: [third] })
  expect(await quote()).toMatchObject({ spentThisMonth: 10, passesBudget: true })
  await control.order({ reportsRefunds: true })
  await syncSites()
  expect(await amounts(desk)).toEqual([[10, 10, 0]])
  expect(await quote()).toMatchObject({ spentThisMonth: 0, passesBudget: false })
  await syncSites()
  expect(await totalOf(desk)).toBe(0)
})

test('a refund that is reported with the end of the search counts once its contacts were read, and once alone', async () => {
  const desk = await openCreditsDesk()
  const { calmDown, searchable, control, syncSites } = desk
  await calmDown()
  await control.order({ findsNobody: true, reportsRefunds: true })
  await searchToEnd(desk, await searchable(1))
  expect(await amounts(desk)).toEqual([[5, 5, 0]])
  await syncSites()
  expect(await totalOf(desk)).toBe(0)
})

test('sites that are searched again and again have refunded in the ledger what the service refunded', async () => {
  const desk = await openCreditsDesk({ sandbox: { prospects: 90 } })
  const { calmDown, searchable, control, ledger } = desk
  await calmDown()
  const sites = await searchable(20)
  await control.order({ findsNobody: true, reportsRefunds: true })
  await searchToEnd(desk, sites)
  expect(await amounts(desk)).toEqual([[100, 100, 0]])
  // The site's total stays in the listing while people are found.
  await control.order({ findsNobody: false })
  await searchToEnd(desk, sites)
  const [second = []] = await amounts(desk)
  expect(second[1]).toBeGreaterThan(0)
  expect(second[1]).toBeLessThan(100)
  await control.order({ findsNobody: true })
  await searchToEnd(desk, sites)
  expect(await amounts(desk)).toEqual([[100, 100, 0], second, [100, 100, 0]])
  const { rows } = await ledger()
  expect(rows.reduce((sum, { refunded }) => sum + refunded, 0)).toBe((await control.report()).credits.refunded)
})

test('a refund of a search whose answer was lost frees what it held of the budget', async () => {
  const desk = await openCreditsDesk()
  const { call, brandId, calmDown, searchable, control, sandbox, ledger } = desk
  await calmDown()
  const [first = '', second = ''] = await searchable(2)
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 5 })
  await control.order({ findsNobody: true, reportsRefunds: true })
  await sandbox.fault({ operation: 'outreach.findPeople', kind: 'cut', at: 'after' })
  const { intentId } = await call('outreach.findPeople', { brandId, prospectIds: [first] })
  await expect.poll(async () => (await call('intents.get', { id: intentId })).state).toBe('confirmed')
  const quote = () => call('outreach.quote', { action: 'findPeople', brandId, prospectIds: [second] })
  expect(await quote()).toMatchObject({ underWay: 5, passesBudget: true })
  await control.advance(60_000)
  await desk.syncSites()
  await desk.syncSites()
  expect((await ledger()).rows).toMatchObject([{ charged: null, refunded: 5 }])
  expect(await quote()).toMatchObject({ underWay: 0, passesBudget: false })
})

testAlone('a refund that is reported in the next month does not raise the budget of that month', async () => {
  const clock = createManualClock(Date.UTC(2026, 5, 30, 23, 50))
  const desk = await openCreditsDesk({ sandbox: { now: clock.now }, desk: { clock } })
  const { calmDown, searchable, control, syncSites } = desk
  await calmDown()
  await control.order({ findsNobody: true })
  await searchToEnd(desk, await searchable(1))
  expect(await totalOf(desk)).toBe(5)
  await clock.advance(3_600_000)
  await control.order({ reportsRefunds: true })
  await syncSites()
  expect(await amounts(desk)).toEqual([[5, 5, 0]])
  expect(await totalOf(desk)).toBe(0)
  const { spentThisMonth } = await desk.call('outreach.quote', { action: 'discover', brandId: desk.brandId })
  expect(spentThisMonth).toBe(0)
})
