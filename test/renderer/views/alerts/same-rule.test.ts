import { expect, test } from 'vitest'
import { findSameRule, waitsForSame } from '../../../../src-renderer/views/alerts/same-rule.ts'
import type { AlertRule, AlertRuleDraft, AlertScope } from '../../../../src-shared/desk/alerts.ts'

const filter = { starred: false, tracked: false, tags: ['a', 'b'], minClicksAWeek: 10, minImpressionsAWeek: 0 }
const draft = (scope: AlertScope, more: Partial<AlertRuleDraft> = {}): AlertRuleDraft => ({
  ...{ name: 'New', scope, condition: { kind: 'lost-top-3', days: 2 }, filter },
  ...more,
})
const rule = (scope: AlertScope): AlertRule => ({
  ...draft(scope, { name: 'Old' }),
  ...{ id: 'r', isOn: true, mutedUntil: null, madeAt: '2026-01-01T00:00:00.000Z' },
})

test('two rules wait for the same whatever the order of their fields and tags', () => {
  const one = draft({ of: 'all' })
  expect(
    waitsForSame(one, {
      condition: { days: 2, kind: 'lost-top-3' },
      filter: { tags: ['b', 'a'], tracked: false, starred: false, minImpressionsAWeek: 0, minClicksAWeek: 10 },
    }),
  ).toBe(true)
  expect(waitsForSame(one, draft({ of: 'all' }, { condition: { kind: 'lost-top-3', days: 3 } }))).toBe(false)
  expect(waitsForSame(one, draft({ of: 'all' }, { filter: { ...filter, starred: true } }))).toBe(false)
})

test('the filter of keywords makes no difference to a rule about brands', () => {
  const condition = { kind: 'drift' } as const
  const other = { ...filter, starred: true }
  expect(waitsForSame(draft({ of: 'all' }, { condition }), { condition, filter: other })).toBe(true)
})

test('a rule is the same where another one covers its brands, and not where it covers fewer', () => {
  const all: AlertScope = { of: 'all' }
  const tags: AlertScope = { of: 'tags', tags: ['law', 'retail'] }
  const brands: AlertScope = { of: 'brands', brandIds: ['b1', 'b2'] }
  const isSame = (known: AlertScope, scope: AlertScope) =>
    findSameRule([rule(known)], draft(scope), undefined) !== undefined
  expect([all, tags, brands].map((scope) => isSame(all, scope))).toEqual([true, true, true])
  expect([all, tags, brands].map((scope) => isSame(tags, scope))).toEqual([false, true, false])
  expect([all, tags, brands].map((scope) => isSame(brands, scope))).toEqual([false, false, true])
  expect(isSame(tags, { of: 'tags', tags: ['law'] })).toBe(true)
  expect(isSame({ of: 'tags', tags: ['law'] }, tags)).toBe(false)
})

test('a rule that is changed is not the same as itself', () => {
  expect(findSameRule([rule({ of: 'all' })], draft({ of: 'all' }), 'r')).toBeUndefined()
})
