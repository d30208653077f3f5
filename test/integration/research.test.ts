import { expect, test } from 'vitest'
import type { ReopeningOptions } from '../../src-main/reopening.ts'
import type { SandboxOptions } from '../../src-sandbox/server.ts'
import { openTestDesk, type TestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const LIMITS = { requestsPerMinute: 100_000 }

const openResearchDesk = async (
  brands: number,
  { sandbox: more, desk: options }: { sandbox?: SandboxOptions; desk?: Partial<ReopeningOptions> } = {},
) => {
  const sandbox = await openSandbox({ brands, keywords: 40, days: 3, profile: { limits: LIMITS }, ...more })
  const desk = await openTestDesk(options)
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl, limits: LIMITS })
  await desk.call('desk.setSettings', { historyDays: 1 })
  const { results } = await desk.call('brands.addMany', {
    rows: sandbox.brands.map(({ name, key }) => ({ name, key })),
    sessionOnly: true,
  })
  const ids = results.map(({ brand }) => brand?.id ?? '')
  const asked = async (operation: string) =>
    (await sandbox.requests()).filter((request) => request.operation === operation).length
  return { ...desk, sandbox, ids, brandId: ids[0] ?? '', asked }
}

const auditAll = async ({ call, next }: TestDesk, brandIds: string[]) => {
  const ended = next('research.auditProgress', ({ endedAt }) => endedAt !== null)
  const run = await call('research.auditMany', { brandIds })
  return { run, ended: await ended }
}

test('suggestions for five brands mark tracked and ranking keywords; one brand fails alone', async () => {
  const { call, sync, ids, sandbox } = await openResearchDesk(5)
  await sync({ datasets: ['rankings', 'tracked'] })
  await sandbox.fault({ operation: 'keywords.suggest', kind: 'status', status: 403, teamId: sandbox.teamOf(3) })
  const replies = await Promise.allSettled(ids.map((brandId) => call('research.suggest', { brandId })))
  expect(replies.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  for (const reply of replies) {
    if (reply.status === 'rejected') {
      expect(reply.reason).toMatchObject({ kind: 'forbidden', detail: { serviceText: 'fault on demand: 403' } })
      continue
    }
    const { suggestions } = reply.value
    expect(suggestions).toHaveLength(10)
    expect(suggestions.some(({ isTracked, position }) => isTracked || position !== null)).toBe(true)
    expect(suggestions.every(({ basket }) => basket === null)).toBe(true)
  }
})

test('a description replaces the website; keywords in the basket are marked', async () => {
  const { call, brandId, sandbox } = await openResearchDesk(1)
  const asked = { brandId, description: 'Loose leaf tea and tea pots', audience: ['Hotels', 'small offices'] }
  const first = await call('research.suggest', asked)
  expect(first.suggestions.some(({ keyword }) => keyword.includes('tea'))).toBe(true)
  expect(first.suggestions.some(({ keyword }) => keyword.includes('hotels'))).toBe(true)
  const [one, two] = first.suggestions.map(({ keyword }) => keyword)
  await call('research.saveBasket', {
    brandId,
    entries: [
      { keyword: one ?? '', state: 'keep' },
      { keyword: two?.toUpperCase() ?? '', state: 'drop' },
    ],
  })
  const again = await call('research.suggest', { ...asked, websiteUrl: 'https://something-else.com/' })
  expect(again.suggestions.length).toBeGreaterThan(0)
  const same = await call('research.suggest', asked)
  expect(same.suggestions.map(({ basket }) => basket).slice(0, 3)).toEqual(['keep', 'drop', null])
  const [request] = (await sandbox.requests()).filter(({ operation }) => operation === 'keywords.suggest')
  expect(request?.query).toMatchObject({ description: asked.description })
  await expect(call('research.suggest', { brandId, websiteUrl: 'ftp://x.com' })).rejects.toMatchObject({
    kind: 'invalid',
  })
})

test('two spellings of one keyword are one suggestion', async () => {
  const { call, brandId, sandbox } = await openResearchDesk(1)
  const body = '{"keywords":["SEO Audit","seo audit","b"]}'
  await sandbox.fault({ operation: 'keywords.suggest', kind: 'malformed', body })
  const { suggestions } = await call('research.suggest', { brandId })
  expect(suggestions.map(({ keyword }) => keyword)).toEqual(['SEO Audit', 'b'])
})

test.each(['https://user:secret@example.com/', 'http://127.0.0.1/', 'https://localhost/', 'http://[::1]/'])(
  '%s is refused as a website, and nothing is sent',
  async (websiteUrl) => {
    const { call, brandId, asked } = await openResearchDesk(1)
    await expect(call('research.suggest', { brandId, websiteUrl })).rejects.toMatchObject({ kind: 'invalid' })
    expect(await asked('keywords.suggest')).toBe(0)
  },
)

test('audits of five brands go on after one fails, and the history lists each', async () => {
  const desk = await openResearchDesk(5)
  const { call, sync, ids, sandbox } = desk
  await sync({ datasets: ['rankings'] })
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'status', status: 403, teamId: sandbox.teamOf(2) })
  const { run, ended } = await auditAll(desk, ids)
  expect(run).toMatchObject({ total: 5, done: 0, failed: 0, endedAt: null })
  expect(ended).toMatchObject({ runId: run.runId, total: 5, done: 4, failed: 1 })
  const page = await call('research.audits', {})
  expect(page).toMatchObject({ total: 5, nextCursor: null, run: ended })
  const of = (place: number) => page.rows.find(({ brandId }) => brandId === ids[place])
  expect(of(2)).toMatchObject({
    state: 'failed',
    overallScore: null,
    error: { kind: 'forbidden', message: expect.stringContaining(sandbox.brands[2]?.name ?? '?') },
  })
  for (const place of [0, 1, 3, 4]) {
    expect(of(place)).toMatchObject({ state: 'done', error: null, scoreChange: null })
    expect(of(place)?.url).toMatch(/^https:\/\/www\.[a-z]+\.[a-z]+\/$/)
    expect(of(place)?.passedTests).toBeLessThanOrEqual(of(place)?.totalTests ?? 0)
  }
  const { sites } = await call('research.auditSites', {})
  const siteOf = (place: number) => sites.find(({ brandId }) => brandId === ids[place])
  for (const place of ids.keys())
    expect(siteOf(place)).toMatchObject({ isGuessed: true, last: { state: place === 2 ? 'failed' : 'done' } })
})

