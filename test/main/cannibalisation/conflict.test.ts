import { expect, test } from 'vitest'
import { brandedTest } from '../../../src-main/cannibalisation/queries/conflicts.ts'
import { conflictOf, type WindowPage } from '../../../src-main/cannibalisation/rules/conflict.ts'
import { runsOf } from '../../../src-main/cannibalisation/rules/page-runs.ts'
import { stripOf } from '../../../src-main/cannibalisation/rules/strip.ts'
import { HARMLESS, type KnownKind, knownKeyword, PLANTED } from '../../support/known-conflicts.ts'

const KEYWORDS = 1000
const SEEDS = [1, 2, 3, 4, 5, 6]

type Row = { found: number; count: number }

test('of planted flips and splits at least 90% are found, and at least 90% of what is found was planted', () => {
  const rows = new Map<KnownKind, Row>([...PLANTED, ...HARMLESS].map((kind) => [kind, { found: 0, count: 0 }]))
  for (const seed of SEEDS) {
    for (let index = 0; index < KEYWORDS; index += 1) {
      const keyword = knownKeyword(seed, index)
      const row = rows.get(keyword.kind)
      if (row === undefined) continue
      row.count += 1
      if (conflictOf(keyword) !== null) row.found += 1
    }
  }
  const sumOf = (kinds: readonly KnownKind[], of: keyof Row) =>
    kinds.reduce((sum, kind) => sum + (rows.get(kind)?.[of] ?? 0), 0)
  const [right, planted, wrong] = [sumOf(PLANTED, 'found'), sumOf(PLANTED, 'count'), sumOf(HARMLESS, 'found')]
  for (const [kind, { found, count }] of rows) process.stdout.write(`${kind}: ${found} of ${count}\n`)
  const [precision, recall] = [right / (right + wrong), right / planted]
  process.stdout.write(`precision ${(100 * precision).toFixed(1)}%, recall ${(100 * recall).toFixed(1)}%\n`)
  expect(planted).toBeGreaterThan(500)
  expect(precision).toBeGreaterThanOrEqual(0.9)
  expect(recall).toBeGreaterThanOrEqual(0.9)
  // Each kind of turns is found for itself, and no kind of noise is taken for one.
  for (const kind of ['slow flips', 'quick flips', 'seldom flips', 'even pages'] as const)
    expect((rows.get(kind)?.found ?? 0) / (rows.get(kind)?.count ?? 1), kind).toBeGreaterThan(0.8)
  const uneven = rows.get('uneven split')
  expect((uneven?.found ?? 0) / (uneven?.count ?? 1)).toBeGreaterThan(0.65)
  for (const kind of HARMLESS)
    expect((rows.get(kind)?.found ?? 0) / (rows.get(kind)?.count ?? 1), kind).toBeLessThan(0.1)
})

/** One character for each day: a page, `-` not ranking. Ten impressions and two clicks a day; page b ranks 3 places worse. */
const daysOf = (text: string) => {
  const days = [...text]
  const isRanked = (day: string) => day !== '-'
  return {
    pages: days.map((day) => (isRanked(day) ? day.charCodeAt(0) : 0)),
    positions: days.map((day) => (isRanked(day) ? (day === 'b' ? 8 : 5) : 0)),
    clicks: days.map((day) => (isRanked(day) ? (day === 'b' ? 1 : 4) : 0)),
    impressions: days.map((day) => (isRanked(day) ? 10 : 0)),
  }
}
const A = 'a'.charCodeAt(0)
const B = 'b'.charCodeAt(0)
const kindOf = (text: string, window: readonly WindowPage[] = [], isBranded = false) =>
  conflictOf({ days: daysOf(text), window, isBranded })?.kind ?? null
const a = (days: number) => 'a'.repeat(days)
const b = (days: number) => 'b'.repeat(days)

test('pages that take turns flip; a replaced page, lone days and one short absence do not', () => {
  expect(kindOf(a(20) + b(10) + a(20) + b(10) + a(20))).toBe('flips')
  expect(kindOf(a(40) + b(9) + a(20))).toBe('flips')
  expect(kindOf('abbaab'.repeat(12))).toBe('flips')
  expect(kindOf(a(50) + b(30))).toBe(null)
  expect(kindOf(`${a(40)}babbab${b(30)}`)).toBe(null)
  expect(kindOf(`${a(15)}b${a(20)}b${a(25)}b${a(20)}`)).toBe(null)
  expect(kindOf(a(40) + b(4) + a(30))).toBe(null)
  expect(kindOf('abbaab'.repeat(5) + a(50))).toBe(null)
  expect(kindOf(`${a(20)}${'-'.repeat(10)}${a(40)}`)).toBe(null)
})

