import { expect, test } from 'vitest'
import { brandedTest } from '../../../src-main/cannibalisation/rules/branded.ts'
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

test('the cost is what the days of the worse page lack, and nothing within chance', () => {
  const found = conflictOf({ days: daysOf(a(20) + b(10) + a(20) + b(10) + a(20)), window: [], isBranded: false })
  expect(found).toMatchObject({ flips: 4, since: 20, clicks: 260, cost: 60 })
  expect(found?.pages).toMatchObject([
    { page: A, days: 60, position: 5, clicks: 240 },
    { page: B, days: 20, position: 8, clicks: 20 },
  ])
  const even = daysOf(a(20) + b(10) + a(20) + b(10) + a(20))
  expect(conflictOf({ days: { ...even, clicks: even.pages.map(() => 2) }, window: [], isBranded: false })?.cost).toBe(0)
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
