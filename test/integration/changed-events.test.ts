// Each call that changes something says which rows changed, and of which brands, before it answers: windows and other desks'
// lists read again by that alone. A call that changes nothing says nothing.
import { expect, test } from 'vitest'
import type { CallInput, CallName } from '../../src-shared/desk/contract.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const LIMITS = { requestsPerMinute: 100_000 }
const DAY = '2026-06-01'

test('what a call changed is said before it answers, by brand', async () => {
  const sandbox = await openSandbox({ brands: 1, keywords: 6, days: 2, profile: { limits: LIMITS } })
  const { call, sync, desk } = await openTestDesk()
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, limits: LIMITS })
  await call('desk.setSettings', { historyDays: 1, syncEveryMinutes: 0 })
  const [{ name, key } = { name: '', key: '' }] = sandbox.brands
  const brandId = (await call('brands.add', { name, key, sessionOnly: true })).id
  await sync({ datasets: ['rankings', 'prospects', 'visibility'] })
  const [keyword] = (await call('rankings.page', { limit: 1 })).rows
  const [prospect] = (await call('prospects.page', { limit: 1 })).rows
  const seen: string[] = []
  desk.subscribe((event) => {
    if (event.name !== 'changed') return
    const { brandIds, datasets } = event.payload
    seen.push(
      `${datasets.join(' ')} of ${brandIds === 'all' ? 'all' : brandIds.map((id) => (id === brandId ? 'it' : id)).join()}`,
    )
  })
  const lines: string[] = []
  const said = async <Name extends CallName>(of: Name, input: CallInput<Name>) => {
    seen.length = 0
    const reply = await call(of, input)
    // What is worked out in the background goes on beside it.
    const own = seen.filter((line) => !/^(?:causes|impact|opportunities|sync) /.test(line) || of.startsWith('causes.'))
    lines.push(`${of}: ${[...new Set(own)].toSorted().join(', ') || 'nothing'}`)
    return reply
  }
  await said('brands.update', { brandId, tags: ['spring'] })
  const mark = { keywords: [{ brandId, keyword: keyword?.keyword ?? '' }], star: true }
  await said('rankings.mark', mark)
  const triage = { brandId, prospectIds: [prospect?.id ?? ''], triage: 'keep' as const }
  await said('prospects.mark', triage)
  const note = await said('annotations.save', { day: DAY, brandIds: [brandId], text: 'New shop' })
  await said('annotations.remove', { ids: [note.id] })
  const drop = { brandId, keyword: mark.keywords[0]?.keyword ?? '', since: DAY }
  await said('causes.removeAnswer', drop)
  await said('research.saveBasket', { brandId, entries: [{ keyword: 'tea', state: 'keep' }] })
  await said('research.removeFromBasket', { brandId, keywords: ['tea'] })
  await said('research.removeFromBasket', { brandId, keywords: ['tea'] })
  await said('research.setAuditSite', { brandId, url: 'https://example.com/' })
  const template = await said('outreach.saveTemplate', { brandId, name: 'First', subject: 'A word', body: 'Hi' })
  await said('outreach.removeTemplate', { id: template.id })
  await said('outreach.suppress', { entries: [{ value: 'a@b.example' }] })
  await said('outreach.unsuppress', { values: ['a@b.example'] })
  await said('outreach.setBudget', { brandIds: [brandId], monthlyBudget: 30 })
  const preset = await said('connectors.savePreset', { name: 'None', permissions: {} })
  await said('connectors.removePreset', { id: preset.id })
  const steps = [{ kind: 'person' as const, text: 'Call' }]
  const playbook = await said('playbooks.save', { name: 'Own', description: '', steps })
  const { runIds } = await call('playbooks.start', { playbookId: playbook.id, brandIds: [brandId] })
  await expect.poll(async () => (await call('playbooks.run', { id: runIds[0] ?? '' })).state).toBe('waiting')
  const dismissed = (await call('today.list', {})).items.find(({ kind }) => kind === 'playbook')?.id ?? ''
  await said('today.snooze', { id: dismissed, until: '2100-01-01' })
  await said('today.dismiss', { id: dismissed, reason: 'Later' })
  await said('today.restore', { id: dismissed })
  await said('playbooks.cancel', { runId: runIds[0] ?? '' })
  await said('playbooks.remove', { id: playbook.id })
  await said('webhooks.configure', { overlapHours: 5 })
  await said('webhooks.setProviders', { brandId, providers: ['ghost'] })
  await said('webhooks.rotateSecret', { brandId, sessionOnly: true })
  const report = { name: 'Own', title: 'Own', language: 'en' as const, sections: [{ kind: 'summary' as const }] }
  const saved = await said('reports.saveTemplate', report)
  const schedule = await said('reports.saveSchedule', {
    name: 'Monthly',
    templateId: saved.id,
    brands: { brandIds: [brandId] },
  })
  await said('reports.removeSchedule', { id: schedule.id })
  await said('reports.removeTemplate', { id: saved.id })
  await said('reports.setBranding', { brandId, branding: { name: 'Own' } })
  const rule = await said('alerts.saveRule', { name: 'Top 3', condition: { kind: 'lost-top-3' } })
  await said('alerts.setRule', { id: rule.id, isOn: false })
  await said('alerts.removeRule', { id: rule.id })
  await said('alerts.setSettings', { isNotifying: false })
  await said('alerts.mark', { state: 'seen' })
  await said('mcp.configure', { brandIds: [brandId] })
  await said('query.run', { sql: 'SELECT 1' })
  await said('query.clearHistory', {})
  await said('desk.backup', {})
  expect(lines).toMatchInlineSnapshot(`
    [
      "brands.update: brands of it",
      "rankings.mark: keywordMarks of it",
      "prospects.mark: marks of it",
      "annotations.save: annotations of all",
      "annotations.remove: annotations of all",
      "causes.removeAnswer: causes of it",
      "research.saveBasket: basket of it",
      "research.removeFromBasket: basket of it",
      "research.removeFromBasket: nothing",
      "research.setAuditSite: auditSites of it",
      "outreach.saveTemplate: templates of it",
      "outreach.removeTemplate: templates of it",
      "outreach.suppress: suppressions of all",
      "outreach.unsuppress: suppressions of all",
      "outreach.setBudget: credits of it",
      "connectors.savePreset: presets of all",
      "connectors.removePreset: presets of all",
      "playbooks.save: playbooks of all",
      "today.snooze: today of it",
      "today.dismiss: today of it",
      "today.restore: today of it",
      "playbooks.cancel: playbookRuns of it",
      "playbooks.remove: playbooks of all",
      "webhooks.configure: receiver of all",
      "webhooks.setProviders: receiver articles of it",
      "webhooks.rotateSecret: receiver of all",
      "reports.saveTemplate: reportTemplates of all",
      "reports.saveSchedule: reportSchedules of all",
      "reports.removeSchedule: reportSchedules of all",
      "reports.removeTemplate: reportTemplates of all",
      "reports.setBranding: reportBranding of it",
      "alerts.saveRule: alertRules alerts of all",
      "alerts.setRule: alertRules alerts of all",
      "alerts.removeRule: alertRules alerts of all",
      "alerts.setSettings: alertSettings of all",
      "alerts.mark: nothing",
      "mcp.configure: assistants of all",
      "query.run: queries of all",
      "query.clearHistory: queries of all",
      "desk.backup: backups of all",
    ]
  `)
})