test('a score is compared with the previous score of the same site, past failed audits', async () => {
  const { call, brandId, sandbox } = await openResearchDesk(1)
  const clock = (advanceMs: number) =>
    fetch(`${sandbox.controlUrl}/clock`, { method: 'POST', body: JSON.stringify({ advanceMs }) })
  const first = await call('research.audit', { brandId, url: 'Example.com' })
  expect(first).toMatchObject({ url: 'https://example.com/', state: 'done', scoreChange: null })
  const other = await call('research.audit', { brandId, url: 'example.com/other' })
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'status', status: 404 })
  const failed = await call('research.audit', { brandId, url: 'example.com' })
  expect(failed).toMatchObject({ state: 'failed', scoreChange: null, error: { kind: 'not-found' } })
  await clock(40 * 86_400_000)
  const later = await call('research.audit', { brandId, url: 'https://example.com/' })
  expect(later.scoreChange).toBeCloseTo((later.overallScore ?? 0) - (first.overallScore ?? 0), 5)
  const { rows } = await call('research.audits', { search: 'OTHER' })
  expect(rows.map(({ url }) => url)).toEqual(['https://example.com/other'])
  const half = await call('research.audits', { limit: 2 })
  const rest = await call('research.audits', { limit: 2, cursor: half.nextCursor })
  expect([...half.rows, ...rest.rows].map(({ id }) => id)).toEqual([later, failed, other, first].map(({ id }) => id))
})

test('an invalid site is refused before anything is sent', async () => {
  const desk = await openResearchDesk(2)
  const { call, brandId, ids, asked } = desk
  for (const url of ['localhost', 'not a site', 'javascript:alert(1)', 'https://u:p@example.com']) {
    await expect(call('research.audit', { brandId, url })).rejects.toMatchObject({ kind: 'invalid' })
    await expect(call('research.setAuditSite', { brandId, url })).rejects.toMatchObject({ kind: 'invalid' })
  }
  await expect(call('research.audit', { brandId })).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('no site'),
  })
  expect(await asked('websiteAudit.run')).toBe(0)
  expect((await call('research.audits', {})).total).toBe(0)
  await call('research.setAuditSite', { brandId, url: 'example.com', remindEveryDays: 7 })
  const { ended } = await auditAll(desk, ids)
  expect(ended).toMatchObject({ done: 1, failed: 1 })
  const rows = (await call('research.audits', {})).rows.map(({ state, url, error }) => [state, url, error?.kind])
  expect(rows).toContainEqual(['failed', '', 'invalid'])
  expect(rows).toContainEqual(['done', 'https://example.com/', undefined])
})

