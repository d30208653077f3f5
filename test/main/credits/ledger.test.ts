import { expect, test } from 'vitest'
import { createCreditHandlers } from '../../../src-main/credits/calls.ts'
import { createQuotes } from '../../../src-main/credits/quote.ts'
import type { ItemOutcome } from '../../../src-main/journal/rules/model.ts'
import { callHandler } from '../../support/call-handler.ts'
import { tempLists } from '../../support/desk-lists.ts'
import { jsonBody } from '../../support/json-body.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const NOW_MS = Date.UTC(2026, 5, 15, 12)
const MAY_31_MS = Date.UTC(2026, 4, 31, 23, 59, 59)
const JUNE_1_MS = Date.UTC(2026, 5, 1)

type Spent = { readonly atMs: number; readonly outcomes?: readonly Omit<ItemOutcome, 'item' | 'reason'>[] }

const openLedger = async () => {
  const { store, ids } = await tempLists('One', 'Two')
  const [one = '', two = ''] = ids
  const quotes = createQuotes({ store, clock: createManualClock(NOW_MS) })
  const book = { resolve: (brandIds: 'all' | readonly string[]) => (brandIds === 'all' ? ids : [...brandIds]) }
  const handlers = createCreditHandlers({ store, book, emit: () => undefined, quotes })
  let made = 0
  /** A search for people at two sites, answered with these outcomes; without any it is still on its way. */
  const search = async (brandId: string, { atMs, outcomes }: Spent): Promise<string> => {
    made += 1
    const id = `intent_${made}`
    const items = ['a', 'b'].map((label) => ({ batch: 0, label, payload: { price: 5, contacts: 0 } }))
    const intent = { id, kind: 'findPeople' as const, brandId, details: {}, holdMs: 0, items }
    await store.write('intents.insert', { intents: [intent], atMs })
    await store.write('intents.apply', { id, event: { type: 'begin', batch: 0 }, atMs })
    if (outcomes === undefined) return id
    const settled = outcomes.map((outcome, item) => ({ item, reason: null, ...outcome }))
    await store.write('intents.apply', { id, event: { type: 'settle', batch: 0, outcomes: settled }, atMs })
    return id
  }
  return { store, handlers, quotes, search, one, two }
}

const charged = (creditsCharged: number) => ({ state: 'confirmed' as const, result: { creditsCharged } })
const skipped = { state: 'skipped' as const, result: {} }
const unknown = { state: 'unknown' as const, result: {} }

test('a month begins at its first moment in UTC; rows are newest first, totals per brand', async () => {
  const { handlers, search, one, two } = await openLedger()
  await search(one, { atMs: MAY_31_MS, outcomes: [charged(5), charged(5)] })
  await search(one, { atMs: JUNE_1_MS, outcomes: [charged(5), skipped] })
  await search(two, { atMs: NOW_MS, outcomes: [charged(4), charged(3)] })
  const page = await callHandler(handlers, 'outreach.ledger', { limit: 2 })
  expect(page.total).toBe(3)
  expect(page.rows.map(({ brandId, charged: amount, about }) => [brandId, amount, about])).toEqual([
    [two, 7, '2 sites searched for people'],
    [one, 5, '1 site searched for people'],
  ])
  const rest = await callHandler(handlers, 'outreach.ledger', { limit: 2, cursor: page.nextCursor })
  expect(rest.rows.map(({ at, charged: amount }) => [at, amount])).toEqual([[new Date(MAY_31_MS).toISOString(), 10]])
  expect(page.totals).toEqual([
    { brandId: one, spentThisMonth: 5, mayComeBack: 15, monthlyBudget: null, underWay: 0 },
    { brandId: two, spentThisMonth: 7, mayComeBack: 7, monthlyBudget: null, underWay: 0 },
  ])
})

test('a running search counts without a row; one with only skipped sites never has a row', async () => {
  const { handlers, quotes, search, one } = await openLedger()
  await search(one, { atMs: MAY_31_MS })
  await search(one, { atMs: NOW_MS, outcomes: [skipped, skipped] })
  expect(await callHandler(handlers, 'outreach.ledger', {})).toMatchObject({ rows: [], total: 0 })
  expect(await quotes.totalsOf([one])).toMatchObject([{ spentThisMonth: 0, underWay: 10 }])
})

