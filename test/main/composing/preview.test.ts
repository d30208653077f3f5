import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PreviewRow } from '../../../src-shared/desk/composing.ts'
import { openComposing, person } from '../../support/composing-desk.ts'

const codesOf = ({ blockers, warnings }: PreviewRow) => [...blockers, ...warnings].map(({ code }) => code)

test('a row has the text, the contact’s data, and lengths in characters', async () => {
  const { ingest, brandId, people, rowOf } = await openComposing('Acme')
  await ingest('prospects', brandId, { items: [{ id: 'site-c1', status: 'new', domain: 'c1.test', title: 'C One' }] })
  await people(brandId, [person('c1')])
  const row = await rowOf(
    { subject: '☕👩‍🚀 {{ city }}', body: 'For {{ prospect.title }}' },
    { contactId: 'c1', variables: { city: 'Köln' } },
  )
  expect(row).toEqual({
    brandId,
    contactId: 'c1',
    name: 'Jane c1',
    email: 'c1@c1.test',
    domain: 'c1.test',
    ...{
      subject: '☕👩‍🚀 Köln',
      body: 'For C One',
      subjectCharacters: 9,
      bodyCharacters: 9,
      blockers: [],
      warnings: [],
    },
  })
})

test('a variable that some contacts have is empty for the others; one that none has is unknown, even with a default', async () => {
  const { brandId, people, call } = await openComposing('Acme')
  await people(brandId, [person('c1', { beat: 'tea' }), person('c2')])
  const preview = async (body: string) => {
    const recipients = [
      { brandId, contactId: 'c1', variables: { city: 'Köln' } },
      { brandId, contactId: 'c2' },
    ]
    const { rows } = await call('outreach.preview', { template: { subject: 's', body }, recipients })
    return rows.map((row) => row.blockers[0]?.code ?? row.body)
  }
  expect(await preview('{{ contact.beat }} {{ city }}')).toEqual(['tea Köln', 'empty-variable'])
  expect(await preview('{{ contact.beat | default: "-" }} {{ city | default: "-" }}')).toEqual(['tea Köln', '- -'])
  expect(await preview('{{ contact.baet | default: "-" }}')).toEqual(['unknown-variable', 'unknown-variable'])
})

test('a recipient is blocked by each reason of the interface', async () => {
  const { ids, people, call, suppressDomain } = await openComposing('Acme', 'Beta')
  const [acme = '', beta = ''] = ids
  const twin = person('c2', { email: 'C1@c1.test ' })
  await people(acme, [person('c1'), twin, person('c3'), person('c4', { email: null })])
  await people(beta, [person('b1', { email: 'c1@C1.test' })])
  await suppressDomain('c3.test', 'asked us to stop')
  const of = (brandId: string, contactId: string) => ({ brandId, contactId })
  const { rows } = await call('outreach.preview', {
    template: { subject: 's', body: 'b' },
    recipients: [
      of(acme, 'c1'),
      of(acme, 'c2'),
      of(acme, 'c3'),
      of(acme, 'c4'),
      of(acme, 'c1'),
      of(acme, 'b1'),
      of(beta, 'b1'),
    ],
  })
  expect(rows.map(codesOf)).toEqual([
    ['contacted-before'],
    ['duplicate-address', 'contacted-before'],
    ['suppressed'],
    ['no-address'],
    ['duplicate-address', 'contacted-before'],
    ['unknown-contact'],
    ['contacted-before'],
  ])
  expect(rows[2]?.blockers[0]?.message).toBe('c3.test is on the suppression list: asked us to stop.')
  expect(rows[0]?.warnings[0]?.message).toBe('Beta contacts the same address in this set.')
  expect(rows[5]?.blockers[0]?.message).toBe('This contact belongs to Beta, not to Acme. Remove it.')
  expect(
    (await call('outreach.preview', { template: { subject: ' ', body: '\n' }, recipients: [of(acme, 'c1')] })).rows.map(
      codesOf,
    ),
  ).toEqual([['no-subject', 'no-body']])
})

test('contacts without an address are not counted as duplicates', async () => {
  const { brandId, people, call } = await openComposing('Acme')
  await people(brandId, [person('c1', { email: ' ' }), person('c2', { email: ' ' })])
  const recipients = ['c1', 'c2'].map((contactId) => ({ brandId, contactId }))
  const { rows } = await call('outreach.preview', { template: { subject: 's', body: 'b' }, recipients })
  expect(rows.map(codesOf)).toEqual([['no-address'], ['no-address']])
  expect(rows[0]?.email).toBeNull()
})

test('a suppressed site blocks its contacts without a known address', async () => {
  const { ingest, brandId, people, rowOf, suppressDomain } = await openComposing('Acme')
  await ingest('prospects', brandId, { items: [{ id: 'site-c1', status: 'new', domain: 'c1.test' }] })
  await people(brandId, [person('c1', { email: null })])
  await suppressDomain('c1.test')
  expect(codesOf(await rowOf({}, { contactId: 'c1' }))).toEqual(['suppressed', 'no-address'])
})

