import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { PreviewRow } from '../../src-shared/desk/composing.ts'
import type { EventPayload } from '../../src-shared/desk/contract.ts'
import { linkingSites } from '../support/outreach-desk.ts'
import { openPublishingDesk } from '../support/publishing-desk.ts'
import { homePaths } from '../support/temp-home.ts'

const openOutreach = async () => {
  const desk = await openPublishingDesk({ brands: 2 })
  await desk.sync({ datasets: ['prospects', 'contacts', 'rankings'] })
  const contactsOf = async (brandId: string) => {
    const linking = await linkingSites(desk, brandId)
    const { rows } = await desk.call('contacts.page', { brandIds: [brandId], limit: 500, sort: { by: 'email' } })
    return rows.filter(({ email, prospectId }) => email !== null && !linking.has(prospectId))
  }
  const contacts = await contactsOf(desk.brand.id)
  const [contact] = contacts
  if (contact?.email == null) throw new Error('The sandbox has no contact with an address.')
  return { ...desk, contacts, contact, email: contact.email, contactsOf }
}

const codesOf = ({ blockers, warnings }: PreviewRow) => [...blockers, ...warnings].map(({ code }) => code)
const plain = {
  subject: 'A word on {{ prospect.domain }}',
  body: 'Hi {{ contact.firstName | default: "there" }},\n\n{{ brand.name }}',
}

test('people of the service are previewed, frozen and read back as the same rows', async () => {
  const { call, contacts, brand, next } = await openOutreach()
  const recipients = contacts.slice(0, 20).map(({ id }) => ({ brandId: brand.id, contactId: id }))
  const { rows } = await call('outreach.preview', { template: plain, recipients })
  const [row] = rows
  expect(row).toMatchObject({
    subject: `A word on ${contacts[0]?.domain}`,
    body: expect.stringContaining(`\n\n${brand.name}`),
  })
  const changed = next('changed', ({ datasets }) => datasets.includes('previews'))
  const froze = await call('outreach.freeze', { template: plain, recipients })
  expect(await changed).toEqual({ brandIds: 'all', datasets: ['previews'] })
  expect(await call('outreach.frozen', { previewId: froze.previewId, limit: 500 })).toEqual({
    rows,
    total: rows.length,
  })
})

test('bad input is refused with its field; unknown brands are not found', async () => {
  const { desk, brand, contact } = await openOutreach()
  const recipient = { brandId: brand.id, contactId: contact.id }
  const many = (count: number) => Array.from({ length: count }, () => recipient)
  const refused: [string, object, string][] = [
    ['outreach.preview', { template: plain, recipients: [] }, 'recipients'],
    ['outreach.preview', { template: plain, recipients: many(501) }, 'recipients'],
    ['outreach.freeze', { template: plain, recipients: many(10_001) }, 'recipients'],
    ['outreach.preview', { template: { subject: 's' }, recipients: [recipient] }, 'template.body'],
    ['outreach.frozen', { previewId: 'x', show: 'some' }, 'show'],
    ['outreach.matchContacts', { brandId: brand.id, csv: 'email\nnobody@nowhere.test' }, 'rows.1.email'],
  ]
  for (const [name, input, path] of refused)
    expect(await desk.call(name, input), name).toMatchObject({
      error: { kind: 'invalid', detail: { issues: [expect.objectContaining({ path })] } },
    })
  const notFound: [string, object][] = [
    ['outreach.preview', { template: plain, recipients: [{ ...recipient, brandId: 'brand_none' }] }],
    ['outreach.freeze', { template: plain, recipients: [{ ...recipient, brandId: 'brand_none' }] }],
    ['outreach.frozen', { previewId: 'none' }],
    ['outreach.matchContacts', { brandId: 'brand_none', csv: 'email\na@b.test' }],
    ['outreach.removeTemplate', { id: 'none' }],
  ]
  for (const [name, input] of notFound)
    expect(await desk.call(name, input), name).toMatchObject({ error: { kind: 'not-found' } })
})

test('suppressed people are excluded, by address and by site', async () => {
  const { call, brand, contact, email } = await openOutreach()
  const ask = async () => {
    const recipients = [{ brandId: brand.id, contactId: contact.id }]
    const { rows } = await call('outreach.preview', { template: plain, recipients })
    return rows.flatMap(codesOf)
  }
  expect(await ask()).toEqual([])
  await call('outreach.suppress', { entries: [{ value: email.toUpperCase(), reason: 'asked' }] })
  expect(await ask()).toEqual(['suppressed'])
  await call('outreach.unsuppress', { values: [email] })
  await call('outreach.suppress', { entries: [{ value: email.split('@')[1] ?? '' }] })
  expect(await ask()).toEqual(['suppressed'])
})

