import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CallName } from '../../src-shared/desk/contract.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { outreachControl } from '../support/credits-desk.ts'
import { approve, openPlaybookDesk, waitingStep, whenAtRest } from '../support/playbook-desk.ts'

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const states = (run: { steps: readonly { state: string }[] }): string[] => run.steps.map(({ state }) => state)

test('New client: from a key to a discovery, with a restart in the middle, each paid step once', async () => {
  const opened = await openPlaybookDesk(0)
  const { sandbox, home, asked } = opened
  const [{ name, key, teamId } = { name: '', key: '', teamId: '' }] = sandbox.brands
  const atKey = await opened.start('built-in-new-client', [])
  expect(waitingStep(atKey)).toMatchObject({ index: 0, gate: { kind: 'input', action: 'Add brand' } })
  const atAudit = await approve(opened.call, atKey, { name, key, sessionOnly: true })
  expect(atAudit.brandId).not.toBeNull()
  expect(states(atAudit).slice(0, 5)).toEqual(['done', 'done', 'done', 'done', 'waiting'])
  expect(atAudit.steps[3]?.result).toMatch(/^\d+ days of rankings stored\.$/)
  expect(waitingStep(atAudit).gate).toMatchObject({ kind: 'spend', action: `Run 1 audit for ${name}`, credits: null })
  expect(await asked('websiteAudit.run')).toBe(0)
  await opened.close()

  const { call } = await openTestDesk({ home })
  const brandId = atAudit.brandId ?? ''
  expect(await call('playbooks.run', { id: atAudit.id })).toEqual(atAudit)
  await call('brands.replaceKey', { brandId, key, sessionOnly: true })
  const atDiscover = await approve(call, atAudit)
  expect(states(atDiscover).slice(4)).toEqual(['done', 'done', 'done', 'done', 'waiting', 'pending', 'pending'])
  expect(await asked('websiteAudit.run')).toBe(1)
  expect((await call('research.basket', { brandIds: [brandId] })).rows.length).toBeGreaterThan(0)
  expect(waitingStep(atDiscover).gate).toMatchObject({ action: `Spend up to 25 credits for ${name}`, credits: 25 })
  expect((await call('intents.list', {})).total).toBe(0)

  const atPerson = await approve(call, atDiscover)
  expect(atPerson.steps[8]).toMatchObject({ state: 'done', result: '1 of 1 confirmed by the service.' })
  expect((await outreachControl(sandbox.controlUrl, teamId).report()).credits.charged).toBe(25)
  expect(await asked('outreach.discover')).toBe(1)
  expect(atPerson.steps[9]).toMatchObject({ state: 'done', result: '2 alert rules added.' })
  const ended = await approve(call, atPerson, { note: 'Access given by Ann' })
  expect(ended).toMatchObject({ state: 'done' })
  expect(ended.steps[10]).toMatchObject({ state: 'done', result: 'Access given by Ann' })

  const holding = filesOf(home).filter((file) => readFileSync(file).includes(key))
  expect(holding).toEqual([])
})

test('a dry run asks for no more than what is stored, and says what each step would cost and lacks', async () => {
  const { call, sync, sandbox, ids } = await openPlaybookDesk(2)
  await sync({ brandIds: ids })
  const before = (await sandbox.requests()).length
  const stored = async () =>
    JSON.stringify(
      await Promise.all([call('intents.list', {}), call('research.audits', {}), call('playbooks.runs', {})]),
    )
  const rows = await stored()
  const dry = await call('playbooks.dryRun', { playbookId: 'built-in-new-client', brandIds: ids })
  expect((await sandbox.requests()).length).toBe(before)
  expect(await stored()).toBe(rows)
  expect(dry.brands.map(({ brandId }) => brandId)).toEqual(ids)
  for (const { steps, credits } of dry.brands) {
    expect(credits).toBe(25)
    expect(steps[0]?.would).toContain('is on this desk already')
    expect(steps.find(({ step }) => step.kind === 'audit')).toMatchObject({ gate: 'spend', missing: [] })
  }
  const reads: readonly CallName[] = [
    'alerts.rules',
    'brands.days',
    'brands.list',
    'outreach.quote',
    'rankings.tracked',
    'research.auditSites',
    'sync.status',
  ]
  expect(dry.asked).toEqual(reads)
})

test('a dry run names a missing key, and for a new brand the most that it can cost', async () => {
  const { call, brandId, home, close } = await openPlaybookDesk()
  await close()
  const again = await openTestDesk({ home })
  const { brands } = await again.call('playbooks.dryRun', { playbookId: 'built-in-monthly', brandIds: [brandId] })
  expect(brands[0]?.steps[0]?.missing).toEqual([
    'This desk has no key for the brand: enter it again. A key that was kept for the session ended with the desk.',
  ])
  const fresh = await again.call('playbooks.dryRun', { playbookId: 'built-in-new-client' })
  expect(fresh).toMatchObject({ asked: [], brands: [{ brandId: null, credits: 25 }] })
  expect(call).toBeDefined()
})

