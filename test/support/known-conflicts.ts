// Keywords of which it is known whether two pages compete, to measure how well a rule tells. Each page has its own
// position and impressions on each day; the page that ranked is the one that was seen most often, as the desk stores it.
// The generator knows nothing of the rule: sizes are drawn from wide ranges, so that some cases of each kind are borderline.
import { bell, hash, unit } from '../../src-sandbox/seed/hash.ts'

export const DAYS = 90
const WINDOW_DAYS = 28
const A = 11
const B = 12

/** What is planted first; then what looks like it and is harmless. */
export const PLANTED = ['slow flips', 'quick flips', 'seldom flips', 'even pages', 'split', 'uneven split'] as const
export const HARMLESS = [
  'one page',
  'far below',
  'next below',
  'replaced',
  'replaced, unsteady',
  'replaced lately',
  'lone days',
  'absence',
  'own name',
  'settled',
  'unknown pages',
] as const
export type KnownKind = (typeof PLANTED)[number] | (typeof HARMLESS)[number]
/** Of 100 keywords, most have one page or a second one below; the planted ones are one in ten. */
const WEIGHTS: Readonly<Record<KnownKind, number>> = {
  'slow flips': 3,
  'quick flips': 2,
  'seldom flips': 1,
  'even pages': 1,
  split: 2,
  'uneven split': 1,
  'one page': 35,
  'far below': 14,
  'next below': 10,
  replaced: 7,
  'replaced, unsteady': 3,
  'replaced lately': 3,
  'lone days': 7,
  absence: 4,
  'own name': 3,
  settled: 2,
  'unknown pages': 2,
}
const WHOLE = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)

const kindAt = (share: number): KnownKind => {
  let rest = share * WHOLE
  for (const kind of [...PLANTED, ...HARMLESS]) {
    rest -= WEIGHTS[kind]
    if (rest < 0) return kind
  }
  return 'one page'
}

/** Between two values. */
const from = (low: number, high: number, share: number): number => low + (high - low) * share

/** Days on which the second page leads, as it takes turns of drawn lengths with the first one. */
const turns = (
  seed: number,
  lead: readonly [number, number],
  guest: readonly [number, number],
  end = DAYS,
): boolean[] => {
  const leads: boolean[] = []
  for (let turn = 0; leads.length < end; turn += 1) {
    const isGuest = turn % 2 === 1
    const [low, high] = isGuest ? guest : lead
    const length = Math.round(from(low, high, unit(seed, 201, turn)))
    for (let day = 0; day < length && leads.length < end; day += 1) leads.push(isGuest)
  }
  return Array.from({ length: DAYS }, (_, day) => leads[day] ?? false)
}

type Shape = {
  /** The second page leads: it takes the first one's place, which falls behind it. */
  readonly leads: readonly boolean[]
  /** How many places the page that does not lead is behind, and how much of the impressions it gets. */
  readonly behind: number
  readonly sideShare: number
  /** The scatter of that share from day to day. */
  readonly scatter: number
  /** Places the second page is worse where it leads. */
  readonly worse: number
}

const never = Array<boolean>(DAYS).fill(false)
const changeAt = (day: number): boolean[] => Array.from({ length: DAYS }, (_, at) => at >= day)

const shapeOf = (kind: KnownKind, seed: number): Shape => {
  const u = (salt: number) => unit(seed, salt)
  const side = {
    behind: from(3, 25, u(101)),
    sideShare: from(0, 0.2, u(102)),
    scatter: 0.3,
    worse: from(-1, 5, u(103)),
  }
  const start = Math.round(from(8, DAYS - 9, u(104)))
  switch (kind) {
    case 'slow flips':
      return { ...side, leads: turns(seed, [5, 24], [5, 24]) }
    case 'quick flips':
      return { ...side, leads: turns(seed, [2, 9], [1, 6]) }
    case 'seldom flips':
      return { ...side, leads: turns(seed, [9, 22], [2, 5]) }
    case 'even pages':
      return { leads: never, behind: from(0, 1.5, u(105)), sideShare: from(0.44, 0.5, u(106)), scatter: 0.35, worse: 0 }
    case 'split':
      return { leads: never, behind: from(0, 2.5, u(105)), sideShare: from(0.33, 0.48, u(106)), scatter: 0.3, worse: 0 }
    case 'uneven split':
      return { leads: never, behind: from(0.3, 3, u(105)), sideShare: from(0.27, 0.36, u(106)), scatter: 0.3, worse: 0 }
    case 'far below':
      return { ...side, leads: never, behind: from(10, 40, u(105)), sideShare: from(0.05, 0.4, u(106)) }
    case 'next below':
      return { ...side, leads: never, behind: from(2, 8, u(105)), sideShare: from(0.05, 0.25, u(106)) }
    case 'replaced':
      return { ...side, sideShare: from(0, 0.08, u(106)), leads: changeAt(start) }
    case 'replaced, unsteady': {
      const until = start + Math.round(from(2, 10, u(107)))
      const leads = changeAt(start).map((isLed, day) =>
        day >= start && day < until ? unit(seed, 202, day) < 0.5 : isLed,
      )
      return { ...side, sideShare: from(0, 0.08, u(106)), leads }
    }
    case 'replaced lately':
      return { ...side, sideShare: from(0, 0.08, u(106)), leads: changeAt(DAYS - Math.round(from(3, 26, u(104)))) }
    case 'lone days': {
      const rate = from(0.015, 0.06, u(107))
      return { ...side, leads: never.map((_, day) => unit(seed, 203, day) < rate) }
    }
    case 'absence': {
      const length = Math.round(from(2, 6, u(107)))
      return { ...side, leads: never.map((_, day) => day >= start && day < start + length) }
    }
    case 'own name':
      return { leads: never, behind: from(0, 0.6, u(105)), sideShare: from(0.35, 0.5, u(106)), scatter: 0.3, worse: 0 }
    case 'settled':
      return { ...side, leads: turns(seed, [3, 12], [3, 12], DAYS - Math.round(from(42, 55, u(108)))) }
    default:
      return { ...side, leads: never, sideShare: kind === 'one page' ? 0 : side.sideShare }
  }
}

