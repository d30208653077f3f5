import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { WARNING_CODES } from '../../src-shared/desk/composing.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openOutreachDesk } from '../support/outreach-desk.ts'
import { testAlone } from '../support/team-engine.ts'
import { homePaths } from '../support/temp-home.ts'

const NASTY = [
  '  \t ä\u0301 ',
  '👩‍🚀\u0000\u200b',
  'a\r\nb\u2028c\n\n\n',
  '"quotes" \\ {{ }} <b>',
  '\u202eabc\ufeff',
  'Ǆ ﬁ ß',
]
const template = {
  subject: 'For {{ contact.firstName | default: "you" }}: {{ word }}',
  body: 'Hi {{ contact.firstName | default: "there" }},\n\n{{ word }}\n\n{{ brand.name }}\n',
}

const openFrozen = async () => {
  const desk = await openOutreachDesk({ brands: 2 })
  const recipients = []
  for (const { id: brandId } of desk.brands)
    for (const [at, contactId] of (await desk.free(6, brandId)).entries())
      recipients.push({ brandId, contactId, variables: { word: NASTY[at] ?? '' } })
  const { previewId } = await desk.call('outreach.freeze', { template, recipients })
  const { rows } = await desk.call('outreach.frozen', { previewId, show: 'ready', limit: 500 })
  return { ...desk, recipients, previewId, rows }
}

test('a frozen preview is sent byte for byte, and once', async () => {
  const { call, desk, previewId, rows, recipients, ended, pitches, brands } = await openFrozen()
  expect(rows.length).toBeGreaterThan(6)
  const refused = await desk.call('outreach.queue', { previewId })
  expect(refused).toMatchObject({
    error: { kind: 'conflict', message: expect.stringContaining('unfilled-placeholder') },
  })
  expect((await call('intents.list', {})).total).toBe(0)

  const accept = [...WARNING_CODES]
  const { intentIds } = await call('outreach.queue', { previewId, accept, holdSeconds: 0 })
  expect(intentIds).toHaveLength(brands.length)
  for (const id of intentIds) expect((await ended(id)).state).toBe('confirmed')
  const sent = new Map((await pitches()).map((pitch) => [pitch.contactId, pitch]))
  for (const { contactId, subject, body } of rows) expect(sent.get(contactId)).toMatchObject({ subject, body })

  const again = await desk.call('outreach.queue', { previewId, accept, holdSeconds: 0 })
  expect(again).toMatchObject({ error: { kind: 'conflict', message: expect.stringContaining('already queued') } })
  expect((await call('intents.list', {})).total).toBe(brands.length)
  const later = await call('outreach.preview', { template, recipients })
  const ready = new Set(rows.map(({ contactId }) => contactId))
  for (const { contactId, warnings } of later.rows)
    if (ready.has(contactId)) expect(warnings.map(({ code }) => code)).toContain('already-queued')
})

testAlone('what was accepted is stored with each intent, under its hash', async () => {
  const { call, home, previewId, brands, ended } = await openFrozen()
  const accept = [...WARNING_CODES]
  const { intentIds } = await call('outreach.queue', { previewId, accept, holdSeconds: 600 })
  const file = new Database(homePaths(home).coreFile)
  const accepted = file.prepare('SELECT accepted FROM intent').pluck().all().map(String)
  expect(accepted.map((text) => JSON.parse(text))).toEqual(brands.map(() => ({ previewId, warnings: accept })))
  // A warning that nobody accepted, by hand.
  file.exec(`UPDATE intent SET accepted = replace(accepted, '"warnings":[', '"warnings":["another",')`)
  file.close()
  for (const id of intentIds) {
    await call('intents.releaseNow', { id })
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('is not what was queued'),
    })
  }
})

test('what has a warning stays out when only ready pitches are queued, and its indexes are returned', async () => {
  const { call, previewId, recipients, ended, pitches } = await openFrozen()
  const { rows } = await call('outreach.frozen', { previewId, limit: 500 })
  const isReady = rows.map(({ blockers, warnings }) => blockers.length === 0 && warnings.length === 0)
  const expected = rows.flatMap((_, at) => (isReady[at] === true ? [] : [at]))
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(rows.length)
  const before = new Set((await pitches()).map(({ contactId }) => contactId))
  const { intentIds, left } = await call('outreach.queue', { previewId, leavesUnaccepted: true, holdSeconds: 0 })
  expect(left).toEqual(expected)
  for (const id of intentIds) expect((await ended(id)).state).toBe('confirmed')
  const sent = (await pitches()).map(({ contactId }) => contactId).filter((id) => !before.has(id))
  const ready = recipients.filter((_, at) => isReady[at] === true).map(({ contactId }) => contactId)
  expect(sent.toSorted()).toEqual(ready.filter((id) => !before.has(id)).toSorted())
})

test('built-in templates read well for a contact: only what a person must fill in is a warning', async () => {
  const { call, recipients } = await openFrozen()
  const { builtIn } = await call('outreach.templates', {})
  expect(builtIn.map(({ name }) => name)).toEqual(['Guest article', 'Broken link', 'Product mention'])
  for (const { subject, body } of builtIn) {
    const { rows } = await call('outreach.preview', { template: { subject, body }, recipients })
    for (const row of rows) {
      expect(row.blockers).toEqual([])
      expect(row.warnings.map(({ code }) => code)).toContain('unfilled-placeholder')
      expect(`${row.subject}\n${row.body}`).not.toMatch(/[{}]/)
    }
  }
})

