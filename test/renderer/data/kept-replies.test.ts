// A list that is opened again within a minute shows its first rows without a call, unless a change made them stale.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bridge } from '../../../src-renderer/bridge.ts'
import { contactQuery } from '../../../src-renderer/data/contact-query.ts'
import { invalidate, invalidateAll } from '../../../src-renderer/data/invalidate.ts'
import { createKeptReplies } from '../../../src-renderer/data/kept-replies.ts'
import { pageQuery } from '../../../src-renderer/data/page-query.ts'
import { rankQuery } from '../../../src-renderer/data/rank-rows.ts'
import type { ReadableDataset } from '../../../src-shared/desk/datasets.ts'
import type { Reply } from '../../../src-shared/desk/errors.ts'

type Asked = { readonly input: unknown; readonly reply: (value: Reply<unknown>) => void }
let asked: Asked[] = []

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  const call = (_name: string, input: unknown) => new Promise((reply) => asked.push({ input, reply }))
  vi.spyOn(bridge, 'call').mockImplementation(call as typeof bridge.call) // replies are those of the calls below
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const page = (rows: readonly string[]): Reply<unknown> => ({
  ok: true,
  value: { rows, total: rows.length, nextCursor: null, freshAsOf: null },
})
const detailed = (reply: Reply<unknown>): Reply<unknown> =>
  reply.ok ? { ok: true, value: { ...(reply.value as object), isDetailed: true } } : reply
const changed = (brandId: string, ...datasets: ReadableDataset[]) =>
  invalidate({ name: 'changed', payload: { brandIds: [brandId], datasets } })

const FIRST = { offset: 0, limit: 60, cursor: null, isDetailed: false }
const ofBrand = (brandId: string) => ({ brandIds: [brandId], limit: 60 })
const answered = async (reading: Promise<unknown>, reply: Reply<unknown>): Promise<unknown> => {
  asked.at(-1)?.reply(reply)
  return reading
}

test('a reply is given again for a minute', async () => {
  const kept = createKeptReplies()
  const read = () => kept.ask('contacts.page', ofBrand('a'), FIRST)
  await answered(read(), page(['one']))
  vi.advanceTimersByTime(59_000)
  expect(await read()).toEqual(page(['one']))
  expect(asked).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(await answered(read(), page(['two']))).toEqual(page(['two']))
  expect(asked).toHaveLength(2)
})

test('a change of its brand and of what it reads makes it stale, another one does not', async () => {
  const kept = createKeptReplies()
  const read = () => kept.ask('contacts.page', ofBrand('a'), FIRST)
  await answered(read(), page(['one']))
  changed('b', 'contacts')
  changed('a', 'clusters')
  await read()
  expect(asked).toHaveLength(1)
  changed('a', 'contacts')
  await answered(read(), page(['two']))
  invalidateAll()
  await answered(read(), page(['three']))
  expect(asked).toHaveLength(3)
})

test('a reply is not kept where a change came while it was asked for, nor is an error', async () => {
  const kept = createKeptReplies()
  const read = () => kept.ask('contacts.page', ofBrand('a'), FIRST)
  const reading = read()
  changed('a', 'contacts')
  await answered(reading, page(['old']))
  await answered(read(), { ok: false, error: { kind: 'storage', message: 'no' } })
  await answered(read(), page(['new']))
  expect(await read()).toEqual(page(['new']))
  expect(asked).toHaveLength(3)
})

test('rows on show that are asked for again are asked for, and kept as they come', async () => {
  const query = pageQuery('contacts.page', { input: { brandIds: ['again'] } })
  await answered(query.fetch(FIRST), page(['one']))
  await answered(query.fetch({ ...FIRST, isAgain: true }), page(['two']))
  expect(await query.fetch(FIRST)).toEqual(page(['two']))
  expect(asked).toHaveLength(2)
  await answered(query.fetch({ ...FIRST, offset: 60 }), page(['three']))
  expect(asked).toHaveLength(3)
})

test('the first page of the rankings of all brands is kept, with its trends once they came; that of one brand is not', async () => {
  const all = rankQuery({ brandIds: 'all' })
  await answered(all.fetch(FIRST), page(['one']))
  expect(await all.fetch(FIRST)).toEqual(page(['one']))
  await answered(all.fetch({ ...FIRST, isDetailed: true }), page(['with trends']))
  expect(await all.fetch(FIRST)).toEqual(detailed(page(['with trends'])))
  expect(await all.fetch({ ...FIRST, isDetailed: true })).toEqual(detailed(page(['with trends'])))
  expect(asked).toHaveLength(2)
  await answered(all.fetch({ ...FIRST, isDetailed: true, isAgain: true }), page(['two']))
  expect(await all.fetch(FIRST)).toEqual(detailed(page(['two'])))
  changed('a', 'rankings')
  await answered(all.fetch(FIRST), page(['three']))
  expect(asked).toHaveLength(4)
  const one = rankQuery({ brandIds: ['a'] })
  await answered(one.fetch(FIRST), page(['four']))
  await answered(one.fetch(FIRST), page(['five']))
  expect(asked).toHaveLength(6)
})

test('the history of the contacts is kept with their page, until any brand changes; without an answer it is unknown', async () => {
  const query = contactQuery({ input: { brandIds: ['mine'] } })
  const row = { brandId: 'mine', id: 'ann' }
  const known = { rows: [row], total: 1, nextCursor: null, freshAsOf: null }
  const details = { ...FIRST, isDetailed: true, known }
  const history = (subjects: readonly string[]): Reply<unknown> => ({
    ok: true,
    value: { contactHistory: subjects.map((subject) => ({ brandId: 'mine', contactId: 'ann', subject })) },
  })
  const shown = {
    ok: true,
    value: {
      ...known,
      rows: [{ ...row, contactHistory: [expect.objectContaining({ subject: 'one' })] }],
      isDetailed: true,
    },
  }
  expect(await answered(query.fetch(details), history(['one']))).toEqual(shown)
  expect(await query.fetch(details)).toEqual(shown)
  await answered(query.fetch(FIRST), { ok: true, value: known })
  expect(await query.fetch(FIRST)).toEqual(shown)
  expect(asked).toHaveLength(2)
  changed('another', 'outbox')
  expect(await query.fetch(FIRST)).toEqual({ ok: true, value: known })
  expect(asked).toHaveLength(2)
  expect(await answered(query.fetch(details), { ok: false, error: { kind: 'storage', message: 'no' } })).toEqual({
    ok: true,
    value: known,
  })
  expect(await answered(query.fetch({ ...details, isAgain: true }), history([]))).toEqual({
    ok: true,
    value: { ...known, rows: [{ ...row, contactHistory: [] }], isDetailed: true },
  })
  expect(asked.at(-1)?.input).toEqual({ contacts: [{ brandId: 'mine', contactId: 'ann' }] })
})

test('only the newest replies are kept', async () => {
  const kept = createKeptReplies()
  for (let brand = 0; brand <= 40; brand += 1)
    await answered(kept.ask('contacts.page', ofBrand(`${brand}`), FIRST), page([]))
  await kept.ask('contacts.page', ofBrand('1'), FIRST)
  expect(asked).toHaveLength(41)
  void kept.ask('contacts.page', ofBrand('0'), FIRST)
  expect(asked).toHaveLength(42)
})
