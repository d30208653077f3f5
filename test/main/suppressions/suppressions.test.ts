import { expect, test } from 'vitest'
import { registrableDomain } from '../../../src-main/base/registrable-domain.ts'
import { toSuppressionValue } from '../../../src-main/suppressions/rules/values.ts'
import { createSuppressions } from '../../../src-main/suppressions/suppressions.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { callHandler } from '../../support/call-handler.ts'
import { cpuMs } from '../../support/cpu-time.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { tempStore } from '../../support/temp-store.ts'

const openList = async () => {
  const { store } = await tempStore()
  const emitted: DeskEvent[] = []
  const clock = createManualClock(1_000)
  const emit = (name: string, payload: unknown) => emitted.push({ name, payload } as DeskEvent)
  const handlers = createSuppressions({ store, clock, emit }).handlers
  return { store, handlers, emitted }
}

test.each([
  ['Ann@Example.COM', { kind: 'address', value: 'ann@example.com' }],
  ['mailto:ann@mail.example.co.uk', { kind: 'address', value: 'ann@mail.example.co.uk' }],
  ['ann@bücher.de', { kind: 'address', value: 'ann@xn--bcher-kva.de' }],
  ['blog.Example.co.uk', { kind: 'domain', value: 'example.co.uk' }],
  ['@acme.com', { kind: 'domain', value: 'acme.com' }],
  ['https://www.acme.com/write-for-us?x=1', { kind: 'domain', value: 'acme.com' }],
  ['acme.com/about', { kind: 'domain', value: 'acme.com' }],
  ['someone.github.io', { kind: 'domain', value: 'someone.github.io' }],
  ['bücher.de.', { kind: 'domain', value: 'xn--bcher-kva.de' }],
  ['just words', null],
  ['a b@acme.com', null],
  ['ann@', null],
  ['co.uk', null],
  ['127.0.0.1', null],
  ['localhost', null],
  ['', null],
])('%j on the list is %j', (text, value) => {
  expect(toSuppressionValue(text)).toEqual(value)
})

test('two sites of one hosting suffix are different', () => {
  expect(registrableDomain('https://one.github.io/x')).not.toBe(registrableDomain('two.github.io'))
})

test('a contact is suppressed by its address, its domain or its site, in that order', async () => {
  const { store, handlers } = await openList()
  const entries = [
    { value: 'ann@acme.com', reason: 'asked us to stop' },
    { value: 'acme.com', reason: 'competitor' },
    { value: 'münchen.de', reason: 'partner' },
  ]
  expect(await callHandler(handlers, 'outreach.suppress', { entries })).toEqual({ added: 3, already: 0 })
  const contacts = [
    ...['Ann@Acme.com', 'bob@news.acme.com', 'eve@acme.org', 'no address'].map((email) => ({ email, domain: null })),
    { email: 'eve@acme.org', domain: 'blog.acme.com' },
    { email: 'ann@acme.com', domain: 'münchen.de' },
    { email: 'ann@münchen.de', domain: null },
    { email: null, domain: 'www.xn--mnchen-3ya.de' },
    { email: null, domain: null },
  ]
  const found = await store.read('suppressions.ofContacts', { contacts })
  expect(found.map((entry) => entry?.reason ?? null)).toEqual([
    'asked us to stop',
    'competitor',
    null,
    null,
    'competitor',
    'asked us to stop',
    'partner',
    'partner',
    null,
  ])
})

test('a list with a broken row is refused whole', async () => {
  const { handlers, emitted } = await openList()
  const entries = [{ value: 'acme.com' }, { value: 'not one' }, { value: 'ann@' }]
  await expect(callHandler(handlers, 'outreach.suppress', { entries })).rejects.toMatchObject({
    kind: 'invalid',
    detail: { issues: [{ path: 'entries.1.value' }, { path: 'entries.2.value' }] },
  })
  expect(await callHandler(handlers, 'outreach.suppressions', {})).toMatchObject({ rows: [], total: 0 })
  expect(emitted).toEqual([])
})

test('existing entries are counted and stay; pages are newest first; removed entries are returned', async () => {
  const { handlers, emitted } = await openList()
  await callHandler(handlers, 'outreach.suppress', { entries: [{ value: 'acme.com', reason: 'first' }] })
  const again = [{ value: 'www.acme.com', reason: 'second' }, { value: 'b.test' }, { value: 'B.test' }]
  expect(await callHandler(handlers, 'outreach.suppress', { entries: again })).toEqual({ added: 1, already: 2 })
  const first = await callHandler(handlers, 'outreach.suppressions', { limit: 1 })
  expect(first).toMatchObject({ rows: [{ kind: 'domain', value: 'b.test', reason: '' }], total: 2 })
  const rest = await callHandler(handlers, 'outreach.suppressions', { limit: 1, cursor: first.nextCursor })
  expect(rest).toMatchObject({ rows: [{ value: 'acme.com', reason: 'first' }], nextCursor: null })
  expect(await callHandler(handlers, 'outreach.suppressions', { search: 'FIRST' })).toMatchObject({ total: 1 })
  const { removed } = await callHandler(handlers, 'outreach.unsuppress', { values: ['ACME.com', 'never.test'] })
  expect(removed).toMatchObject([{ kind: 'domain', value: 'acme.com', reason: 'first', createdAt: expect.any(String) }])
  expect(await callHandler(handlers, 'outreach.suppressions', {})).toMatchObject({ total: 1 })
  expect(emitted).toHaveLength(3)
})

test('matching 10,000 contacts with 10,000 entries takes less than two seconds', async () => {
  const { store, handlers } = await openList()
  const entries = Array.from({ length: 10_000 }, (_, at) => ({ value: `person${at}@site${at}.test` }))
  await callHandler(handlers, 'outreach.suppress', { entries })
  const contacts = Array.from({ length: 10_000 }, (_, at) => ({
    email: `Person${at * 2}@Site${at * 2}.test`,
    domain: null,
  }))
  const startedMs = cpuMs()
  const found = await store.read('suppressions.ofContacts', { contacts })
  expect(cpuMs() - startedMs).toBeLessThan(2_000)
  expect(found.filter((entry) => entry !== null)).toHaveLength(5_000)
})