test('a pitch that names another brand of the desk, or its site, says so', async () => {
  const { call, brand, brands, contact } = await openOutreach()
  const other = brands[1]
  const [ranked] = (await call('rankings.page', { brandIds: [other?.id ?? ''] })).rows.flatMap(
    ({ rankedPages }) => rankedPages,
  )
  const site = new URL(ranked?.page ?? '').hostname
  const ask = async (body: string) => {
    const recipients = [{ brandId: brand.id, contactId: contact.id }]
    const { rows } = await call('outreach.preview', { template: { subject: 's', body }, recipients })
    return rows.flatMap(codesOf)
  }
  expect(await ask(`We at ${other?.name} wrote this.`)).toEqual(['wrong-brand'])
  expect(await ask(`See https://${site}/guide`)).toEqual(['wrong-brand'])
  expect(await ask(`We at ${brand.name} wrote this.`)).toEqual([])
})

test('a CSV file of contacts becomes recipients with their variables', async () => {
  const { call, brand, contacts } = await openOutreach()
  const [one, other] = contacts
  const csv = `\uFEFFemail;prospectEmailId;Your topic\n${one?.email};;"tea; and\ncoffee"\n;${other?.id};milk\n`
  const { recipients, columns } = await call('outreach.matchContacts', { brandId: brand.id, csv })
  expect(columns).toEqual(['Your_topic'])
  const { rows } = await call('outreach.preview', {
    template: { subject: '{{ Your_topic }}', body: '{{ Your_topic }}' },
    recipients,
  })
  expect(rows.map(({ contactId, subject, body }) => [contactId, subject, body])).toEqual([
    [one?.id, 'tea; and coffee', 'tea; and\ncoffee'],
    [other?.id, 'milk', 'milk'],
  ])
})

const manyOf = async ({ contacts, brand }: Awaited<ReturnType<typeof openOutreach>>, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    brandId: brand.id,
    contactId: contacts[at % contacts.length]?.id ?? '',
    variables: { number: String(at) },
  }))

test('a long freeze reports its progress, first of the rows read, then of the rows written', async () => {
  const desk = await openOutreach()
  const progress: EventPayload<'outreach.freezeProgress'>[] = []
  desk.desk.subscribe((event) => {
    if (event.name === 'outreach.freezeProgress') progress.push(event.payload)
  })
  await desk.call('outreach.freeze', { template: plain, recipients: await manyOf(desk, 1_100), runId: 'one' })
  const shown = (stage: string) => progress.filter((one) => one.stage === stage).map(({ done }) => done)
  expect(new Set(progress.map(({ runId, total }) => `${runId} ${total}`))).toEqual(new Set(['one 1100']))
  expect(shown('reading')).toEqual([0, 250, 500, 750, 1000])
  expect(shown('writing')).toEqual([250, 500, 750, 1000, 1100])
})

test.each(['reading', 'writing'] as const)('a freeze cancelled while %s ends and leaves no rows', async (stage) => {
  const desk = await openOutreach()
  const { call, next, home } = desk
  const begun = next('outreach.freezeProgress', (progress) => progress.stage === stage)
  const recipients = await manyOf(desk, 10_000)
  const freezing = call('outreach.freeze', { template: plain, recipients, runId: 'one' })
  freezing.catch(() => undefined)
  await begun
  await expect(call('outreach.freeze', { template: plain, recipients, runId: 'one' })).rejects.toMatchObject({
    kind: 'conflict',
  })
  expect(await call('outreach.cancelFreeze', { runId: 'one' })).toEqual({ isCancelled: true })
  await expect(freezing).rejects.toMatchObject({ kind: 'cancelled' })
  expect(await call('outreach.cancelFreeze', { runId: 'one' })).toEqual({ isCancelled: false })
  const db = new Database(homePaths(home).coreFile, { readonly: true })
  expect(db.prepare('SELECT (SELECT count(*) FROM preview) + (SELECT count(*) FROM preview_row)').pluck().get()).toBe(0)
  db.close()
  // The same may be frozen again.
  const some = recipients.slice(0, 2)
  expect((await call('outreach.freeze', { template: plain, recipients: some, runId: 'one' })).brands[0]?.ready).toBe(2)
})

test('duplicate recipients of a brand are reported over the whole set, by contact and by address', async () => {
  const { call, contacts, brands, contactsOf, desk } = await openOutreach()
  const [one, other] = brands
  const some = contacts.slice(0, 2).map(({ id }) => ({ brandId: one?.id ?? '', contactId: id }))
  const [theirs] = await contactsOf(other?.id ?? '')
  const recipients = [
    ...some,
    { brandId: other?.id ?? '', contactId: theirs?.id ?? '' },
    { brandId: one?.id ?? '', contactId: 'nobody' },
    ...some,
    { brandId: one?.id ?? '', contactId: 'nobody' },
  ]
  const { repeated } = await call('outreach.repeated', { recipients })
  const { rows } = await call('outreach.preview', { template: plain, recipients })
  const messages = rows.map(({ blockers }) => blockers.find(({ code }) => code === 'duplicate-address')?.message)
  expect(repeated).toEqual([4, 5].map((index) => ({ index, message: messages[index] })))
  expect(repeated[0]?.message).toContain(contacts[0]?.email)
  const unknown = [{ brandId: 'brand_none', contactId: 'c' }]
  expect(await desk.call('outreach.repeated', { recipients: unknown })).toMatchObject({ error: { kind: 'not-found' } })
})