const page = (which: number, clicks: number, impressions: number, position: number) => ({
  page: which,
  clicks,
  impressions,
  position,
})

test('pages that share the clicks of the review window are split; a page far below, without clicks or that came later is not', () => {
  expect(kindOf(a(60), [page(A, 60, 300, 4), page(B, 30, 200, 6)])).toBe('split')
  expect(kindOf(a(60), [page(A, 60, 300, 4), page(B, 3, 250, 6)])).toBe(null)
  expect(kindOf(a(60), [page(A, 60, 300, 4), page(B, 30, 200, 16)])).toBe(null)
  // Few clicks: it is seen right beside the first page, and chance may have left it two of a fifth of them.
  expect(kindOf(a(60), [page(A, 18, 90, 6), page(B, 2, 60, 8)])).toBe('split')
  expect(kindOf(a(60), [page(A, 18, 90, 6), page(B, 2, 60, 10)])).toBe(null)
  expect(kindOf(a(60), [page(A, 18, 90, 6), page(B, 2, 30, 8)])).toBe(null)
  expect(kindOf(a(60), [page(A, 18, 90, 6), page(B, 1, 60, 8)])).toBe(null)
  expect(kindOf(a(60), [page(A, 38, 90, 6), page(B, 2, 60, 8)])).toBe(null)
  expect(kindOf(a(50) + b(12), [page(A, 60, 300, 4), page(B, 30, 200, 6)])).toBe(null)
  expect(kindOf('c'.repeat(60) + a(12) + b(12), [page(A, 60, 300, 4), page(B, 30, 200, 6)])).toBe(null)
  expect(kindOf(`${a(30)}${'ab'.repeat(15)}`, [page(A, 60, 300, 4), page(B, 30, 200, 6)])).toBe('both')
  expect(kindOf(a(60), [page(A, 60, 300, 1), page(B, 30, 200, 2)], true)).toBe(null)
  expect(kindOf(a(60), [page(A, 60, 300, 1), page(B, 30, 200, 2)], false)).toBe('split')
})

test('each threshold of turns counts from its own value on', () => {
  expect(kindOf(a(40) + b(7) + a(20))).toBe('flips')
  expect(kindOf(a(40) + b(6) + a(20))).toBe(null)
  // Four days of the page that ranked less often, and 8% of all.
  const turns = (days: number) => a(days) + b(2) + a(days) + b(2) + a(days) + b(2)
  expect([kindOf(turns(23)), kindOf(turns(24))]).toEqual(['flips', null])
  expect(kindOf(a(20) + b(2) + a(10) + b(2) + a(10))).toBe('flips')
  // The last turn began within 35 days.
  const until = (days: number) => a(20) + b(10) + a(10) + b(10) + a(days)
  expect([kindOf(until(35)), kindOf(until(36))]).toEqual(['flips', null])
  // All changes within 12 days, between two pages of seven days each, are one replacement.
  const replaced = (first: number, between: number, last: number) => a(first) + b(2) + a(between) + b(last)
  expect(kindOf(replaced(7, 9, 7))).toBe(null)
  expect([replaced(6, 9, 7), replaced(7, 10, 7), replaced(7, 9, 6)].map((text) => kindOf(text))).toEqual([
    'flips',
    'flips',
    'flips',
  ])
  const seen = (impressions: number) => {
    const days = daysOf(a(10) + b(10) + a(10))
    const rest = days.pages.map((_, day) => (day === 0 ? impressions : 0))
    return conflictOf({ days: { ...days, impressions: rest }, window: [], isBranded: false })?.impressions
  }
  expect([seen(49), seen(50)]).toEqual([undefined, 50])
})

