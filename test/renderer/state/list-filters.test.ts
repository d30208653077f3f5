import { expect, test } from 'vitest'
import {
  clear,
  isNarrowed,
  readText,
  readTexts,
  rememberEvents,
  useEventNames,
  useInboxFilters,
} from '../../../src-renderer/state/filters/lists.ts'

test('filters narrow a list when one of them is set, and not when all are empty', () => {
  expect(isNarrowed(useInboxFilters.getInitialState())).toBe(false)
  expect(isNarrowed({ search: '  ', isWaiting: false, status: [] })).toBe(false)
  const set: Record<string, unknown>[] = [{ search: 'a' }, { isWaiting: true }, { status: ['new'] }, { event: 'x' }]
  expect(set.filter((filters) => !isNarrowed(filters))).toEqual([])
})

test('clear puts every filter back', () => {
  useInboxFilters.setState({ search: 'spring', status: ['accepted'], event: 'article.published' })
  clear(useInboxFilters)
  expect(useInboxFilters.getState()).toEqual(useInboxFilters.getInitialState())
})

test('a saved view returns only texts, regardless of its content', () => {
  expect([readText('spring'), readText(7), readText(undefined)]).toEqual(['spring', '', ''])
  expect([readTexts(['a', 1, 'b', null]), readTexts('a')]).toEqual([['a', 'b'], []])
})

test('events are stored once each, those without a name never', () => {
  rememberEvents([{ event: 'a' }, { event: null }, { event: 'a' }])
  rememberEvents([{ event: 'a' }, { event: 'b' }])
  expect(useEventNames.getState().names).toEqual(['article.published', 'a', 'b'])
})
