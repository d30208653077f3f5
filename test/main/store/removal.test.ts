import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { insertBrand, listBrands } from '../../../src-main/brands/queries/brands.ts'
import { ingestTracked } from '../../../src-main/rankings/queries/keywords/tracked-keywords.ts'
import { deleteBrand, finishRemovals } from '../../../src-main/store/brand-removal.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { migrate } from '../../../src-main/store/migrate.ts'
import { loadReplySchemas } from '../../../src-main/store/parse-reply.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { tables } from '../../../src-main/tables.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { jsonBody } from '../../support/json-body.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

/** Which of the texts occur in which file of a folder, letter case aside for ASCII. */
const tracesIn = (folder: string, texts: readonly string[]): string[] =>
  filesOf(folder).flatMap((path) => {
    const bytes = readFileSync(path).toString('latin1').toLowerCase()
    const needle = (text: string) => Buffer.from(text, 'utf8').toString('latin1').toLowerCase()
    return texts.filter((text) => bytes.includes(needle(text))).map((text) => `${text} in ${path.slice(folder.length)}`)
  })

const measures = { clicks: 1, impressions: 2, ctr: 0.5, position: 3 }
const coverage = { total: 1, published: 1, generated: 0, planned: 0, unused: 0 }
const counts = { keywordCount: 1, promptCount: 1, trackedPromptCount: 1, trackedKeywordCount: 1 }

/** A template of the brand, a shared draft to one of its people, and a frozen preview of it. */
const compose = async (store: Store, brandId: string, word: string): Promise<void> => {
  const text = { subject: `${word}subject`, body: `${word}body` }
  const common = { kind: 'draft' as const, updatedAtMs: 1 }
  const recipients = [{ brandId, contactId: `${word}contact`, variables: { city: `${word}city` } }]
  await store.write('templates.save', { ...common, ...text, id: `${word}draft`, brandId, name: word, recipients: [] })
  const shared = { ...common, id: randomUUID(), brandId: null, name: 'Shared', subject: '', body: '', recipients }
  await store.write('templates.save', shared)
  await store.write('previews.begin', { id: `${word}preview`, atMs: 1 })
  const person = { contactId: `${word}contact`, name: `${word}person`, email: null, domain: `${word}.test` }
  const row = {
    brandId,
    ...person,
    ...text,
    subjectCharacters: 1,
    bodyCharacters: 1,
    blockers: [],
    warnings: [],
    afterNo: null,
  }
  await store.write('previews.add', { id: `${word}preview`, rows: [row] })
}

/** Marks on a prospect, and a search for people at it that was charged. */
const spend = async (store: Store, brandId: string, word: string): Promise<void> => {
  const prospectId = `${word}prospect`
  const mark = { triage: 'keep' as const, addTags: [`${word}mark`], removeTags: [], note: `${word}remark` }
  await store.write('prospects.mark', { brandId, prospectIds: [prospectId], ...mark })
  await store.write('credits.setBudgets', { brandIds: [brandId], monthlyBudget: 100 })
  const items = [{ batch: 0, label: prospectId, payload: { price: 5, contacts: 0 } }]
  const id = `${word}search`
  const intent = { id, kind: 'findPeople' as const, brandId, details: {}, holdMs: 0, items }
  await store.write('intents.insert', { intents: [intent], atMs: 1 })
  await store.write('intents.apply', { id, event: { type: 'begin', batch: 0 }, atMs: 2 })
  const outcome = { item: 0, state: 'confirmed' as const, reason: null, result: { creditsCharged: 5 } }
  await store.write('intents.apply', { id, event: { type: 'settle', batch: 0, outcomes: [outcome] }, atMs: 3 })
}