test('a price that rose since the gate is asked for again, and nothing is spent', async () => {
  const { call, run, brandId, asked } = await openPlaybookDesk()
  const waiting = await run({ kind: 'discover' })
  const { index, gate } = waitingStep(waiting)
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 10 })
  const refused = call('playbooks.approve', { runId: waiting.id, index, gate: gate?.no ?? 0 })
  await expect(refused).rejects.toMatchObject({ kind: 'conflict' })
  const again = await whenAtRest(call, waiting.id)
  expect(waitingStep(again).gate).toMatchObject({ no: 2, passesBudget: true })
  await expect(approve(call, again)).rejects.toThrow('exceed the monthly budget')
  expect(await asked('outreach.discover')).toBe(0)
  const done = await approve(call, again, { acceptsBudget: true })
  expect(done.state).toBe('done')
  expect(await asked('outreach.discover')).toBe(1)
})

test('one run for each brand; a brand where it runs already is left out', async () => {
  const { call, ids, save } = await openPlaybookDesk(3)
  const playbookId = await save([{ kind: 'person', text: 'Call the client' }])
  const first = await call('playbooks.start', { playbookId, brandIds: ids.slice(0, 1) })
  const all = await call('playbooks.start', { playbookId, brandIds: ids })
  expect(all.runIds).toHaveLength(2)
  expect(all.left).toEqual([{ brandId: ids[0], runId: first.runIds[0] }])
  for (const id of [...first.runIds, ...all.runIds]) await whenAtRest(call, id)
  const { rows, total } = await call('playbooks.runs', { filter: { state: ['waiting'] } })
  expect(total).toBe(3)
  expect(rows.every(({ current }) => current?.state === 'waiting')).toBe(true)
  const { items } = await call('today.list', {})
  expect(items.filter(({ kind }) => kind === 'playbook')).toMatchObject([
    { title: '3 playbook runs wait for you', brandId: null },
  ])
  await call('brands.remove', { brandId: ids[2] ?? '' })
  expect((await call('playbooks.runs', {})).total).toBe(2)
})

test('a run that adds its brand waits in Today of all brands, and of no other one', async () => {
  const { call, ids, save, start } = await openPlaybookDesk(2)
  const person = await save([{ kind: 'person', text: 'Call the client' }])
  await start(person)
  await start('built-in-new-client', [])
  const waiting = async (brandIds: 'all' | string[]) =>
    (await call('today.list', { brandIds })).items.flatMap((item) => (item.kind === 'playbook' ? [item.brandId] : []))
  expect((await waiting('all')).toSorted()).toEqual([ids[0], null])
  expect(await waiting([ids[0] ?? ''])).toEqual([ids[0]])
  expect(await waiting([ids[1] ?? ''])).toEqual([])
})