type Measures = { readonly clicks: number; readonly impressions: number; readonly position: number }

const measuresOf = (seed: number, day: number, position: number, seen: number): Measures => {
  const impressions = Math.floor(seen + unit(seed, 111, day))
  const expected = impressions * 0.28 * Math.max(1, position) ** -1.15 * (1 + 0.3 * bell(seed, 112, day))
  const clicks = Math.min(impressions, Math.floor(expected + unit(seed, 113, day)))
  return { clicks, impressions, position: Math.max(1, position) }
}

export type KnownKeyword = {
  readonly kind: KnownKind
  readonly isPlanted: boolean
  readonly isBranded: boolean
  readonly days: { pages: number[]; positions: number[]; clicks: number[]; impressions: number[] }
  readonly window: { page: number; clicks: number; impressions: number; position: number | null }[]
}

/** Keyword number `index` of a seed. */
export const knownKeyword = (worldSeed: number, index: number): KnownKeyword => {
  const seed = hash(worldSeed, index, 0xca11)
  const kind = kindAt(unit(seed, 1))
  const shape = shapeOf(kind, seed)
  const isBranded = kind === 'own name'
  const usual = isBranded ? 1 + unit(seed, 2) : Math.exp(from(0.3, 3.2, unit(seed, 2)))
  const volume = Math.exp(from(2.2, 6.5, unit(seed, 3)))
  const days = { pages: [] as number[], positions: [] as number[], clicks: [] as number[], impressions: [] as number[] }
  const sums = [A, B].map((page) => ({ page, clicks: 0, impressions: 0, places: 0 }))
  for (let day = 0; day < DAYS; day += 1) {
    const drift = 1 + 0.12 * Math.sin(day / (5 + 12 * unit(seed, 4)) + 6 * unit(seed, 5))
    const top = usual * drift * (1 + 0.12 * bell(seed, 6, day))
    const isLed = shape.leads[day] === true
    const leader = Math.max(1, top + (isLed ? shape.worse : 0))
    const share = Math.max(0, Math.min(0.9, shape.sideShare * (1 + shape.scatter * bell(seed, 7, day))))
    const seen = (volume * (1 + 0.25 * bell(seed, 8, day)) * (day % 7 < 2 ? 0.7 : 1)) / (1 + (leader / 14) ** 2)
    const isAbsent = unit(seed, 9, day) < 0.02
    const leading = measuresOf(hash(seed, 21), day, leader, isAbsent ? 0 : seen * (1 - share))
    const side = measuresOf(hash(seed, 22), day, leader + shape.behind, isAbsent ? 0 : seen * share)
    const [first, second] = isLed ? [side, leading] : [leading, side]
    const impressions = first.impressions + second.impressions
    const isUnknown = kind === 'unknown pages' && day < 60
    const page = impressions === 0 || isUnknown ? 0 : second.impressions > first.impressions ? B : A
    days.pages.push(page)
    days.positions.push(impressions === 0 ? 0 : leading.position)
    days.clicks.push(first.clicks + second.clicks)
    days.impressions.push(impressions)
    if (day < DAYS - WINDOW_DAYS) continue
    for (const [at, one] of [first, second].entries()) {
      const total = sums[at]
      if (total === undefined) continue
      total.clicks += one.clicks
      total.impressions += one.impressions
      total.places += one.position * one.impressions
    }
  }
  const window = sums
    .filter(({ impressions }) => impressions > 0)
    .map(({ places, ...rest }) => ({ ...rest, position: places / rest.impressions }))
  return { kind, isPlanted: (PLANTED as readonly string[]).includes(kind), isBranded, days, window }
}
