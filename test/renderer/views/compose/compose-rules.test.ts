import { expect, test } from 'vitest'
import { withPeople } from '../../../../src-renderer/state/compose/compose.ts'
import type { Seen } from '../../../../src-renderer/state/compose/preview.ts'
import { csvIssues } from '../../../../src-renderer/views/compose/csv-people.tsx'
import { cutAt } from '../../../../src-renderer/views/compose/limits.ts'
import { nextBlocked, tallyLabel, tallyOf } from '../../../../src-renderer/views/compose/people-counts.ts'
import { insertAt, tagOf } from '../../../../src-renderer/views/compose/variables.ts'

const { people } = withPeople(
  [],
  ['1', '2', '3', '4'].map((contactId) => ({ brandId: 'a', contactId })),
)
const seenOf = (more: Partial<Seen>): Seen => ({
  name: null,
  email: null,
  domain: null,
  blockers: [],
  warnings: [],
  ...more,
})
const blocked = seenOf({
  blockers: [{ code: 'suppressed', message: 'm' }],
  warnings: [{ code: 'unfilled-placeholder', message: 'm' }],
})
const warned = seenOf({ warnings: [{ code: 'unfilled-placeholder', message: 'm' }] })
const seenBy = (...each: (Seen | undefined)[]): ReadonlyMap<number, Seen> =>
  new Map(people.flatMap(({ id }, index) => (each[index] === undefined ? [] : [[id, each[index]]])))

test('a blocked person is not counted as warned', () => {
  const tally = tallyOf(people, seenBy(blocked, warned, undefined, seenOf({})))
  expect(tally).toEqual({ total: 4, blocked: 1, warned: 1 })
  expect(tallyLabel(tally)).toBe('1 blocked · 1 warned')
})

test('next blocked recipient wraps around the end', () => {
  expect(nextBlocked(people, seenBy(undefined, blocked, undefined, blocked), 1)).toBe(3)
  expect(nextBlocked(people, seenBy(undefined, blocked, undefined, blocked), 3)).toBe(1)
  expect(nextBlocked(people, seenBy(undefined, blocked), 1)).toBe(1)
  expect(nextBlocked(people, seenBy(warned), 0)).toBeNull()
  expect(nextBlocked([], new Map(), 0)).toBeNull()
})

test('a variable replaces the selection at the caret', () => {
  expect(insertAt('Hi XX!', tagOf('contact.firstName'), 3, 5)).toEqual({
    text: 'Hi {{ contact.firstName }}!',
    caret: 26,
  })
})

test('a text is split at the limit', () => {
  expect(cutAt('abcdef', 4)).toEqual({ kept: 'abcd', gone: 'ef' })
  expect(cutAt('abcd', 4)).toEqual({ kept: 'abcd', gone: '' })
  expect(cutAt('🙂🙂x', 2)).toEqual({ kept: '🙂🙂', gone: 'x' })
})

test('CSV errors name row and column', () => {
  const issues = [
    { path: 'rows.3.email', message: 'is no address' },
    { path: '12.prospectEmailId', message: 'is not a contact' },
    { path: 'csv', message: 'has no header' },
  ]
  expect(csvIssues({ kind: 'invalid', message: 'm', detail: { issues } })).toEqual([
    { row: 3, field: 'email', message: 'is no address' },
    { row: 12, field: 'prospectEmailId', message: 'is not a contact' },
    { row: null, field: '', message: 'has no header' },
  ])
})