/** Permissions, a plan for them, models and an interval, each holding the word. */
const addVisibility = async (store: Store, brandId: string, word: string) => {
  const tool = { label: 'x', description: 'x', group: 'read', default: 'allow', effective: 'allow' } as const
  const tools = [{ name: `${word}tool`, ...tool }]
  const catalog = { brandId: `${word}team`, canManage: true, syncEnabled: false, tools }
  const times = { askedAtMs: 1, fetchedAtMs: 1 }
  await store.write('connectors.save', { brandId, catalog, ...times, ownTools: null })
  const changes = [{ tool: `${word}tool`, from: 'allow', to: 'deny' }] as const
  const brands = [{ brandId, isOrganizationWide: false, changes }]
  for (const isBegun of [false, true]) {
    const planId = crypto.randomUUID()
    await store.write('connectors.savePlan', { id: planId, madeAtMs: 1, dropBeforeMs: 0, restOf: null, brands })
    if (!isBegun) continue
    await store.write('connectors.beginApply', { planId, madeSinceMs: 0, atMs: 2 })
    await store.write('connectors.noteSending', { applyId: planId, brandId, sent: changes })
    const result = { state: 'applied' as const, applied: [...changes], moved: [], error: null }
    await store.write('connectors.endApplyOf', { applyId: planId, brandId, result })
  }
  const models = [{ modelId: `${word}model`, isActive: true, canEnable: true, planId: null }]
  await store.write('visibility.saveModels', { brandId, models, fetchedAtMs: 1 })
  const interval = { planFloor: 1, allowedIntervals: [1], customInterval: null, effectiveInterval: 1, note: word }
  await store.write('visibility.saveInterval', { brandId, interval, fetchedAtMs: 1 })
}

/** A webhook that was received, and forwarded. */
const receive = async (store: Store, brandId: string, word: string) => {
  const read = {
    event: 'article.published',
    slug: `${word}post`,
    title: word,
    status: 'accepted',
    reason: null,
  } as const
  const request = { path: `/hooks/${word}`, headers: [['x-note', word]] as const, body: `{"text":"${word}"}` }
  const deliveries = [{ brandId, receivedAtMs: 1, secretUsed: 'current' as const, bytes: 1, ...read, ...request }]
  const [no] = await store.write('deliveries.insert', { deliveries })
  const forward = { url: `https://${word}.test/`, atMs: 1, status: 500, error: word, attempt: 1, nextTryAtMs: null }
  await store.write('deliveries.saveForward', { id: `d${no}`, forward, afterNo: null })
}

/** A brand with rows in every table, each holding the word. */
const addBrand = async (store: Store, word: string) => {
  const brand = await store.write(
    'brands.insert',
    newBrand(`${word}name`, { teamId: `${word}team`, tags: [`${word}tag`] }),
  )
  const brandId = brand.id
  const common = { brandId, batch: 1, fetchedAtMs: 1 }
  const ranked = Array.from({ length: 200 }, (_, at) => ({
    keyword: `${word}keyword ${at}`,
    ...measures,
    rankedPages: [{ page: `https://${word}page.test/${at}`, ...measures }],
  }))
  const rankings = { ...common, slice: DEFAULT_SLICE }
  await store.write('rankings.ingestWindow', { ...rankings, body: jsonBody({ items: ranked }) })
  await store.write('rankings.ingestDay', { ...rankings, day: '2026-01-01', body: jsonBody({ items: ranked }) })
  await store.write('tracked.ingest', { ...common, body: jsonBody({ items: [{ keyword: `${word}tracked` }] }) })
  const cluster = { id: `${word}cluster`, name: `${word}topic`, createdAt: 'x', ...counts, coverage, leaders: [] }
  const summary = { totalKeywords: 1, trackedPrompts: 1, note: `${word}note` }
  await store.write('clusters.ingest', { ...common, body: jsonBody({ summary, items: [cluster] }) })
  const prospects = { items: [{ id: `${word}prospect`, status: 'new', domain: `${word}.test` }], discoveryStatus: word }
  await store.write('prospects.ingest', { ...common, body: jsonBody(prospects) })
  const contacts = [{ id: `${word}contact`, prospectId: `${word}prospect`, email: `ann@${word}.test` }]
  await store.write('contacts.ingest', { ...common, body: jsonBody({ items: contacts }) })
  const row = { conversationId: `${word}conversation`, prospectEmailId: `${word}contact`, status: 'queued' }
  await store.write('outbox.ingest', { ...common, body: jsonBody({ items: [{ ...row, subject: `${word}subject` }] }) })
  const mailbox = { id: `${word}mailbox`, email: `box@${word}.test` }
  await store.write('mailboxes.ingest', { ...common, body: jsonBody({ items: [mailbox] }) })
  await store.write('outreach.savePace', { brandId, spacingMs: 1000, atMs: 1 })
  const error = { kind: 'service' as const, message: `${word}error` }
  await store.write('freshness.save', [{ brandId, dataset: 'tracked', state: 'failed', error }])
  await store.write('limiter.save', { bucket: 'service:mark outreach.queue', atMs: [1, 2] })
  const details = { provider: 'ghost', status: 'publish' }
  const items = [{ batch: 0, label: `${word}slug`, payload: { note: `${word}payload` } }]
  const intent = { id: `${word}intent`, kind: 'publish' as const, brandId, details, holdMs: 1000, items }
  await store.write('intents.insert', { intents: [intent], atMs: 1 })
  await compose(store, brandId, word)
  await spend(store, brandId, word)
  const basket = [{ keyword: `${word}basket`, state: 'keep' as const, note: `${word}remark` }]
  await store.write('basket.save', { brandId, entries: basket, atMs: 1 })
  const audit = await store.write('audits.begin', { brandId, url: `https://${word}audit.test/`, atMs: 1 })
  const score = { overallScore: 1, totalTests: 1, passedTests: 1, error }
  await store.write('audits.end', { no: audit, outcome: { state: 'failed', ...score } })
  await addVisibility(store, brandId, word)
  await receive(store, brandId, word)
  await store.write('auditSites.save', { brandId, url: `https://${word}site.test/`, remindEveryDays: 1, atMs: 1 })
  return brand
}