test('a price says what running searches may still take of the budget, where there is one and one runs', async () => {
  const { handlers, quotes, search, one, two } = await openLedger()
  const quoteOf = async (brandId: string) => (await quotes.of({ action: 'discover', brandId })).quote
  const alone = (await quoteOf(one)).explanation
  expect(alone).not.toContain('budget')
  await search(one, { atMs: NOW_MS })
  expect(await quoteOf(one)).toMatchObject({ explanation: alone, passesBudget: false })
  await callHandler(handlers, 'outreach.setBudget', { brandIds: [one, two], monthlyBudget: 30 })
  expect(await quoteOf(one)).toMatchObject({
    explanation: `${alone} Up to 10 credits of running actions also count towards the budget.`,
    ...{ underWay: 10, monthlyBudget: 30, passesBudget: true },
  })
  expect((await quoteOf(two)).explanation).toBe(alone)
})

test('a lost reply is a row without an amount, until a person decides its result', async () => {
  const { store, handlers, quotes, search, one } = await openLedger()
  const id = await search(one, { atMs: NOW_MS, outcomes: [unknown, unknown] })
  const rows = async () =>
    (await callHandler(handlers, 'outreach.ledger', {})).rows.map(({ charged: amount, mayComeBack, about }) => {
      return [amount, mayComeBack, about]
    })
  expect(await rows()).toEqual([[null, 0, '2 sites searched for people']])
  expect(await quotes.totalsOf([one])).toMatchObject([{ spentThisMonth: 0, underWay: 10 }])
  const decide = (item: number, state: 'confirmed' | 'failed') =>
    store.write('intents.apply', {
      id,
      event: { type: 'decide', outcomes: [{ item, state, reason: null, result: {} }] },
      atMs: NOW_MS + 1,
    })
  await decide(0, 'confirmed')
  expect(await rows()).toEqual([[null, 5, '2 sites searched for people']])
  await decide(1, 'failed')
  expect(await rows()).toEqual([[null, 5, '1 site searched for people']])
})

/** A search of one site that the service accepted at 100, and what is watched of it. */
const openSearch = async () => {
  const { store, ids, ingest } = await tempLists('One')
  const [one = ''] = ids
  const items = [{ batch: 0, label: 'a', payload: { price: 5, contacts: 0 } }]
  const intent = { id: 'i', kind: 'findPeople' as const, brandId: one, details: {}, holdMs: 0, items }
  await store.write('intents.insert', { intents: [intent], atMs: 100 })
  await store.write('intents.apply', { id: 'i', event: { type: 'begin', batch: 0 }, atMs: 100 })
  const outcomes = [{ item: 0, reason: null, ...charged(5) }]
  await store.write('intents.apply', { id: 'i', event: { type: 'settle', batch: 0, outcomes }, atMs: 100 })
  const watch = async () => {
    const [now] = await store.read('outreach.watch', { brandIds: [one] })
    return [now?.searching, now?.ended, now?.isActNewer]
  }
  return { store, one, ingest, watch }
}
const site = (status: string) => ({ items: [{ id: 'a', status }] })

test('what a listing says of a search is said again by the next one, if a crash came before it was stored', async () => {
  const { store, one, ingest, watch } = await openSearch()
  const page = { brandId: one, batch: 101, body: jsonBody(site('people_found')), fetchedAtMs: 1 }
  expect((await store.write('prospects.ingest', page)).sites).toMatchObject([{ from: 'searching', to: 'ended' }])
  expect(await watch()).toEqual([1, 0, false])
  await ingest('prospects', one, site('people_found'), 102)
  expect(await watch()).toEqual([0, 1, false])
})

test('a site whose search was judged meanwhile keeps its result', async () => {
  const { store, one, ingest, watch } = await openSearch()
  const page = { brandId: one, batch: 101, body: jsonBody(site('people_found')), fetchedAtMs: 1 }
  const { sites } = await store.write('prospects.ingest', page)
  await ingest('prospects', one, site('people_found'), 102)
  await ingest('contacts', one, { items: [] }, 103)
  await store.write('credits.saveSites', { sites, atMs: 104 })
  expect(await watch()).toEqual([0, 0, false])
})

test('a listing requested before the search is not its result', async () => {
  const { one, ingest, watch } = await openSearch()
  await ingest('prospects', one, site('new'), 99)
  expect(await watch()).toEqual([1, 0, true])
  await ingest('prospects', one, site('finding_people'), 101)
  expect(await watch()).toEqual([1, 0, false])
  await ingest('prospects', one, site('people_found'), 102)
  expect(await watch()).toEqual([0, 1, false])
  await ingest('contacts', one, { items: [{ id: 'c', prospectId: 'a' }] }, 103)
  expect(await watch()).toEqual([0, 0, false])
})
