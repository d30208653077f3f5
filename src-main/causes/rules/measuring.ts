// Measuring: the data is another one, not the site. A newest day that holds a part of its clicks, or a service that left out
// the keywords that are seen least.
import { sumOver } from '../../rankings/public.ts'
import { rowSum } from './brand-sums.ts'
import type { Cause, CauseRule } from './cause.ts'
import { excessOf, shareOf } from './chance.ts'
import { countOf, FELL, HELD } from './shifts.ts'
import type { Situation } from './situation.ts'

const KEYWORDS_MIN = 20
/** Of all keywords, this share was seen less often from one day to the next, by so much in the middle. */
const LESS_SHARE_MIN = 0.8
const LESS_MIN = 0.25
const ABRUPT_MAX = 0.08
/** A part of a day is one of the newest days. */
const AGE_MAX = 3
const BEFORE_DAYS = 28
const WEEK = 7
const LEFT_OUT_MIN = 0.08
const SEEN_MIN = 3
const SEEN_MOST_GONE_MAX = 0.06
const SEEN_LEAST_GONE_MIN = 0.15
const STEADY_EXCESS_MAX = 0.4

const causeOf = (situation: Situation, figures: Cause['figures'], confidence: Cause['confidence']): Cause => ({
  kind: 'measuring',
  confidence,
  since: situation.day,
  figures,
})

type Seen = { readonly before: number; readonly ratio: number; readonly firstDay: number }

/** How often each keyword was seen since, against before, of those that were seen often enough to tell; the most seen first. */
const seenOf = ({ brand, drop }: Situation): Seen[] => {
  const before = { from: Math.max(0, drop.onset - BEFORE_DAYS), until: drop.onset }
  const after = { from: drop.onset, until: Math.min(brand.length, drop.onset + WEEK) }
  const first = { from: drop.onset, until: drop.onset + 1 }
  const firstDays = Math.max(0.1, sumOver(brand.weekSums, first))
  const [daysBefore, daysAfter] = [sumOver(brand.weekSums, before), sumOver(brand.weekSums, after)]
  const rankedMin = 0.8 * sumOver(brand.knownSums, before)
  const seen: Seen[] = []
  for (let row = 0; row < brand.size; row += 1) {
    const rate = rowSum(brand.impressions, brand, row, before) / daysBefore
    if (rate * daysAfter < SEEN_MIN || rowSum(brand.ranked, brand, row, before) < rankedMin) continue
    seen.push({
      before: rate,
      ratio: rowSum(brand.impressions, brand, row, after) / (rate * daysAfter),
      firstDay: rowSum(brand.impressions, brand, row, first) / (rate * firstDays),
    })
  }
  return seen.sort((one, other) => other.before - one.before)
}

const seenMemo = new WeakMap<Situation['shifts'], Seen[]>()
const seenIn = (situation: Situation): Seen[] => {
  const known = seenMemo.get(situation.shifts) ?? seenOf(situation)
  seenMemo.set(situation.shifts, known)
  return known
}

const middleOf = (seen: readonly Seen[], of: 'ratio' | 'firstDay' = 'ratio'): number =>
  seen.map((one) => one[of]).sort((one, other) => one - other)[seen.length >> 1] ?? 1

/** Nearly all keywords were seen less often on the newest days, at the positions that they had. */
const partOfDay = (situation: Situation): Cause | null => {
  const { brand, drop, falls, usual } = situation
  if (drop.kind !== 'clicks' || brand.length - drop.onset > AGE_MAX) return null
  const seen = seenIn(situation)
  if (seen.length < KEYWORDS_MIN || excessOf(falls.elsewhere, usual) > 0.6) return null
  const less = { of: seen.length, fell: seen.filter(({ ratio }) => ratio < 0.9).length }
  const middle = middleOf(seen)
  if (shareOf(less) < LESS_SHARE_MIN || 1 - middle < LESS_MIN) return null
  // Searches go down by and by, or the whole of it is missing from the first day on.
  if (middleOf(seen, 'firstDay') > middle + ABRUPT_MAX) return null
  return causeOf(situation, { together: less, impressions: middle - 1 }, 'likely')
}

/** Many keywords are gone on the same day: those that are seen least, whatever they are about. */
const leftOut = (situation: Situation): Cause | null => {
  if (situation.drop.kind !== 'lost') return null
  const seen = seenIn(situation)
  if (seen.length < KEYWORDS_MIN) return null
  const gone = { of: seen.length, fell: seen.filter(({ ratio }) => ratio === 0).length }
  const half = seen.slice(0, Math.floor(seen.length / 2))
  const most = { of: half.length, fell: half.filter(({ ratio }) => ratio === 0).length }
  const others = { of: gone.of - most.of, fell: gone.fell - most.fell }
  if (shareOf(gone) < LEFT_OUT_MIN || shareOf(others) < SEEN_LEAST_GONE_MIN) return null
  // Where the others fell as well, the least seen ones fell too, out of what is listed.
  const { states } = situation.shifts
  const fell = { of: countOf(states, HELD) + countOf(states, FELL), fell: countOf(states, FELL) }
  if (excessOf(fell, situation.usual) > STEADY_EXCESS_MAX) return null
  if (shareOf(most) > shareOf(others) / 4 || shareOf(most) > SEEN_MOST_GONE_MAX) return null
  return causeOf(situation, { together: others, controls: most }, shareOf(others) >= 0.4 ? 'clear' : 'likely')
}

export const measuring: CauseRule = (situation) => partOfDay(situation) ?? leftOut(situation)
