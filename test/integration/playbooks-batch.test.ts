// Playbooks of several brands: gates that are confirmed together, alert rules that brands share, report drafts.
import { expect, test } from 'vitest'
import { openPlaybookDesk, waitingStep, whenAtRest } from '../support/playbook-desk.ts'

const TOP_3 = { name: 'Lost the top 3', condition: { kind: 'lost-top-3' as const }, filter: { minClicksAWeek: 5 } }
const RULES = [TOP_3, { name: 'Drift', condition: { kind: 'drift' as const } }]

test('alert rules are added once: brands of a batch share them, and what watches a brand already is left alone', async () => {
  const { call, ids, save } = await openPlaybookDesk(4)
  await call('alerts.saveRule', { name: 'All drift', condition: { kind: 'drift' } })
  const off = await call('alerts.saveRule', TOP_3)
  await call('alerts.setRule', { id: off.id, isOn: false })
  const playbookId = await save([{ kind: 'alertRules', rules: RULES }])
  const before = (await call('alerts.rules', {})).rules
  const dry = await call('playbooks.dryRun', { playbookId, brandIds: ids })
  expect(dry.brands.map(({ steps }) => steps[0]?.would)).toEqual(ids.map(() => 'Adds 1 alert rule: Lost the top 3.'))
  expect((await call('alerts.rules', {})).rules).toEqual(before)

  const { runIds } = await call('playbooks.start', { playbookId, brandIds: ids })
  for (const id of runIds) expect(await whenAtRest(call, id)).toMatchObject({ state: 'done' })
  const { rules } = await call('alerts.rules', {})
  expect(rules.map(({ name }) => name).toSorted()).toEqual(['All drift', 'Lost the top 3', 'Lost the top 3'])
  const [added] = rules.filter(({ id }) => before.every((one) => one.id !== id))
  expect(added?.scope.of === 'brands' ? added.scope.brandIds.toSorted() : added?.scope).toEqual(ids.toSorted())

  const again = await call('playbooks.dryRun', { playbookId, brandIds: ids.slice(0, 1) })
  expect(again.brands[0]?.steps[0]).toMatchObject({ isNeeded: false, would: /^Rules for this watch .* already\.$/ })
})

test('a report draft waits for review, and a template that is gone fails the step', async () => {
  const { call, sync, run, brandId, asked } = await openPlaybookDesk()
  await sync({ datasets: ['rankings'] })
  const before = await asked('rankTracking.topKeywords')
  const done = await run({ kind: 'report', templateId: 'monthly' }, { kind: 'report', templateId: 'short', days: 3 })
  expect(done).toMatchObject({ state: 'done' })
  expect(done.steps[0]?.result).toBe('Draft of “Monthly report” waits for review in Reports.')
  const { rows: packs } = await call('reports.packs', { brandIds: [brandId], filter: { state: ['review'] } })
  expect(packs.map(({ state, files, run: { templateName } }) => [state, files, templateName]).toSorted()).toEqual([
    ['review', [], 'Monthly report'],
    ['review', [], 'Short report'],
  ])
  expect(await asked('rankTracking.topKeywords')).toBe(before)
  const failed = await run({ kind: 'report', templateId: 'gone' })
  expect(failed.steps[0]).toMatchObject({ state: 'failed', result: /template was removed/ })
})

test('gates of several brands are confirmed together, each for itself: what changed asks again, nothing passes a budget', async () => {
  const { call, ids, save, asked } = await openPlaybookDesk(4)
  const [first = '', second = '', third = '', fourth = ''] = ids
  await call('outreach.setBudget', { brandIds: [fourth], monthlyBudget: 10 })
  const playbookId = await save([{ kind: 'discover' }, { kind: 'person', text: 'Tell the client' }])
  const { runIds } = await call('playbooks.start', { playbookId, brandIds: ids })
  const waiting = []
  for (const id of runIds) waiting.push(await whenAtRest(call, id))
  const gates = waiting.map((run) => ({ runId: run.id, index: 0, gate: waitingStep(run).gate?.no ?? 0 }))
  // Of the second brand the price text changes meanwhile; the third is not confirmed.
  await call('outreach.setBudget', { brandIds: [second], monthlyBudget: 500 })
  const chosen = gates.filter((_, at) => ids[at] !== third)
  const { results } = await call('playbooks.approveMany', {
    gates: [...chosen, ...chosen.slice(0, 1), { runId: 'r999', index: 0, gate: 1 }],
  })
  expect(results.map(({ error }) => error?.kind ?? null)).toEqual([
    null,
    'conflict',
    'conflict',
    'conflict',
    'not-found',
  ])
  expect(results.map(({ runId }) => runId)).toEqual(
    [...chosen, ...chosen.slice(0, 1)].map(({ runId }) => runId).concat('r999'),
  )
  for (const id of runIds) await whenAtRest(call, id)
  expect(await asked('outreach.discover')).toBe(1)
  const stateOf = async (brandId: string) => {
    const { rows } = await call('playbooks.runs', { brandIds: [brandId] })
    return [rows[0]?.current?.index, rows[0]?.current?.gate?.no]
  }
  expect(await stateOf(first)).toEqual([1, 1])
  expect(await stateOf(second)).toEqual([0, 2])
  expect(await stateOf(third)).toEqual([0, 1])
  // With the budget accepted for that brand alone, it goes ahead.
  const last = gates[3] ?? { runId: '', index: 0, gate: 0 }
  const accepted = await call('playbooks.approveMany', { gates: [{ ...last, acceptsBudget: true }] })
  expect(accepted.results).toEqual([{ runId: last.runId, index: 0, error: null }])
  await whenAtRest(call, last.runId)
  expect(await asked('outreach.discover')).toBe(2)
})

test('a key is never given to several gates at once', async () => {
  const { call } = await openPlaybookDesk(0)
  const { runIds } = await call('playbooks.start', { playbookId: 'built-in-new-client', brandIds: [] })
  const run = await whenAtRest(call, runIds[0] ?? '')
  const gates = [{ runId: run.id, index: 0, gate: waitingStep(run).gate?.no ?? 0 }]
  const { results } = await call('playbooks.approveMany', { gates })
  expect(results[0]?.error).toMatchObject({ kind: 'conflict', message: 'Give the name and the key of the new brand.' })
  expect((await call('playbooks.run', { id: run.id })).steps[0]).toMatchObject({ state: 'waiting', approval: null })
})
