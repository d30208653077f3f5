// Drops of many brands on the same days are one item, in place of their own items and alerts.
import { expect, test } from 'vitest'
import type { NewAlert } from '../../../src-main/alerts/public.ts'
import type { DropLine } from '../../../src-main/causes/public.ts'
import { dropFindings, type ExplainedDrop } from '../../../src-main/today/rules/drops.ts'
import { manyBrandsFindings } from '../../../src-main/today/rules/many-brands.ts'
import { rankFindings } from '../../../src-main/today/rules/rank.ts'

const DAY = 20_000
const SINCE = '2024-10-04'

const lineOf = (more: Partial<DropLine>) =>
  ({
    kind: 'many-brands',
    causeDay: DAY,
    brands: { fell: 9, of: 41 },
    ...{ head: 'Likely cause', about: '9 of 41 brands fell at once' },
    ...more,
  }) as DropLine // what is said of it
const dropOf = (brandId: string, keyword: string, more: Partial<DropLine> | null = {}) =>
  ({
    ...{ brandId, keyword, before: 2, now: 9, clicksBefore: 5, clicksNow: 1, since: SINCE },
    ...(more !== null && { line: lineOf(more) }),
  }) as ExplainedDrop
const alertOf = (kind: NewAlert['kind'], brandId: string, ...keys: string[]) =>
  ({ kind, brandId, occurrences: keys.map((key) => ({ key, subject: key })) }) as unknown as NewAlert // what is compared

const many = (found: readonly ExplainedDrop[], alerts: readonly NewAlert[] = []) =>
  manyBrandsFindings({ drops: found, alerts, isDemo: (brandId) => brandId.startsWith('demo') })

const drops = [
  dropOf('a', 'tea'),
  dropOf('a', 'mint'),
  dropOf('b', 'tea'),
  dropOf('b', 'cup', { kind: 'topic', brands: null }),
  dropOf('c', 'pot', null),
]

test('the drops of a break are one urgent item before everything else; the others stay', () => {
  const { findings, drops: left } = many(drops)
  expect(left.map(({ keyword }) => keyword)).toEqual(['cup', 'pot'])
  const { items } = rankFindings([...dropFindings(left), ...findings], [], 0)
  expect(items.map(({ kind }) => kind)).toEqual(['many-brands', 'drop', 'drop'])
  expect(items[0]).toEqual({
    id: `many-brands:${SINCE}:own`,
    ...{ brandId: null, kind: 'many-brands', section: 'search', urgency: 'urgent', since: SINCE },
    title: '9 of 41 brands fell at once',
    detail:
      '3 keywords of 2 brands, −12.0 clicks a day · Probably a change at the search engine. Compare what fell with what rose before you change pages.',
    about: { day: SINCE, count: 3 },
  })
})

test('breaks of other days, and of own brands and the demo, are items of their own; one brand alone keeps its item', () => {
  const later = { causeDay: DAY + 5 }
  const fewer = { brands: { fell: 2, of: 3 } }
  const more = [
    dropOf('c', 'x', later),
    dropOf('d', 'x', later),
    dropOf('e', 'x', fewer),
    dropOf('demo 1', 'x'),
    dropOf('demo 2', 'x'),
  ]
  const { findings } = many([...drops, ...more])
  expect(findings.map(({ id }) => id)).toEqual([
    `many-brands:${SINCE}:own`,
    'many-brands:2024-10-09:own',
    `many-brands:${SINCE}:demo`,
  ])
  expect(findings.map(({ occurrences }) => occurrences.length)).toEqual([4, 2, 2])
  expect(rankFindings(findings, [], 0).items[0]?.title).toBe('9 of 41 brands fell at once')
  const alone = many(drops.slice(0, 2))
  expect(alone).toEqual({ findings: [], drops: drops.slice(0, 2), alerts: [] })
})

test('alerts of its losses are in the item; those of other keywords and other kinds stay', () => {
  const alerts = [
    alertOf('lost-top-3', 'a', 'tea', 'mint'),
    alertOf('drop', 'b', 'tea', 'cup'),
    alertOf('page-changed', 'a', 'tea'),
    alertOf('lost-top-3', 'c', 'tea'),
  ]
  const { alerts: left } = many(drops, alerts)
  expect(left).toEqual([alertOf('drop', 'b', 'cup'), ...alerts.slice(2)])
})

test('a dismissed drop stays hidden, and another one brings the item back', () => {
  const [item] = many(drops).findings
  const choice = { itemId: item?.id ?? '', brandId: null, atMs: 0, until: null, untilMs: null, reason: 'known' }
  const hidden = { ...choice, occurrences: item?.occurrences ?? [] }
  const shown = (found: readonly ExplainedDrop[]) => rankFindings(many(found).findings, [hidden], 0)
  expect(shown(drops).items).toEqual([])
  expect(shown([...drops, dropOf('d', 'new')]).items).toMatchObject([{ about: { count: 1 } }])
})
