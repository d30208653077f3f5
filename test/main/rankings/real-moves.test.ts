import { expect, test } from 'vitest'
import { isNearUsual, realMoveOf, SPAN_DAYS } from '../../../src-main/rankings/rules/real-moves.ts'
import { isKnownDrop, type KnownDropsOptions, knownDaysOf } from '../../support/known-drops.ts'

const KEYWORDS = 200_000
const KNOWN = Array<boolean>(SPAN_DAYS).fill(true)
const SEED: KnownDropsOptions = { seed: 7, firstDay: 20_500, days: SPAN_DAYS, dropAt: SPAN_DAYS - 3 }

/** Positions of 31 days, 9 impressions and 3 clicks on each day that ranks. */
const daysOf = (positions: readonly number[]) => ({
  positions,
  clicks: positions.map((position) => (position > 0 ? 3 : 0)),
  impressions: positions.map((position) => (position > 0 ? 9 : 0)),
})
const span = (before: (day: number) => number, recent: readonly [number, number, number]) =>
  daysOf([...Array.from({ length: 28 }, (_, day) => before(day)), ...recent])
const isMove = (before: (day: number) => number, recent: readonly [number, number, number]) =>
  realMoveOf(span(before, recent), KNOWN)?.kind ?? null

type Found = { drops: number; others: number }
const shareOf = ({ drops, others }: Found, planted: number) => ({
  precision: drops / (drops + others),
  recall: drops / planted,
})
const inPercent = ({ precision, recall }: ReturnType<typeof shareOf>) =>
  `precision ${(100 * precision).toFixed(1)}%, recall ${(100 * recall).toFixed(1)}%`

test('real moves find at least 80% of the planted drops of 200,000 keywords, and at least 60% of them are drops', () => {
  const real: Found = { drops: 0, others: 0 }
  const plain: Found = { drops: 0, others: 0 }
  let planted = 0
  for (let index = 0; index < KEYWORDS; index += 1) {
    const days = knownDaysOf(SEED, index)
    const kind = realMoveOf(days, KNOWN)?.kind
    const [before = 0, after = 0] = days.positions.slice(SEED.dropAt - 1, SEED.dropAt + 1)
    const kept = isKnownDrop(SEED.seed, index) ? 'drops' : 'others'
    if (kept === 'drops') planted += 1
    if (kind === 'down' || kind === 'lost') real[kept] += 1
    if (before > 0 && after - before >= 5) plain[kept] += 1
  }
  const [found, plainly] = [shareOf(real, planted), shareOf(plain, planted)]
  process.stdout.write(`${planted} drops in ${KEYWORDS} keywords. Real moves: ${inPercent(found)}. `)
  process.stdout.write(`Plain 5 positions in a day: ${inPercent(plainly)}.\n`)
  expect(planted).toBeGreaterThan(900)
  expect(found.precision).toBeGreaterThanOrEqual(0.6)
  expect(found.recall).toBeGreaterThanOrEqual(0.8)
  expect(plainly.precision).toBeLessThan(0.1)
})

test('known drops are the same for the same seed, and others for another', () => {
  expect(knownDaysOf(SEED, 12)).toEqual(knownDaysOf(SEED, 12))
  expect(knownDaysOf(SEED, 12)).not.toEqual(knownDaysOf({ ...SEED, seed: 8 }, 12))
})

test('a fall counts by the swing of its own keyword, not by its size', () => {
  expect(isMove(() => 4, [6, 6.2, 6.1])).toBe('down')
  expect(isMove((day) => 30 + 8 * Math.sin(day), [36, 39, 37])).toBe(null)
  expect(isMove((day) => 4 + (day % 2) / 5, [4.2, 4, 4.2])).toBe(null)
  expect(isMove(() => 20, [9, 8, 9])).toBe('up')
})

test('one odd day is no move, neither now nor in the history', () => {
  expect(isMove(() => 8, [8, 11, 8])).toBe(null)
  expect(isMove((day) => (day === 20 ? 60 : 4), [8, 8, 8])).toBe('down')
})

test('a keyword is lost when it ranked steadily, and new when it never did', () => {
  expect(isMove(() => 8, [0, 0, 0])).toBe('lost')
  expect(isMove((day) => (day % 3 === 0 ? 0 : 8), [0, 0, 0])).toBe(null)
  // It stays lost while half of the days before are of when it ranked, and its clicks are those of these days.
  const lostFor = (daysGone: number) => {
    const days = span((day) => (day < 31 - daysGone ? 8 : 0), [0, 0, 0])
    const move = realMoveOf(days, KNOWN)
    return [move?.kind, move?.before, move?.clicksBefore]
  }
  for (const daysGone of [3, 4, 6, 7, 10, 16])
    expect([daysGone, ...lostFor(daysGone)]).toEqual([daysGone, 'lost', 8, 3])
  expect(lostFor(18)[0]).toBeUndefined()
  expect(isMove((day) => (day < 25 && day % 3 !== 0 ? 8 : 0), [0, 0, 0])).toBe(null)
  expect(isMove(() => 0, [8, 9, 8])).toBe('new')
  expect(isMove(() => 0, [8, 0, 8])).toBe(null)
})

test('few impressions, a short history and days without a snapshot are no move', () => {
  const fallen = span(() => 4, [9, 9, 9])
  expect(realMoveOf({ ...fallen, impressions: fallen.positions.map((_, day) => (day < 19 ? 1 : 0)) }, KNOWN)).toBe(null)
  expect(isMove((day) => (day < 15 ? 0 : 4), [9, 9, 9])).toBe(null)
  const unknown = (...days: number[]) => KNOWN.map((_, day) => !days.includes(day))
  const gone = span(() => 4, [0, 0, 0])
  expect(realMoveOf(gone, unknown(29, 30))).toBe(null)
  expect(realMoveOf(gone, unknown(30))?.kind).toBe('lost')
})

test('a real move tells the usual range, the mean of the last 3 days, and clicks a day before and now', () => {
  const days = span(() => 4, [8, 9, 10])
  const move = realMoveOf({ ...days, clicks: days.positions.map((_, day) => (day < 28 ? 4 : 1)) }, KNOWN)
  expect(move).toMatchObject({ kind: 'down', before: 4, now: 9, clicksBefore: 4, clicksNow: 1, impressions: 279 })
  expect(move?.usual?.low).toBeGreaterThan(2)
  expect(move?.usual?.high).toBeLessThan(6)
  expect(move?.deviation).toBeGreaterThan(3.75)
})

test('a keyword that is passed over as near its usual place makes no real move, and most are passed over', () => {
  let near = 0
  for (let index = 0; index < 20_000; index += 1) {
    const days = knownDaysOf(SEED, index)
    // Other values before it are not read.
    if (!isNearUsual([1, 90, 1, ...days.positions], 3)) continue
    near += 1
    expect(realMoveOf(days, KNOWN)).toBeNull()
  }
  expect(near).toBeGreaterThan(10_000)
})

test('one that does not rank on the newest days, or never did, is not passed over', () => {
  const steady = (recent: readonly [number, number, number]) => span(() => 4, recent).positions
  expect(isNearUsual(steady([4, 4.1, 4]), 0)).toBe(true)
  expect(isNearUsual(steady([9, 9, 9]), 0)).toBe(false)
  expect(isNearUsual(steady([0, 0, 4]), 0)).toBe(false)
  expect(isNearUsual(span(() => 0, [4, 4, 4]).positions, 0)).toBe(false)
})