test.each(['after', 'mid-reply'] as const)(
  'a connection cut %s the audit leaves it unknown, and it is not repeated',
  async (at) => {
    const { call, brandId, sandbox, asked } = await openResearchDesk(1)
    await sandbox.fault({ operation: 'websiteAudit.run', kind: 'cut', at })
    const audit = await call('research.audit', { brandId, url: 'example.com' })
    expect(audit).toMatchObject({ state: 'unknown', overallScore: null, error: { kind: 'unknown-outcome' } })
    expect(await asked('websiteAudit.run')).toBe(1)
    // In a team PostgreSQL signs the row after the audit has answered.
    const listed = (await call('research.audits', {})).rows.map((row) => ({ ...row, changedAt: audit.changedAt }))
    expect(listed).toEqual([audit])
  },
)

test('an audit cut off by the end of the desk is unknown at the next start', async () => {
  const { call, brandId, sandbox, asked, close, home } = await openResearchDesk(1)
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'hold' })
  const audit = call('research.audit', { brandId, url: 'example.com' })
  await expect.poll(() => asked('websiteAudit.run')).toBe(1)
  await close()
  expect(await audit).toMatchObject({ state: 'unknown' })
  const again = await openTestDesk({ home })
  expect((await again.call('research.audits', {})).rows).toMatchObject([
    { state: 'unknown', url: 'https://example.com/' },
  ])
  expect(await asked('websiteAudit.run')).toBe(1)
})

test('a site that is being audited is not audited a second time at once', async () => {
  const { call, brandId, sandbox, asked } = await openResearchDesk(1)
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'hold' })
  const first = call('research.audit', { brandId, url: 'example.com' })
  const beside = call('research.audit', { brandId, url: 'https://example.com/#top' })
  await expect(beside).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('example.com') })
  await expect.poll(() => asked('websiteAudit.run')).toBe(1)
  await sandbox.release()
  expect(await first).toMatchObject({ state: 'done' })
  expect(await asked('websiteAudit.run')).toBe(1)
  expect((await call('research.audits', {})).total).toBe(1)
  expect(await call('research.audit', { brandId, url: 'example.com' })).toMatchObject({ state: 'done' })
})

test('a run over many sites reports one that is being audited already, and goes on', async () => {
  const desk = await openResearchDesk(2)
  const { call, ids, brandId, sandbox, asked } = desk
  for (const id of ids) await call('research.setAuditSite', { brandId: id, url: 'example.com' })
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'hold', teamId: sandbox.teamOf(0) })
  const first = call('research.audit', { brandId })
  await expect.poll(() => asked('websiteAudit.run')).toBe(1)
  const { ended } = await auditAll(desk, ids)
  expect(ended).toMatchObject({ done: 1, failed: 1 })
  await sandbox.release()
  expect(await first).toMatchObject({ state: 'done' })
  const rows = (await call('research.audits', {})).rows.filter((row) => row.brandId === brandId)
  expect(rows.map(({ state, error }) => [state, error?.kind])).toContainEqual(['failed', 'conflict'])
  expect(await asked('websiteAudit.run')).toBe(2)
})