test('each threshold of a split counts from its own value on', () => {
  type Page = readonly [clicks: number, impressions: number, position: number]
  const split = (one: Page, other: Page, isBranded = false, days = a(60)) =>
    kindOf(days, [page(A, ...one), page(B, ...other)], isBranded) === 'split'
  // Far enough apart not to be beside each other.
  expect([split([12, 300, 4], [4, 200, 9]), split([9, 300, 4], [3, 200, 9])]).toEqual([true, false])
  expect([split([16, 300, 4], [4, 200, 9]), split([17, 300, 4], [4, 200, 9])]).toEqual([true, false])
  expect([split([60, 850, 4], [30, 150, 9]), split([60, 851, 4], [30, 149, 9])]).toEqual([true, false])
  expect([split([60, 300, 4], [30, 200, 12]), split([60, 300, 4], [30, 200, 12.5])]).toEqual([true, false])
  expect([split([18, 72, 6], [2, 28, 8]), split([18, 73, 6], [2, 27, 8])]).toEqual([true, false])
  expect([split([18, 90, 6], [2, 60, 9]), split([18, 90, 6], [2, 60, 9.5])]).toEqual([true, false])
  expect([split([30, 90, 6], [2, 60, 8]), split([31, 90, 6], [2, 60, 8])]).toEqual([true, false])
  expect([split([60, 300, 3], [30, 200, 3], true), split([60, 300, 3], [30, 200, 3.5], true)]).toEqual([false, true])
  // The other page came in the review window, or before it.
  const whole: readonly [Page, Page] = [
    [60, 300, 4],
    [30, 200, 6],
  ]
  expect([split(...whole, false, a(34) + b(28)), split(...whole, false, a(33) + b(29))]).toEqual([false, true])
  const gone = { ...page(B, 30, 200, 6), position: null }
  expect(kindOf(a(60), [page(A, 60, 300, 4), gone])).toBe(null)
  expect(kindOf(a(60), [page(A, 60, 300, 4)])).toBe(null)
})

test('a page says its share of the clicks of both, and the review window its position where it never ranked best', () => {
  const pagesOf = (text: string, window: readonly WindowPage[]) =>
    conflictOf({ days: daysOf(text), window, isBranded: false })?.pages
  expect(pagesOf(a(60), [page(A, 60, 300, 4), page(B, 20, 200, 6)])).toEqual([
    { page: A, days: 60, position: 5, clicks: 240, clickShare: 0.75 },
    { page: B, days: 0, position: 6, clicks: 0, clickShare: 0.25 },
  ])
  const flips = b(20) + a(10) + b(20) + a(10)
  expect(pagesOf(flips, [])?.map(({ page: which, clickShare }) => [which, clickShare])).toEqual([
    [B, null],
    [A, null],
  ])
})

test('the cost is what the days of the worse page lack, and nothing within chance', () => {
  const found = conflictOf({ days: daysOf(a(20) + b(10) + a(20) + b(10) + a(20)), window: [], isBranded: false })
  expect(found).toMatchObject({ flips: 4, since: 20, clicks: 260, cost: 60 })
  expect(found?.pages).toMatchObject([
    { page: A, days: 60, position: 5, clicks: 240 },
    { page: B, days: 20, position: 8, clicks: 20 },
  ])
  const even = daysOf(a(20) + b(10) + a(20) + b(10) + a(20))
  const costOf = (ofA: number, ofB: number) => {
    const clicks = even.pages.map((which) => (which === A ? ofA : ofB))
    return conflictOf({ days: { ...even, clicks }, window: [], isBranded: false })?.cost
  }
  expect([costOf(2, 2), costOf(4, 3.1), costOf(4, 3), costOf(2, 4)]).toEqual([0, 0, 20, 120])
})

test('a run holds the days of one page, without lone days of the other one', () => {
  const days = daysOf(`${a(8)}b${a(8)}---${b(6)}`)
  expect(runsOf(days, [A, B])).toEqual([
    { page: A, from: 0, to: 16, days: 16 },
    { page: B, from: 20, to: 25, days: 6 },
  ])
  expect(stripOf({ ...days, pages: [...days.pages.slice(0, 24), 0, 99] }, [A, B], (at) => at !== 3)).toBe(
    'aaa aaaabaaaaaaaa---bbbb?o',
  )
})

test('a lone day of a page that had many of the days before it is a run', () => {
  expect(runsOf(daysOf(`${b(4)}a${b(1)}${a(9)}`), [A, B])).toEqual([
    { page: B, from: 0, to: 3, days: 4 },
    { page: A, from: 4, to: 4, days: 1 },
    { page: B, from: 5, to: 5, days: 1 },
    { page: A, from: 6, to: 14, days: 9 },
  ])
})

test('a search for the brand holds its name or that of its domain', () => {
  const isBranded = brandedTest('Blue Harbour Dental', 'https://www.bhdental.co.uk/about')
  expect(['blue harbour dental prices', 'BlueHarbourDental', 'bhdental login'].map(isBranded)).toEqual([
    true,
    true,
    true,
  ])
  expect(['dental prices', 'harbour view'].map(isBranded)).toEqual([false, false])
  expect(brandedTest('IQ', undefined)('quick iq test')).toBe(false)
})