test('of two queue calls at the same moment one succeeds, the other is refused', async () => {
  const { call, desk, previewId, brands } = await openFrozen()
  const input = { previewId, accept: [...WARNING_CODES], holdSeconds: 3600 }
  const replies = await Promise.all([desk.call('outreach.queue', input), desk.call('outreach.queue', input)])
  expect(replies.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(replies.find(({ ok }) => !ok)).toMatchObject({ error: { kind: 'conflict' } })
  expect((await call('intents.list', {})).total).toBe(brands.length)
})

test('people suppressed after the freeze get nothing, and nothing is lost', async () => {
  const { call, desk, previewId, rows, brands } = await openFrozen()
  const email = rows[0]?.email ?? ''
  const input = { previewId, accept: [...WARNING_CODES], holdSeconds: 3600 }
  await call('outreach.suppress', { entries: [{ value: email }] })
  const refused = await desk.call('outreach.queue', input)
  const about = '1 person was added to the suppression list meanwhile'
  expect(refused).toMatchObject({
    error: {
      kind: 'conflict',
      message: expect.stringContaining(`suppressed: ${about} (${email} is on the suppression list)`),
      detail: {
        issues: [
          { path: 'accept', code: 'suppressed', count: 1, message: about },
          { path: 'accept', code: 'suppressed' },
        ],
      },
    },
  })
  expect((await call('intents.list', {})).total).toBe(0)

  const { intentIds } = await call('outreach.queue', { ...input, accept: [...input.accept, 'suppressed'] })
  expect(intentIds).toHaveLength(brands.length)
  const written = await Promise.all(intentIds.map((id) => call('intents.get', { id })))
  const subjects = written.flatMap(({ items }) => items.map(({ label }) => label))
  expect(subjects).toHaveLength(rows.filter((row) => row.email !== email).length)
  expect(subjects).not.toContain(email)
})

test('when all recipients are suppressed nothing is sent, accepted or not', async () => {
  const { call, desk, previewId, rows } = await openFrozen()
  await call('outreach.suppress', { entries: rows.map(({ email }) => ({ value: email ?? '' })) })
  const many = await desk.call('outreach.queue', { previewId, accept: [...WARNING_CODES] })
  expect(many).toMatchObject({
    error: { kind: 'conflict', message: expect.stringMatching(/people were added .*; .*; .* and \d+ more\)/) },
  })
  const none = await desk.call('outreach.queue', { previewId, accept: [...WARNING_CODES, 'suppressed'] })
  expect(none).toMatchObject({ error: { kind: 'invalid', detail: { issues: [{ path: 'previewId' }] } } })
  expect((await call('intents.list', {})).total).toBe(0)
})

test('a queued draft leaves the list of drafts, and returns when all of its pitches are cancelled', async () => {
  const { call, desk, next, brand, previewId, recipients, home, close } = await openFrozen()
  const draft = await call('outreach.saveTemplate', {
    kind: 'draft',
    brandId: null,
    name: 'One',
    ...template,
    recipients,
  })
  expect(draft.sent).toBeNull()
  const drafts = async () => (await call('outreach.templates', { brandIds: [brand.id], kind: 'draft' })).templates
  // What is refused leaves it where it is.
  expect(await desk.call('outreach.queue', { previewId, draftId: draft.id })).toMatchObject({ ok: false })
  expect(await drafts()).toEqual([draft])

  // A draft without a brand is listed beside the brands that it writes to, and beside others.
  const changed = next('changed', ({ brandIds, datasets }) => brandIds === 'all' && datasets.includes('templates'))
  const input = { previewId, draftId: draft.id, accept: [...WARNING_CODES], holdSeconds: 3600 }
  const { intentIds } = await call('outreach.queue', input)
  await changed
  expect(await drafts()).toEqual([{ ...draft, sent: { at: expect.any(String), intentIds } }])

  const [first = '', ...others] = intentIds
  await call('intents.cancel', { id: first })
  expect((await drafts())[0]?.sent).not.toBeNull()
  for (const id of others) await call('intents.cancel', { id })
  expect(await drafts()).toEqual([draft])
  await close()
  const again = await openTestDesk({ home })
  expect((await again.call('outreach.templates', { kind: 'draft' })).templates).toEqual([draft])
})

test('a draft edited after it was queued is a draft again; a template stays listed', async () => {
  const { call, previewId, recipients } = await openFrozen()
  const common = { brandId: null, name: 'One', ...template }
  const draft = await call('outreach.saveTemplate', { ...common, kind: 'draft', recipients })
  const input = { previewId, draftId: draft.id, accept: [...WARNING_CODES], holdSeconds: 3600 }
  const { intentIds } = await call('outreach.queue', input)
  const saved = await call('outreach.saveTemplate', { ...common, id: draft.id, kind: 'draft', recipients })
  expect(saved.sent).toBeNull()
  const kept = await call('outreach.saveTemplate', { ...common, name: 'Kept' })
  for (const id of intentIds) await call('intents.cancel', { id })
  const second = await call('outreach.freeze', { template, recipients: recipients.slice(0, 1) })
  await call('outreach.queue', {
    previewId: second.previewId,
    draftId: kept.id,
    accept: [...WARNING_CODES, 'queued-meanwhile'],
    holdSeconds: 3600,
  })
  const { templates } = await call('outreach.templates', {})
  expect(templates.map(({ name, sent }) => [name, sent])).toEqual([
    ['Kept', null],
    ['One', null],
  ])
})