test('a cancelled run finishes its running audits and starts no more; one run at a time', async () => {
  const desk = await openResearchDesk(8)
  const { call, next, ids, sandbox, asked } = desk
  for (const [index, brandId] of ids.entries())
    await call('research.setAuditSite', { brandId, url: `site-${index}.com` })
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'hold', times: 8 })
  const ended = next('research.auditProgress', ({ endedAt }) => endedAt !== null)
  const each = [1, 2, 3].map((count) =>
    next('research.auditProgress', ({ endedAt, done }) => endedAt === null && done === count),
  )
  const run = await call('research.auditMany', { brandIds: ids })
  await expect(call('research.auditMany', { brandIds: ids })).rejects.toMatchObject({ kind: 'conflict' })
  await expect.poll(() => asked('websiteAudit.run')).toBe(3)
  await call('research.cancelAudits', { runId: run.runId })
  await sandbox.release()
  await Promise.all(each)
  expect(await ended).toMatchObject({ done: 3, failed: 0, total: 8 })
  expect(await asked('websiteAudit.run')).toBe(3)
  expect((await call('research.audits', {})).total).toBe(3)
  await expect(call('research.cancelAudits', { runId: 'none' })).rejects.toMatchObject({ kind: 'not-found' })
})

test('an audit that waits for the rate limit is cancelled without having been run', async () => {
  const desk = await openResearchDesk(1)
  const { call, next, ids, brandId, sandbox, asked } = desk
  await call('research.setAuditSite', { brandId, url: 'example.com' })
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'status', status: 429, retryAfterSeconds: 50 })
  const waits = next('limiter.waiting', ({ operation }) => operation === 'websiteAudit.run')
  const ended = next('research.auditProgress', ({ endedAt }) => endedAt !== null)
  const run = await call('research.auditMany', { brandIds: ids })
  await waits
  await call('research.cancelAudits', { runId: run.runId })
  await ended
  expect((await call('research.audits', {})).rows).toMatchObject([{ state: 'failed', error: { kind: 'cancelled' } }])
  expect(await asked('websiteAudit.run')).toBe(1)
})

test('a brand’s site is set, and cleared back to the site of its rankings', async () => {
  const { call, sync, brandId } = await openResearchDesk(1)
  expect(await call('research.setAuditSite', { brandId, remindEveryDays: 30 })).toMatchObject({
    url: null,
    isGuessed: false,
    remindEveryDays: 30,
    isDue: false,
  })
  await sync({ datasets: ['rankings'] })
  const guessed = await call('research.auditSites', {})
  expect(guessed.sites).toMatchObject([{ isGuessed: true, remindEveryDays: 30 }])
  expect(await call('research.setAuditSite', { brandId, url: 'tea.example.com/shop' })).toMatchObject({
    url: 'https://tea.example.com/shop',
    isGuessed: false,
    remindEveryDays: 30,
  })
  const cleared = await call('research.setAuditSite', { brandId, url: null, remindEveryDays: null })
  expect(cleared).toMatchObject({ url: guessed.sites[0]?.url, isGuessed: true, remindEveryDays: null })
})

test('a brand that is removed while its audit runs leaves no audit', async () => {
  const { call, brandId, sandbox, asked } = await openResearchDesk(2)
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'hold' })
  const audit = call('research.audit', { brandId, url: 'example.com' }).catch((error: unknown) => error)
  await expect.poll(() => asked('websiteAudit.run')).toBe(1)
  await call('brands.remove', { brandId })
  await sandbox.release()
  expect(await audit).toMatchObject({ kind: 'not-found' })
  expect((await call('research.audits', {})).total).toBe(0)
})

test('an audit keeps whatever its reply holds: failed tests by name, other scores, and what changed', async () => {
  const { call, brandId, sandbox } = await openResearchDesk(1)
  const site = 'https://audited.com/'
  const reply = (title: boolean, speed: number) => ({
    url: site,
    seoAudit: {
      overallScore: 80,
      totalTests: 3,
      passedTests: title ? 3 : 2,
      tests: [
        { name: 'Title tag', passed: title, message: title ? 'Fine' : 'The page has no title' },
        { name: 'Robots file', passed: true },
      ],
      categories: { pageSpeed: { score: speed, checks: { largestImage: { status: 'pass' } } } },
    },
    engine: 'v7',
  })
  const audit = async (body: object) => {
    await sandbox.fault({ operation: 'websiteAudit.run', kind: 'malformed', body: JSON.stringify(body) })
    return call('research.audit', { brandId, url: site })
  }
  await audit(reply(true, 90))
  const { id } = await audit(reply(false, 84.5))
  expect(await call('research.auditParts', { id })).toEqual({
    isKept: true,
    tests: [
      { name: 'Title tag', isPassed: false, detail: 'The page has no title', wasPassed: true },
      { name: 'Robots file', isPassed: true, detail: null, wasPassed: true },
      { name: 'Largest image', isPassed: true, detail: null, wasPassed: true },
    ],
    facts: [
      { name: 'Categories · Page speed · Score', value: 84.5, change: -5.5 },
      { name: 'Engine', value: 'v7', change: null },
    ],
  })
  // The totals alone: there is nothing else to show.
  const plain = await audit({ url: site, seoAudit: { overallScore: 80, totalTests: 3, passedTests: 2 } })
  expect(await call('research.auditParts', { id: plain.id })).toEqual({ isKept: true, tests: [], facts: [] })
  await expect(call('research.auditParts', { id: 'a999' })).rejects.toMatchObject({ kind: 'not-found' })
})

