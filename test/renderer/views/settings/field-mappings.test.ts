import { describe, expect, test } from 'vitest'
import {
  addition,
  mappingProblem,
  removal,
  replacement,
  undoOf,
} from '../../../../src-renderer/views/settings/field-mappings.ts'
import { type Mapping, mappingsOf } from '../../../../src-shared/service/field-mappings.ts'
import { DEFAULT_PROFILE, mergeProfile } from '../../../../src-shared/service/profile.ts'

const mapping = (ours: string, wire: string): Mapping => ({
  operation: 'connectors.catalog',
  side: 'response',
  ours,
  wire,
})
const state = mapping('tools[].default', 'tools[].defaultState')
const profile = mergeProfile(DEFAULT_PROFILE, addition([state]))

describe('patches of the editor', () => {
  test('add, replace and remove a mapping', () => {
    expect(mappingsOf(profile)).toEqual([state])
    const other = mapping('tools[].effective', 'tools[].state')
    const replaced = mergeProfile(profile, replacement(state, other))
    expect(mappingsOf(replaced)).toEqual([other])
    expect(mappingsOf(mergeProfile(replaced, removal(other)))).toEqual([])
  })

  test('undo brings back what was there before', () => {
    const applied = [mapping('tools[].default', 'tools[].std'), mapping('tools[].effective', 'tools[].state')]
    const undo = undoOf(profile, applied)
    expect(mergeProfile(mergeProfile(profile, addition(applied)), undo)).toEqual(profile)
  })
})

test.each([
  ['a good one', mapping('tools[].effective', 'tools[].state'), null],
  ['a bad path of ours', mapping('tools[.effective', 'tools[].state'), ['ours', /path such as/]],
  ['no path of the service', mapping('tools[].effective', ''), ['wire', /path such as/]],
  ['another number of lists', mapping('tools[].effective', 'state'), ['wire', /as often/]],
  ['a field that is mapped already', mapping('tools[].default', 'tools[].x'), ['ours', /already mapped/]],
  ['a place that another one is read from', mapping('tools[].effective', 'tools[].defaultState'), ['wire', /another/]],
] as const)('mappingProblem names the field to correct for %s', (_, one, expected) => {
  const problem = mappingProblem(profile, one)
  if (expected === null) return expect(problem).toBeNull()
  const [field, message] = expected
  expect(Object.keys(problem ?? {})).toEqual([field])
  expect(problem?.[field]).toMatch(message)
})
