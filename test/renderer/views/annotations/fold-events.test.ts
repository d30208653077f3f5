import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldEvents } from '../../../../src-renderer/views/annotations/fold-events.ts'
import type { Annotation } from '../../../../src-shared/desk/annotations.ts'

const event = (day: string, kind: Annotation['kind'], id = `${day} ${kind}`): Annotation => ({
  ...{ id, kind, day, untilDay: null, brandIds: ['b'], keyword: null, page: null, text: id, subject: null },
  ...{ at: `${day}T10:00:00.000Z`, by: null, link: null },
})

test('events are folded by day and kind, in their order', () => {
  const events = [
    event('2026-11-20', 'published', 'a'),
    event('2026-11-20', 'audit', 'b'),
    event('2026-11-20', 'published', 'c'),
    event('2026-11-19', 'published', 'd'),
  ]
  const folds = foldEvents(events, true)
  expect(folds.map(({ day, kind, events: of }) => [day, kind, of.map(({ id }) => id).join('')])).toEqual([
    ['2026-11-20', 'published', 'ac'],
    ['2026-11-20', 'audit', 'b'],
    ['2026-11-19', 'published', 'd'],
  ])
  expect(folds.some(({ isPart }) => isPart)).toBe(false)
})

test('of the last day that was read there may be more', () => {
  const events = [event('2026-11-20', 'published'), event('2026-11-19', 'audit'), event('2026-11-19', 'reply')]
  expect(foldEvents(events, false).map(({ isPart }) => isPart)).toEqual([false, true, true])
  expect(foldEvents([], false)).toEqual([])
})

test('no event is lost or shown twice', () => {
  const day = fc.constantFrom('2026-11-18', '2026-11-19', '2026-11-20')
  const kind = fc.constantFrom('published' as const, 'audit' as const, 'reply' as const)
  fc.assert(
    fc.property(fc.array(fc.tuple(day, kind)), (pairs) => {
      const events = pairs.map(([one, of], index) => event(one, of, String(index)))
      const ids = foldEvents(events, true).flatMap((fold) => fold.events.map(({ id }) => id))
      expect(ids.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    }),
  )
})