test('an audit has all tests and the passed ones of its reply, wherever it is listed', async () => {
  const { call, brandId, sandbox } = await openResearchDesk(1)
  const counts = { overallScore: 66, totalTests: 47, passedTests: 31 }
  await call('research.setAuditSite', { brandId, url: 'https://audited.com/' })
  const body = JSON.stringify({ url: 'https://audited.com/', seoAudit: counts })
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'malformed', body })
  const audit = await call('research.audit', { brandId })
  expect(audit).toMatchObject(counts)
  expect((await call('research.audits', {})).rows).toMatchObject([counts])
  expect((await call('research.auditSites', {})).sites).toMatchObject([{ last: counts }])
  for (const list of ['audits', 'audit-history'] as const) {
    const { text } = await call('exports.text', { list, headers: 'machine' })
    const [names = [], cells = []] = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    const exported = Object.fromEntries(names.map((name, at) => [name, cells[at]]))
    expect(exported, list).toMatchObject({ score: '66', totalTests: '47', passedTests: '31' })
  }
  const sql = 'SELECT overall_score, total_tests, passed_tests FROM audits'
  expect((await call('query.run', { sql })).rows).toEqual([[66, 47, 31]])
  const day = audit.at.slice(0, 10)
  const report = await call('reports.draft', { brandId, templateId: 'monthly', period: { from: day, to: day } })
  const blocks = report.sections.find(({ kind }) => kind === 'audits')?.blocks ?? []
  const [table] = blocks.flatMap((block) => (block.type === 'table' ? block.table : []))
  const row = Object.fromEntries(table?.columns.map(({ key }, at) => [key, table.rows[0]?.[at]]) ?? [])
  expect(row).toMatchObject({ site: 'audited.com', score: 66, passed: 31, total: 47 })
})

test('eleven suggestions are cut to the ten that the interface allows, with a note', async () => {
  const { call, brandId, sandbox } = await openResearchDesk(1)
  const keywords = Array.from({ length: 11 }, (_, n) => `tea ${n}`)
  const body = JSON.stringify({ keywords })
  await sandbox.fault({ operation: 'keywords.suggest', kind: 'malformed', body })
  const { suggestions, note } = await call('research.suggest', { brandId })
  expect(suggestions.map(({ keyword }) => keyword)).toEqual(keywords.slice(0, 10))
  expect(note).toBe('The service sent 11 keywords. The interface allows 10: the first 10 are shown.')
  expect(await call('research.suggest', { brandId })).toMatchObject({ note: null })
})

test('an audit shows and exports the address that the service answered for', async () => {
  const { call, brandId, sandbox } = await openResearchDesk(1)
  const seoAudit = { overallScore: 80, totalTests: 10, passedTests: 8 }
  const body = JSON.stringify({ url: 'https://www.acme.com/home', seoAudit })
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'malformed', body })
  const audit = await call('research.audit', { brandId, url: 'acme.com' })
  const addresses = { url: 'https://acme.com/', answeredUrl: 'https://www.acme.com/home' }
  expect(audit).toMatchObject({ state: 'done', ...addresses })
  expect((await call('research.audits', {})).rows).toMatchObject([addresses])
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'malformed', body: JSON.stringify({ seoAudit }) })
  expect(await call('research.audit', { brandId, url: 'acme.com' })).toMatchObject({ state: 'done', answeredUrl: null })
  const { text } = await call('exports.text', { list: 'audit-history', headers: 'machine' })
  expect(text).toContain('https://acme.com/\thttps://www.acme.com/home')
})
