// Rows may get numbers of 15 digits: made of the time, they do not meet those of another desk. Every id that is made of
// such a number leads back to its row.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { calls } from '../../../src-shared/desk/contract.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const LARGE = 777_777_777_777_000
const NUMBERED = ['brand', 'intent', 'intent_call', 'article', 'credit', 'audit', 'connector_version', 'suppression']

/** A desk whose next numbers are large. */
const openLarge = async () => {
  const home = { ...tempHome(), deskNo: 9999 }
  const { store } = await tempStore(home)
  await store.close()
  const core = new Database(home.coreFile)
  core.exec("DELETE FROM sqlite_sequence WHERE name <> 'delivery'")
  const set = core.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
  for (const name of NUMBERED) set.run(name, LARGE)
  core.close()
  const opened = await tempStore(home)
  const { id: brandId } = await opened.store.write('brands.insert', newBrand('Acme'))
  return { ...opened, brandId }
}

test('an article of a large number is found by its id', async () => {
  const { store, brandId } = await openLarge()
  const details = { provider: 'ghost', status: 'publish' }
  const items = [{ batch: 0, label: 'tea', payload: {} }]
  const intent = { id: 'intent_1', kind: 'schedule' as const, brandId, details, holdMs: 0, items }
  await store.write('intents.insert', { intents: [intent], atMs: 1 })
  await store.write('intents.apply', { id: 'intent_1', event: { type: 'begin', batch: 0 }, atMs: 2 })
  const outcome = { item: 0, state: 'confirmed' as const, reason: null, result: {} }
  await store.write('intents.apply', {
    id: 'intent_1',
    event: { type: 'settle', batch: 0, outcomes: [outcome] },
    atMs: 3,
  })
  expect(await store.read('intents.get', { id: 'intent_1' })).toMatchObject({
    state: 'confirmed',
    items: [{ label: 'tea' }],
  })
  const [entry] = await store.read('articles.calendar', { brandIds: 'all', fromMs: 0, untilMs: 1e13, nowMs: 4 })
  expect(entry?.id).toBe(`article_${LARGE + 1}`)
  const input = { entryId: entry?.id ?? '', isOut: true }
  expect(calls['publishing.settle'].input.parse(input)).toEqual(input)
  expect(await store.read('articles.entry', { no: LARGE + 1, nowMs: 4 })).toMatchObject({ id: entry?.id })
})

test('an audit, a charge, a version and a delivery of large numbers are found by their ids', async () => {
  const { store, brandId } = await openLarge()
  const no = await store.write('audits.begin', { brandId, url: 'https://acme.com/', atMs: 1 })
  const scores = { overallScore: 1, totalTests: 1, passedTests: 1, error: null }
  await store.write('audits.saveReply', { no, brandId, reply: '{"a":1}' })
  expect(await store.write('audits.end', { no, outcome: { state: 'done', ...scores } })).toMatchObject({
    id: `a${LARGE + 1}`,
  })
  expect(calls['research.auditParts'].input.parse({ id: `a${no}` })).toEqual({ id: `a${no}` })
  expect(await store.read('audits.reply', { no })).toMatchObject({ reply: { a: 1 } })

  const tools = [
    { name: 'search', label: 'x', description: 'x', group: 'read', default: 'allow', effective: 'deny' },
  ] as const
  const catalog = { brandId: 'team', canManage: true, syncEnabled: false, tools: [...tools] }
  await store.write('connectors.save', { brandId, catalog, askedAtMs: 1, fetchedAtMs: 1, ownTools: null })
  const [version] = await store.read('connectors.versions', { brandId, limit: 1 })
  expect(version?.versionId).toBe(String(LARGE + 1))
  expect(await store.read('connectors.version', { versionId: version?.versionId ?? '' })).toMatchObject({ brandId })

  const items = [{ batch: 0, label: 'prospect', payload: { price: 5, contacts: 0 } }]
  const search = { id: 'search', kind: 'findPeople' as const, brandId, details: {}, holdMs: 0, items }
  await store.write('intents.insert', { intents: [search], atMs: 1 })
  await store.write('intents.apply', { id: 'search', event: { type: 'begin', batch: 0 }, atMs: 2 })
  const found = { item: 0, state: 'confirmed' as const, reason: null, result: { creditsCharged: 5 } }
  await store.write('intents.apply', { id: 'search', event: { type: 'settle', batch: 0, outcomes: [found] }, atMs: 3 })
  const ledger = await store.read('credits.page', calls['outreach.ledger'].input.parse({}))
  expect(ledger.rows).toMatchObject([{ id: `credit_${LARGE + 1}`, intentId: 'search' }])

  const delivery = { brandId, receivedAtMs: 1, event: null, slug: null, title: null, status: 'accepted' as const }
  const request = { reason: null, secretUsed: 'current' as const, bytes: 2, path: '/hooks', headers: [], body: '{}' }
  const [deliveryNo] = await store.write('deliveries.insert', { deliveries: [{ ...delivery, ...request }] })
  expect(deliveryNo).toBe(999_900_000_000_001)
  expect(await store.read('deliveries.get', { id: `d${deliveryNo}` })).toMatchObject({ content: { path: '/hooks' } })
})
