import { expect, test, vi } from 'vitest'
import { registrableDomain } from '../../../src-main/base/registrable-domain.ts'
import { toSuppressionValue } from '../../../src-main/suppressions/rules/values.ts'
import { createSuppressionBook, createSuppressionHandlers } from '../../../src-main/suppressions/suppressions.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { callHandler } from '../../support/call-handler.ts'
import { cpuMs } from '../../support/cpu-time.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { tempStore } from '../../support/temp-store.ts'

const openList = async () => {
  const { store } = await tempStore()
  const told: DeskEvent[] = []
  const clock = createManualClock(1_000)
  const emit = (name: string, payload: unknown) => told.push({ name, payload } as DeskEvent)
  const book = createSuppressionBook({ store })
  const handlers = createSuppressionHandlers({ store, book, clock, emit })
  return { store, handlers, book, told }
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

test('two sites of one hosting suffix are not one another', () => {
  expect(registrableDomain('https://one.github.io/x')).not.toBe(registrableDomain('two.github.io'))
})

test('an address is kept out by itself or by its domain, its own entry before the domain’s', async () => {
  const { handlers, book } = await openList()
  const entries = [
    { value: 'ann@acme.com', reason: 'asked us to stop' },
    { value: 'acme.com', reason: 'competitor' },
  ]
  expect(await callHandler(handlers, 'outreach.suppress', { entries })).toEqual({ added: 2, already: 0 })
  const found = await book.find(['Ann@Acme.com', 'bob@news.acme.com', 'eve@acme.org', 'no address', 'ann@acme.com'])
  expect(Array.from(found, ([email, { reason }]) => [email, reason])).toEqual([
    ['Ann@Acme.com', 'asked us to stop'],
    ['bob@news.acme.com', 'competitor'],
    ['ann@acme.com', 'asked us to stop'],
  ])
})

test('one broken row of a list, and nothing of it is taken over', async () => {
  const { handlers, told } = await openList()
  const entries = [{ value: 'acme.com' }, { value: 'not one' }, { value: 'ann@' }]
  await expect(callHandler(handlers, 'outreach.suppress', { entries })).rejects.toMatchObject({
    kind: 'invalid',
    detail: { issues: [{ path: 'entries.1.value' }, { path: 'entries.2.value' }] },
  })
  expect(await callHandler(handlers, 'outreach.suppressions', {})).toMatchObject({ rows: [], total: 0 })
  expect(told).toEqual([])
})

test('what is on the list already is counted and stays; pages are newest first; what is taken off is told', async () => {
  const { handlers, told } = await openList()
  await callHandler(handlers, 'outreach.suppress', { entries: [{ value: 'acme.com', reason: 'first' }] })
  const again = [{ value: 'www.acme.com', reason: 'second' }, { value: 'b.test' }, { value: 'B.test' }]
  expect(await callHandler(handlers, 'outreach.suppress', { entries: again })).toEqual({ added: 1, already: 2 })
  const first = await callHandler(handlers, 'outreach.suppressions', { limit: 1 })
  expect(first).toMatchObject({ rows: [{ kind: 'domain', value: 'b.test', reason: '' }], total: 2 })
  const rest = await callHandler(handlers, 'outreach.suppressions', { limit: 1, cursor: first.nextCursor })
  expect(rest).toMatchObject({ rows: [{ value: 'acme.com', reason: 'first' }], nextCursor: null })
  expect(await callHandler(handlers, 'outreach.suppressions', { search: 'FIRST' })).toMatchObject({ total: 1 })
  const { removed } = await callHandler(handlers, 'outreach.unsuppress', { values: ['ACME.com', 'never.test'] })
  expect(removed).toEqual([{ kind: 'domain', value: 'acme.com', reason: 'first', createdAt: expect.any(String) }])
  expect(await callHandler(handlers, 'outreach.suppressions', {})).toMatchObject({ total: 1 })
  expect(told).toHaveLength(3)
})

test('10,000 addresses against 10,000 entries take less than two seconds', async () => {
  const { handlers, book } = await openList()
  const entries = Array.from({ length: 10_000 }, (_, at) => ({ value: `person${at}@site${at}.test` }))
  await callHandler(handlers, 'outreach.suppress', { entries })
  const emails = Array.from({ length: 10_000 }, (_, at) => `Person${at * 2}@Site${at * 2}.test`)
  const startedMs = cpuMs()
  const found = await book.find(emails)
  expect(cpuMs() - startedMs).toBeLessThan(2_000)
  expect(found.size).toBe(5_000)
})

test('whether the list is empty is read again only when it is changed, and each time while it is', async () => {
  const { store, handlers, book } = await openList()
  const read = vi.spyOn(store, 'read')
  expect([await book.isEmpty(), await book.isEmpty()]).toEqual([true, true])
  expect(read).toHaveBeenCalledTimes(1)
  const writing = Promise.withResolvers<void>()
  const changing = book.change(() => writing.promise)
  await book.isEmpty()
  await book.isEmpty()
  expect(read).toHaveBeenCalledTimes(3)
  writing.resolve()
  await changing
  await callHandler(handlers, 'outreach.suppress', { entries: [{ value: 'acme.com', reason: '' }] })
  expect([await book.isEmpty(), await book.isEmpty()]).toEqual([false, false])
  expect(read).toHaveBeenCalledTimes(4)
  await callHandler(handlers, 'outreach.unsuppress', { values: ['acme.com'] })
  expect(await book.isEmpty()).toBe(true)
})
