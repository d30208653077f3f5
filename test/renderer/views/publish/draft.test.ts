import { expect, test } from 'vitest'
import {
  type Draft,
  problemsOf,
  requestOf,
  targetsOf,
  wordToType,
} from '../../../../src-renderer/state/publish-draft.ts'

const draft: Draft = {
  kind: 'publish',
  brandIds: ['a', 'b'],
  provider: 'ghost',
  from: null,
  status: 'publish',
  slugs: { a: ['one', 'two'], c: ['gone'] },
  day: '2026-11-20',
  time: '10:00',
  intentIds: [],
  failed: [],
}
const around = {
  zone: 'Europe/Berlin',
  nowMs: Date.parse('2026-11-20T08:00:00Z'),
  nameOf: (id: string) => id.toUpperCase(),
}
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ brandId: `b${index}`, articleSlugs: ['x'] }))

test('only chosen brands with articles are included', () => {
  expect(targetsOf(draft)).toEqual([{ brandId: 'a', articleSlugs: ['one', 'two'] }])
})

test('a missing field is named, with the brand', () => {
  expect(problemsOf(draft, around).map(({ text }) => text)).toEqual(['No article yet for B.'])
  expect(problemsOf({ ...draft, brandIds: [] }, around).map(({ field }) => field)).toEqual(['brands'])
})

test('a time in the past is refused by the clock of the zone that was chosen', () => {
  const schedule: Draft = { ...draft, brandIds: ['a'], kind: 'schedule' }
  expect(problemsOf(schedule, around)).toEqual([])
  expect(problemsOf({ ...schedule, time: '09:00' }, around).map(({ field }) => field)).toEqual(['time'])
  expect(problemsOf({ ...schedule, day: '' }, around).map(({ field }) => field)).toEqual(['time'])
  expect(requestOf(schedule, around.zone).publishAt).toBe('2026-11-20T09:00:00.000Z')
})

test('a riskier action needs more typing', () => {
  expect(wordToType('publish', many(10), around.nameOf)).toBeNull()
  expect(wordToType('publish', many(11), around.nameOf)).toBe('11')
  expect(wordToType('unpublish', many(1), around.nameOf)).toBe('B0')
  expect(wordToType('unschedule', many(3), around.nameOf)).toBe('3')
})
