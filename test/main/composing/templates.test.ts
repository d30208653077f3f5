import { expect, onTestFinished, test } from 'vitest'
import { getTemplate, listTemplates, saveTemplate } from '../../../src-main/composing/queries/templates.ts'
import { openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { openComposing } from '../../support/composing-desk.ts'
import { countReads } from '../../support/count-reads.ts'
import { testAlone } from '../../support/team-engine.ts'
import { tempHome } from '../../support/temp-home.ts'

testAlone('templates and drafts are saved as typed, listed by brand, and restored unchanged', async () => {
  const { ids, call, clock, events } = await openComposing('Acme', 'Beta')
  const [acme = '', beta = ''] = ids
  const shared = await call('outreach.saveTemplate', {
    brandId: null,
    name: 'Shared',
    subject: ' {{ a',
    body: 'x\r\n\u0000 ☕ ',
  })
  clock.jump(1000)
  const recipients = [{ brandId: beta, contactId: 'c1', variables: { city: 'Köln' } }]
  const draft = await call('outreach.saveTemplate', {
    kind: 'draft',
    brandId: beta,
    name: 'Draft',
    subject: '',
    body: '',
    recipients,
  })
  expect(shared).toMatchObject({ kind: 'template', subject: ' {{ a', body: 'x\r\n\u0000 ☕ ', recipients: [] })
  const list = async (input: object) => (await call('outreach.templates', input)).templates
  expect(await list({})).toEqual([draft, shared])
  expect(await list({ brandIds: [acme] })).toEqual([shared])
  expect(await list({ brandIds: [beta], kind: 'draft' })).toEqual([draft])
  clock.jump(1000)
  const changed = await call('outreach.saveTemplate', { ...shared, name: 'Renamed' })
  expect(changed).toEqual({ ...shared, name: 'Renamed', updatedAt: new Date(clock.now()).toISOString() })
  expect(await list({})).toEqual([changed, draft])
  expect(await call('outreach.removeTemplate', { id: draft.id })).toEqual(draft)
  expect(await list({})).toEqual([changed])
  expect(await call('outreach.saveTemplate', draft)).toEqual({ ...draft, updatedAt: changed.updatedAt })
  expect(events.at(-1)).toEqual({ name: 'changed', payload: { brandIds: [beta], datasets: ['templates'] } })
})

test('an unknown template or brand is not found', async () => {
  const { call } = await openComposing('Acme')
  const notFound = { kind: 'not-found' }
  await expect(call('outreach.removeTemplate', { id: 'none' })).rejects.toMatchObject(notFound)
  await expect(call('outreach.templates', { brandIds: ['none'] })).rejects.toMatchObject(notFound)
  const save = { brandId: null, name: 'x', subject: '', body: '', recipients: [{ brandId: 'none', contactId: 'c' }] }
  await expect(call('outreach.saveTemplate', save)).rejects.toMatchObject(notFound)
  expect((await call('outreach.templates', {})).templates).toEqual([])
})

test('removing a brand deletes its templates, and its recipients in a shared draft', async () => {
  const { ids, call, book } = await openComposing('Acme', 'Beta')
  const [acme = '', beta = ''] = ids
  const recipients = [acme, beta].map((brandId) => ({ brandId, contactId: 'c1' }))
  const common = { kind: 'draft' as const, subject: '', body: '' }
  await call('outreach.saveTemplate', { ...common, brandId: beta, name: 'Of Beta' })
  const shared = await call('outreach.saveTemplate', { ...common, brandId: null, name: 'Shared', recipients })
  await book.remove(beta)
  expect((await call('outreach.templates', {})).templates).toEqual([
    { ...shared, recipients: [recipients[0]], people: { count: 1, brands: 1 } },
  ])
})

test('one template is read without the others, and a list without recipients counts them', async () => {
  const { ids, call } = await openComposing('Acme', 'Beta')
  const recipients = ids.flatMap((brandId) => [1, 2].map((n) => ({ brandId, contactId: `c${n}` })))
  const common = { kind: 'draft' as const, brandId: null, subject: '', body: '', recipients }
  const draft = await call('outreach.saveTemplate', { ...common, name: 'One' })
  await call('outreach.saveTemplate', { ...common, name: 'Two' })
  expect(draft).toMatchObject({ recipients, people: { count: 4, brands: 2 } })
  expect(await call('outreach.template', { id: draft.id })).toEqual(draft)
  const { templates } = await call('outreach.templates', { withRecipients: false })
  expect(templates).toHaveLength(2)
  expect(templates.at(-1)).toEqual({ ...draft, recipients: [] })
  await expect(call('outreach.template', { id: 'none' })).rejects.toMatchObject({ kind: 'not-found' })
})

test('one template of many is one row, and a list without recipients reads none', () => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => {
    db.cache.close()
    db.core.close()
  })
  const common = { kind: 'draft' as const, brandId: null, name: 'One', subject: '', body: '', recipients: [] }
  for (let n = 0; n < 10; n += 1) saveTemplate(db, { ...common, id: `template_${n}`, updatedAtMs: n })
  const recipients = JSON.stringify([{ brandId: 'brand_1', contactId: 'c'.repeat(1_000) }])
  db.core.prepare('UPDATE template SET recipients = ?').run(recipients)
  const one = countReads(db.core, () => expect(getTemplate(db, { id: 'template_3' }).recipients).toHaveLength(1))
  expect(one).toEqual({ statements: 1, rows: 1 })
  const list = listTemplates(db, { brandIds: 'all', withRecipients: false })
  expect(JSON.stringify(list)).not.toContain('ccc')
  expect(list.map(({ people }) => people.count)).toEqual(Array(10).fill(1))
})
