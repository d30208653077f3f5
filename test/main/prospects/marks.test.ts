import { expect, test } from 'vitest'
import { createProspectHandlers } from '../../../src-main/prospects/calls.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { callHandler } from '../../support/call-handler.ts'
import { tempLists } from '../../support/desk-lists.ts'
import { testAlone } from '../../support/team-engine.ts'

const openMarks = async () => {
  const lists = await tempLists('One', 'Two')
  const emitted: DeskEvent[] = []
  const emit = (name: string, payload: unknown) => emitted.push({ name, payload } as DeskEvent)
  const handlers = { ...lists.handlers, ...createProspectHandlers({ store: lists.store, emit }) }
  const [one = '', two = ''] = lists.ids
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, status: 'new', domain: `${id}.test` }))
  await lists.ingest('prospects', one, { items })
  await lists.ingest('prospects', two, { items: items.slice(0, 2) })
  const page = (input: Parameters<typeof callHandler<'prospects.page'>>[2] = {}) =>
    callHandler(handlers, 'prospects.page', input)
  const idsOf = async (filter: object, brandIds: 'all' | string[] = [one]) =>
    (await page({ filter, brandIds })).rows.map(({ id }) => id)
  return { ...lists, handlers, emitted, one, two, page, idsOf }
}

test('a mark changes only the given fields, and returns the previous ones', async () => {
  const { handlers, one, page, emitted } = await openMarks()
  const mark = (input: object) =>
    callHandler(handlers, 'prospects.mark', { brandId: one, prospectIds: ['a', 'b'], ...input })
  expect(await mark({ triage: 'keep', addTags: ['press', 'press'] })).toEqual({
    changed: 2,
    before: [
      { prospectId: 'a', triage: null, tags: [], note: '' },
      { prospectId: 'b', triage: null, tags: [], note: '' },
    ],
  })
  await mark({ prospectIds: ['a'], note: 'call Ann' })
  const { before } = await mark({ addTags: ['uk'], removeTags: ['press'], triage: null })
  expect(before).toEqual([
    { prospectId: 'a', triage: 'keep', tags: ['press'], note: 'call Ann' },
    { prospectId: 'b', triage: 'keep', tags: ['press'], note: '' },
  ])
  expect(await mark({ triage: null })).toEqual({ changed: 0, before: [] })
  const { rows } = await page({ brandIds: [one] })
  expect(rows.map(({ triage, tags, note }) => [triage, tags, note])).toEqual([
    [null, ['uk'], 'call Ann'],
    [null, ['uk'], ''],
    [null, [], ''],
    [null, [], ''],
  ])
  expect(emitted).toEqual(Array(3).fill({ name: 'changed', payload: { brandIds: [one], datasets: ['marks'] } }))
})

test('filters by triage and tags are paged in the store, over brands that share ids', async () => {
  const { handlers, one, two, page, idsOf } = await openMarks()
  const mark = (brandId: string, prospectIds: string[], input: object) =>
    callHandler(handlers, 'prospects.mark', { brandId, prospectIds, ...input })
  await mark(one, ['a', 'b'], { triage: 'keep', addTags: ['press'] })
  await mark(one, ['c'], { triage: 'drop', addTags: ['uk'] })
  await mark(one, ['d'], { addTags: ['uk'] })
  await mark(two, ['b'], { triage: 'keep' })
  expect(await idsOf({ triage: ['keep'] })).toEqual(['a', 'b'])
  expect(await idsOf({ triage: ['keep'] }, 'all')).toEqual(['a', 'b', 'b'])
  expect(await idsOf({ triage: ['none'] })).toEqual(['d'])
  expect(await idsOf({ triage: ['none'] }, 'all')).toEqual(['a', 'd'])
  expect(await idsOf({ triage: ['none', 'drop'] })).toEqual(['c', 'd'])
  expect(await idsOf({ tags: ['uk', 'press'] })).toEqual(['a', 'b', 'c', 'd'])
  expect(await idsOf({ tags: ['uk'], triage: ['drop'] })).toEqual(['c'])
  expect(await idsOf({ tags: ['never'] })).toEqual([])
  const first = await page({ brandIds: 'all', filter: { triage: ['keep'] }, limit: 2 })
  expect(first).toMatchObject({ total: 3, nextCursor: expect.any(String) })
  const rest = await page({ brandIds: 'all', filter: { triage: ['keep'] }, limit: 2, cursor: first.nextCursor })
  expect([...first.rows, ...rest.rows].map(({ brandId, id }) => [brandId === one, id]).toSorted()).toEqual([
    [false, 'b'],
    [true, 'a'],
    [true, 'b'],
  ])
  expect((await page({ brandIds: [one] })).tagCounts).toEqual([
    { tag: 'press', count: 2 },
    { tag: 'uk', count: 2 },
  ])
  expect((await page({ brandIds: [two] })).tagCounts).toEqual([])
})

test('marks are kept when their prospect is no longer listed, and tagCounts leave it out', async () => {
  const { handlers, one, ingest, page } = await openMarks()
  await callHandler(handlers, 'prospects.mark', { brandId: one, prospectIds: ['a'], addTags: ['press'] })
  await ingest('prospects', one, { items: [{ id: 'b', status: 'new' }] })
  const counts = async () => (await page({ brandIds: [one] })).tagCounts
  expect(await counts()).toEqual([])
  await ingest('prospects', one, { items: [{ id: 'a', status: 'won' }] })
  expect((await page({ brandIds: [one] })).rows[0]).toMatchObject({ id: 'a', tags: ['press'] })
  expect(await counts()).toEqual([{ tag: 'press', count: 1 }])
  await callHandler(handlers, 'prospects.mark', { brandId: one, prospectIds: ['a'], addTags: ['uk'] })
  expect(await counts()).toEqual([
    { tag: 'press', count: 1 },
    { tag: 'uk', count: 1 },
  ])
  expect((await page({ brandIds: 'all' })).tagCounts).toEqual(await counts())
})

testAlone('an unknown brand is not found, and a removed one leaves no mark', async () => {
  const { handlers, one, store } = await openMarks()
  const mark = { prospectIds: ['a'], triage: 'drop' as const }
  await expect(callHandler(handlers, 'prospects.mark', { brandId: 'brand_none', ...mark })).rejects.toMatchObject({
    kind: 'not-found',
  })
  await callHandler(handlers, 'prospects.mark', { brandId: one, ...mark })
  await store.write('brands.delete', { id: one })
  await expect(callHandler(handlers, 'prospects.mark', { brandId: one, ...mark })).rejects.toMatchObject({
    kind: 'not-found',
  })
})