test('a row warns of earlier contacts and of queued pitches', async () => {
  const { ids, people, rowOf, clock, contactHistory, waiting } = await openComposing('Acme', 'Beta')
  const [acme = '', beta = ''] = ids
  await people(acme, [person('c1', { email: 'jane@mail.example.co.uk' })])
  const at = (days: number) => new Date(clock.now() - days * 86_400_000).toISOString()
  const one = { brandId: acme, contactId: 'c1', subject: null }
  contactHistory.push(
    { ...one, byBrandId: acme, match: 'person', at: null, isWaiting: true },
    { ...one, byBrandId: acme, match: 'person', at: at(12), isWaiting: false },
    { ...one, byBrandId: beta, match: 'domain', at: null, isWaiting: true },
    { ...one, byBrandId: beta, match: 'domain', at: at(1), isWaiting: false },
  )
  waiting.set('c1', { subject: 'Old text' })
  const { blockers, warnings } = await rowOf({}, { contactId: 'c1' })
  expect(blockers).toEqual([])
  expect(warnings).toEqual([
    {
      code: 'already-queued',
      message: 'Acme has a pitch queued for this person ("Old text"); this message replaces it.',
    },
    { code: 'contacted-before', message: 'Acme pitched this person 12 days ago.' },
    { code: 'contacted-before', message: 'Beta has a pitch queued for somebody at example.co.uk.' },
    { code: 'contacted-before', message: 'Beta pitched somebody at example.co.uk 1 day ago.' },
  ])
})

test('a row warns of a site that the service lists as one that links already', async () => {
  const { ingest, brandId, people, rowOf } = await openComposing('Acme')
  const site = (id: string, more: object) => ({ id: `site-${id}`, status: 'new', domain: `${id}.test`, ...more })
  const items = [
    site('c1', { status: 'linked' }),
    site('c2', { status: 'people_found' }),
    site('c3', { hasLink: true }),
  ]
  await ingest('prospects', brandId, { items })
  await people(brandId, [person('c1'), person('c2'), person('c3'), person('c4')])
  const text = { subject: 's', body: 'b' }
  const warnings = await Promise.all(
    ['c1', 'c2', 'c3', 'c4'].map(async (contactId) => (await rowOf(text, { contactId })).warnings),
  )
  const links = (site: string) => [{ code: 'site-links', message: `${site} already links to Acme.` }]
  expect(warnings).toEqual([links('c1.test'), [], links('c3.test'), []])
})

test('a colleague’s open pitch blocks a contact, and names who queued it and to whom', async () => {
  const { brandId, people, rowOf, clock, waiting } = await openComposing('Acme')
  await people(brandId, [person('c1')])
  const here = { sinceMs: clock.now(), state: 'held' as const, by: 'Ann Lee' }
  const codesAs = async (change: Partial<Record<'by', null> & Record<'state', 'queued'>>) => {
    waiting.set('c1', { subject: 'Old text', here: { ...here, ...change } })
    return codesOf(await rowOf({}, { contactId: 'c1' }))
  }
  expect(await codesAs({ by: null })).toEqual(['already-queued'])
  expect(await codesAs({ state: 'queued' })).toEqual(['already-queued'])
  waiting.set('c1', { subject: 'Old text', here })
  const { blockers, warnings } = await rowOf({}, { contactId: 'c1' })
  expect(warnings).toEqual([])
  expect(blockers).toEqual([
    {
      code: 'open-pitch',
      message: expect.stringMatching(/^Ann Lee queued a pitch to this contact \(c1@c1\.test\) at \d\d:\d\d: held\.$/),
    },
  ])
})

test('a row warns of problems in its text', async () => {
  const { brandId, people, rowOf } = await openComposing('Acme Tools', 'Beta Garden')
  await people(brandId, [person('c1')])
  const row = await rowOf(
    { subject: `Hi [Name] ${'☕'.repeat(500)}`, body: `Beta Garden ${'x'.repeat(50_000)}` },
    { contactId: 'c1' },
  )
  expect(row.blockers).toEqual([])
  expect(row.warnings).toEqual([
    { code: 'unfilled-placeholder', message: '"[Name]" looks like an unfilled placeholder.' },
    { code: 'wrong-brand', message: 'The text names Beta Garden, but would be sent for Acme Tools.' },
    { code: 'truncated-subject', message: 'The subject has 510 characters; the service cuts it after 500.' },
    { code: 'truncated-body', message: 'The body has 50012 characters; the service cuts it after 50000.' },
  ])
  expect([row.subjectCharacters, row.bodyCharacters]).toEqual([510, 50_012])
  expect((await rowOf({ subject: '☕'.repeat(500), body: 'x'.repeat(50_000) }, { contactId: 'c1' })).warnings).toEqual(
    [],
  )
})

test('an unknown brand is not found', async () => {
  const { rowOf } = await openComposing('Acme')
  await expect(rowOf({}, { contactId: 'c1', brandId: 'brand_none' })).rejects.toMatchObject({ kind: 'not-found' })
})

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }))

test('preview, frozen rows and queued pitches are equal, byte for byte', async () => {
  const { brandId, people, call, frozen } = await openComposing('Acme')
  const template = {
    subject: '{{ a | default: "none" }} {{ contact.name | default: "you" }}',
    body: 'Dear {{ contact.name | default: "you" }}\n\n{{ b }}',
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: text, a: text, b: text }), { minLength: 1, maxLength: 8 }),
      async (values) => {
        await people(
          brandId,
          values.map(({ name }, at) => person(`c${at}`, { name })),
        )
        const recipients = values.map(({ a, b }, at) => ({ brandId, contactId: `c${at}`, variables: { a, b } }))
        const { rows } = await call('outreach.preview', { template, recipients })
        const { previewId } = await call('outreach.freeze', { template, recipients })
        expect((await call('outreach.frozen', { previewId })).rows).toEqual(rows)
        const ready = rows.filter(({ blockers }) => blockers.length === 0)
        const { brands } = await frozen.take(previewId, async (taken) => taken)
        expect(brands.flatMap(({ items }) => items)).toEqual(
          ready.map(({ contactId, subject, body }) => ({ prospectEmailId: contactId, subject, body })),
        )
      },
    ),
    { numRuns: 40 },
  )
})
