import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CALL_NAMES, CALL_READS, calls, events } from '../../../src-shared/desk/contract.ts'
import { DATASETS, READABLE_DATASETS } from '../../../src-shared/desk/datasets.ts'
import { call } from '../../../src-shared/desk/define.ts'
import { brandsNamedIn, isStale } from '../../../src-shared/desk/values/changes.ts'

const rankings = { reads: ['rankings', 'brands'], brandIds: ['a', 'b'] } as const

describe('a change makes a reply stale', () => {
  test('when it names a dataset and a brand of the reply', () => {
    expect(isStale(rankings, { brandIds: ['b', 'c'], datasets: ['contacts', 'rankings'] })).toBe(true)
  })
  test('when one of both is about all brands', () => {
    expect(isStale(rankings, { brandIds: 'all', datasets: ['brands'] })).toBe(true)
    expect(isStale({ ...rankings, brandIds: 'all' }, { brandIds: ['c'], datasets: ['rankings'] })).toBe(true)
  })
  test('never for another dataset', () => {
    expect(isStale({ ...rankings, brandIds: 'all' }, { brandIds: 'all', datasets: ['contacts'] })).toBe(false)
  })
  test('never for another brand', () => {
    expect(isStale(rankings, { brandIds: ['c'], datasets: ['rankings'] })).toBe(false)
  })
  test('never when the call reads nothing', () => {
    expect(isStale({ reads: [], brandIds: 'all' }, { brandIds: 'all', datasets: READABLE_DATASETS })).toBe(false)
  })
})

test('an input or reply names its brands by brandId or brandIds', () => {
  expect(brandsNamedIn({ brandId: 'a' })).toEqual(['a'])
  expect(brandsNamedIn({ brandIds: ['a', 'b'] })).toEqual(['a', 'b'])
  expect(brandsNamedIn({ brandIds: 'all' })).toBe('all')
  expect(brandsNamedIn({ id: 'x' })).toBeNull()
  expect(brandsNamedIn(undefined)).toBeNull()
})

test('a call without reads, or with an unknown dataset, does not compile', () => {
  const [input, output] = [z.object({}), z.object({})]
  call({ input, output, reads: [] })
  // @ts-expect-error: what it reads is missing
  call({ input, output })
  // @ts-expect-error: there is no such dataset
  call({ input, output, reads: ['ranks'] })
})

test('every synced dataset is read by some call, and every readable one can be announced', () => {
  const read = new Set(CALL_NAMES.flatMap((name) => CALL_READS[name]))
  expect([...read].toSorted()).toEqual([...READABLE_DATASETS].toSorted())
  expect(events.changed.parse({ brandIds: 'all', datasets: READABLE_DATASETS }).datasets).toEqual(READABLE_DATASETS)
})

test('a change of contacts leaves rankings fresh', () => {
  const change = { brandIds: 'all', datasets: ['contacts', 'sync'] } as const
  const stale = CALL_NAMES.filter((name) => isStale({ reads: calls[name].reads, brandIds: 'all' }, change))
  expect(stale).toContain('contacts.page')
  expect(stale.filter((name) => name.startsWith('rankings.'))).toEqual([])
  expect(DATASETS).toContain('contacts')
})