test('a removed brand leaves no text in any file; another one stays complete', async () => {
  const { store, home, coreFile } = await tempStore()
  const gone = await addBrand(store, 'zebrafink')
  const kept = await addBrand(store, 'nachtigall')
  await store.write('brands.update', { id: gone.id, patch: { name: 'zebrafinkother' } })
  await store.write('core.backup', { takenAtMs: Date.UTC(2026, 0, 1) })
  await store.write('core.backup', { takenAtMs: Date.UTC(2026, 0, 2) })
  writeFileSync(`${coreFile}.damaged-2026-01-01T000000.000Z`, 'zebrafinkteam')
  writeFileSync(join(home, 'backups', 'core-2025-01-01T000000.000Z.db'), 'zebrafinkteam, but no database')

  // The search finds what is there to be found.
  const words = ['zebrafink', gone.id]
  expect(tracesIn(home, words).length).toBeGreaterThanOrEqual(8)

  expect(await store.write('brands.delete', { id: gone.id })).toEqual({ removed: true })
  expect(tracesIn(home, words)).toEqual([])
  expect(tracesIn(home, ['nachtigallkeyword 7', 'nachtigallteam']).length).toBeGreaterThanOrEqual(3)
  expect(await store.read('brands.list', {})).toEqual([kept])
  expect((await store.read('tracked.list', { brandId: kept.id })).keywords).toEqual(['nachtigalltracked'])
  await expect(store.read('tracked.list', { brandId: gone.id })).rejects.toMatchObject({ kind: 'not-found' })
  await store.close()
  expect(tracesIn(home, words)).toEqual([])
})

test('no table of the cache keeps a row of a removed brand', async () => {
  const { store, cacheFile } = await tempStore()
  const gone = await addBrand(store, 'zebrafink')
  await store.write('brands.delete', { id: gone.id })
  await store.close()
  const cache = new Database(cacheFile, { readonly: true })
  const tables = cache
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'rank_search%'")
    .pluck()
    .all() as string[] // names
  const counts = tables.map((name) => [name, cache.prepare(`SELECT count(*) FROM ${name}`).pluck().get()])
  cache.close()
  expect(counts).toEqual(tables.map((name) => [name, 0]))
  expect(tables).toContain('rank_latest')
})