test('checks pass or fail with a reason; a failed step is retried or skipped, and a run is cancelled', async () => {
  const { call, run, brandId } = await openPlaybookDesk()
  await call('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 30 })
  const failed = await run(
    { kind: 'freshness', datasets: ['rankings'], maxAgeHours: 5, goesOn: true },
    { kind: 'sync', datasets: ['rankings', 'tracked'] },
    { kind: 'freshness', datasets: ['rankings'], maxAgeHours: 5 },
    { kind: 'credits', credits: 30 },
    { kind: 'quote' },
    { kind: 'tracked', min: 100_000 },
    { kind: 'person', text: 'Never reached' },
  )
  expect(states(failed)).toEqual(['failed', 'done', 'done', 'done', 'done', 'failed', 'pending'])
  expect(failed.steps[0]?.result).toContain('never synced')
  const retried = await call('playbooks.retry', { runId: failed.id, index: 5 }).then(() => whenAtRest(call, failed.id))
  expect(retried.steps[5]).toMatchObject({ state: 'failed', attempt: 2 })
  const skipped = await call('playbooks.skip', { runId: failed.id, index: 5, reason: 'Small client' }).then(() =>
    whenAtRest(call, failed.id),
  )
  expect(skipped.steps[5]).toMatchObject({ state: 'skipped', result: 'Small client' })
  await expect(call('playbooks.skip', { runId: failed.id, index: 0, reason: 'x' })).rejects.toMatchObject({
    kind: 'conflict',
  })
  const cancelled = await call('playbooks.cancel', { runId: failed.id })
  expect(cancelled).toMatchObject({ state: 'cancelled' })
  await expect(call('playbooks.cancel', { runId: failed.id })).rejects.toMatchObject({ kind: 'conflict' })
})

test('values are set: a permission preset asks first, a model and an interval do not', async () => {
  const { call, sync, run, brandId } = await openPlaybookDesk()
  await sync({ datasets: ['connectors', 'visibility'] })
  const { models, brands } = await call('visibility.models', {})
  const own = brands[0]?.models.find(({ canEnable }) => canEnable)
  const modelId = own?.modelId ?? models[0]?.modelId ?? ''
  const isActive = !(own?.isActive ?? false)
  const before = (await call('connectors.matrix', { brandIds: [brandId] })).brands[0]?.effective ?? {}
  const [tool = ''] = Object.keys(before)
  const value = before[tool] === 'deny' ? 'allow' : 'deny'
  const preset = await call('connectors.savePreset', { name: 'Other', permissions: { [tool]: value } })
  const waiting = await run(
    { kind: 'model', modelId, isActive },
    { kind: 'permissions', presetId: preset.id },
    { kind: 'interval', interval: 30 },
    { kind: 'pitches' },
  )
  expect(states(waiting)).toEqual(['done', 'waiting', 'pending', 'pending'])
  expect(waitingStep(waiting).gate).toMatchObject({ kind: 'change', count: 1 })
  const atPitches = await approve(call, waiting)
  expect(atPitches.steps[1]).toMatchObject({ state: 'done', result: '1 permission changed.' })
  expect(waitingStep(atPitches)).toMatchObject({ index: 3, gate: { kind: 'person' } })
  const { brands: after } = await call('connectors.matrix', { brandIds: [brandId] })
  expect(after[0]?.effective[tool]).toBe(value)
  expect((await call('visibility.intervals', {})).brands[0]?.customInterval).toBe(30)
})

test('people are searched at the sites that the gate named, after its price was approved', async () => {
  const { call, sync, run, asked, brandId } = await openPlaybookDesk()
  await sync({ datasets: ['prospects', 'contacts'] })
  const waiting = await run({ kind: 'findPeople', sites: 2 })
  const { gate } = waitingStep(waiting)
  expect(gate).toMatchObject({ credits: 10, count: 2 })
  expect(await asked('outreach.findPeople')).toBe(0)
  const done = await approve(call, waiting)
  expect(done.state).toBe('done')
  const { items } = await call('intents.get', { id: done.steps[0]?.intentId ?? '' })
  const { rows } = await call('prospects.page', { brandIds: [brandId], limit: 500 })
  const domains = items.map(({ refId }) => rows.find(({ id }) => id === refId)?.domain)
  expect(gate?.lines[0]).toBe(`Sites: ${domains.join(', ')}`)
})

test('a saved playbook is changed and removed; a built-in one is not', async () => {
  const { call } = await openPlaybookDesk(0)
  const saved = await call('playbooks.save', { name: 'Mine', description: 'd', steps: [{ kind: 'checkKey' }] })
  const changed = await call('playbooks.save', {
    id: saved.id,
    name: 'Mine 2',
    description: '',
    steps: [{ kind: 'quote' }],
  })
  expect((await call('playbooks.list', {})).playbooks.filter(({ isBuiltIn }) => !isBuiltIn)).toMatchObject([
    { id: saved.id, name: 'Mine 2', steps: changed.steps },
  ])
  const steps = [{ kind: 'checkKey' as const }]
  for (const id of ['built-in-monthly', 'playbook_gone'])
    await expect(call('playbooks.save', { id, name: 'x', description: '', steps })).rejects.toThrow()
  await expect(
    call('playbooks.save', { name: 'x', description: '', steps: [...steps, { kind: 'addBrand' }] }),
  ).rejects.toMatchObject({ kind: 'invalid' })
  await call('playbooks.remove', { id: saved.id })
  await expect(call('playbooks.remove', { id: 'built-in-monthly' })).rejects.toMatchObject({ kind: 'conflict' })
  expect((await call('playbooks.list', {})).playbooks).toHaveLength(4)
})

test('an audit of a playbook says how many of its tests passed', async () => {
  const { run, call, brandId, sandbox } = await openPlaybookDesk()
  await call('research.setAuditSite', { brandId, url: 'https://audited.com/' })
  const body = JSON.stringify({ seoAudit: { overallScore: 66, totalTests: 47, passedTests: 31 } })
  await sandbox.fault({ operation: 'websiteAudit.run', kind: 'malformed', body })
  const ended = await approve(call, await run({ kind: 'audit' }))
  expect(ended.steps[0]).toMatchObject({ state: 'done', result: 'Score 66: 31 of 47 tests passed.' })
})

test('suggestions of a playbook are asked for by its description, else by the site of the brand', async () => {
  const { run, call, brandId, sandbox } = await openPlaybookDesk()
  await call('research.setAuditSite', { brandId, url: 'https://audited.com/' })
  const ended = await run({ kind: 'suggest', description: 'Loose leaf tea' }, { kind: 'suggest' })
  expect(states(ended)).toEqual(['done', 'done'])
  const asked = (await sandbox.requests()).filter(({ operation }) => operation === 'keywords.suggest')
  expect(asked.map(({ query }) => query)).toEqual([
    { description: 'Loose leaf tea' },
    { websiteUrl: 'https://audited.com/' },
  ])
})
