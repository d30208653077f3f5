import { expect, test } from 'vitest'
import { changesOf } from '../../../../src-main/store/team/changes-of.ts'
import { tables } from '../../../../src-main/tables.ts'

const shared = tables.team.tables

test('changed tables become the datasets that a person sees, of their brands', () => {
  expect(changesOf(shared, { intent: ['b2', 'b1'], intent_item: ['b1'], suppression: null })).toEqual([
    { brandIds: 'all', datasets: ['suppressions'] },
    { brandIds: ['b1', 'b2'], datasets: ['intents'] },
  ])
})

test('one table of all brands makes its dataset stale for all', () => {
  expect(changesOf(shared, { intent: ['b1'], intent_act: null })).toEqual([{ brandIds: 'all', datasets: ['intents'] }])
  expect(changesOf(shared, {})).toEqual([])
})