test('no table of the desk’s own file keeps a row of a removed brand', async () => {
  const { store, coreFile } = await tempStore()
  const gone = await addBrand(store, 'zebrafink')
  const countRows = () => {
    const core = new Database(coreFile, { readonly: true })
    const tables = core
      .prepare(
        `SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND c.name IN ('brand_id', 'intent_no', 'credit_no') GROUP BY t.name ORDER BY t.name`,
      )
      .pluck()
      .all() as string[] // names
    const counts = tables.map((name) => [name, Number(core.prepare(`SELECT count(*) FROM ${name}`).pluck().get())])
    core.close()
    return new Map(counts as [string, number][])
  }
  const filled = countRows()
  for (const table of [
    'intent',
    'intent_item',
    'intent_call',
    'credit',
    'credit_site',
    'credit_budget',
    'prospect_mark',
  ])
    expect([table, filled.get(table)]).toEqual([table, expect.toSatisfy((count: number) => count > 0)])
  await store.write('brands.delete', { id: gone.id })
  // The draft that is shared by all brands stays.
  expect([...countRows()].filter(([, count]) => count > 0)).toEqual([['template', 1]])
})

test('an unknown brand is not found, and nothing is removed', async () => {
  const { store } = await tempStore()
  await addBrand(store, 'nachtigall')
  await expect(store.write('brands.delete', { id: 'brand_none' })).rejects.toMatchObject({ kind: 'not-found' })
  expect(await store.read('brands.list', {})).toHaveLength(1)
})

test('a removal that a crash interrupted is finished at the next start', async () => {
  const home = tempHome()
  const first = await tempStore(home)
  const gone = await addBrand(first.store, 'zebrafink')
  await first.store.write('core.backup', { takenAtMs: 1 })
  await first.store.close()
  // As the files are right after the first step of a removal.
  const core = new Database(home.coreFile)
  core.prepare('DELETE FROM brand WHERE id = ?').run(gone.id)
  core.prepare('INSERT INTO setting (key, value) VALUES (?, ?)').run('brands.removing', JSON.stringify([gone.id]))
  core.close()
  expect(tracesIn(home.home, ['zebrafink']).length).toBeGreaterThanOrEqual(2)

  const second = await tempStore(home)
  expect(tracesIn(home.home, ['zebrafink', gone.id])).toEqual([])
  expect(await second.store.read('settings.get', { key: 'brands.removing' })).toBeNull()
})

test('a removal while a long read locks the cache is finished later', async () => {
  const home = tempHome()
  await loadReplySchemas()
  const { db } = openForWriting(home, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const { id } = insertBrand(db, newBrand('zebrafink'))
  const body = jsonBody({ items: ['zebrafinktracked'] })
  ingestTracked(db, { brandId: id, batch: 1, body, fetchedAtMs: 1 })
  const reader = new Database(home.cacheFile, { readonly: true })
  reader.exec('BEGIN; SELECT count(*) FROM tracked_keyword')
  db.cache.pragma('busy_timeout = 20')
  deleteBrand(db, { id })
  expect(tracesIn(home.home, ['zebrafink']).length).toBeGreaterThan(0)
  expect(listBrands(db, {})).toEqual([])
  reader.close()
  finishRemovals(db)
  expect(tracesIn(home.home, ['zebrafink', id])).toEqual([])
})

test('every table with a brand_no is cleared by a removal', () => {
  const db = new Database(':memory:')
  migrate(db, tables.migrations.cache)
  const cleared = db
    .prepare(
      `SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.name = 'brand_no' ORDER BY t.name`,
    )
    .pluck()
    .all()
  db.close()
  expect(cleared).toEqual([
    'ai_visibility',
    'ai_visibility_day',
    'cause',
    'cause_state',
    'click_sum',
    'cluster',
    'cluster_summary',
    'contact',
    'freshness',
    'impact',
    'impact_state',
    'mailbox',
    'opportunity',
    'opportunity_state',
    'outbox',
    'page_conflict',
    'page_conflict_state',
    'prospect',
    'prospect_status',
    'rank_keyword',
    'rank_slice',
    'rank_url',
    'tracked_keyword',
  ])
})
