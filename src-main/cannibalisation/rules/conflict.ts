// Two pages of a brand compete for a keyword where they take turns (flips) or share its clicks (split).
//
// Flips: the page that ranks best goes back and forth. A page that took the place of another one for good is no flip, nor
// are lone days, one short absence, or turns that ended more than five weeks ago.
// Split: in the review window the second page has at least a fifth of the clicks of both, near the first one. Or it is seen
// right beside it so often that only chance may have left it fewer. A second page that is seen far below, without clicks,
// is mere overlap.
// A search for the brand itself shows several of its pages at the top on purpose: that is neither.
//
// How it was measured: docs/decisions and conflict.test.ts.
import { mainPages, type PageDays, type PageRun, runsOf } from './page-runs.ts'

/** Days that are looked at, unless fewer are asked for. */
export const SPAN_DAYS = 90
const IMPRESSIONS_MIN = 50
const FLIP_DAYS_MIN = 4
const FLIP_SHARE_MIN = 0.08
/** One turn there and back counts from this many days on. */
const LONE_TURN_DAYS_MIN = 7
/** Turns that ended longer ago are settled. */
const RECENT_DAYS = 35
/** All changes within so many days, between two pages that each lasted, are one replacement. */
const REPLACED_WITHIN_DAYS = 12
const LASTING_DAYS_MIN = 7
const SPLIT_CLICKS_MIN = 4
const SPLIT_CLICK_SHARE_MIN = 0.2
const SPLIT_IMPRESSION_SHARE_MIN = 0.15
const SPLIT_PLACES_MAX = 8
/** A page right beside another one, with this share of the impressions: then fewer clicks are enough. */
const BESIDE_CLICKS_MIN = 2
const BESIDE_IMPRESSION_SHARE_MIN = 0.28
const BESIDE_PLACES_MAX = 3
/** Standard deviations that chance explains. */
const CHANCE = 2
/** Several pages for the brand's own name are common down to this position. */
const NAVIGATION_POSITION_MAX = 3
const MAX_POSITION = 100
/** The review window: the last days of the span. */
export const WINDOW_DAYS = 28

/** A page of the review window. */
export type WindowPage = {
  readonly page: number
  readonly clicks: number
  readonly impressions: number
  /** Null: not ranking. */
  readonly position: number | null
}

export type ConflictKind = 'flips' | 'split' | 'both'
/** How a page did: on the days on which it ranked best, and in the review window. */
export type ConflictPage = {
  readonly page: number
  readonly days: number
  /** Mean over its days; of the review window where it never ranked best; null: not known. */
  readonly position: number | null
  readonly clicks: number
  /** Of the clicks of both pages in the review window; null where neither has any. */
  readonly clickShare: number | null
}
export type Conflict = {
  readonly kind: ConflictKind
  /** The page that ranked best most often first. */
  readonly pages: readonly [ConflictPage, ConflictPage]
  readonly flips: number
  /** Of the keyword, in the days that were looked at. */
  readonly clicks: number
  readonly impressions: number
  /** Clicks that the days of the worse page cost; 0 where the difference is no more than chance, null without flips. */
  readonly cost: number | null
  /** The first day of the first turn; null without flips. */
  readonly since: number | null
}

export type ConflictInput = {
  readonly days: PageDays
  readonly window: readonly WindowPage[]
  /** The keyword holds the name of the brand. */
  readonly isBranded: boolean
}

const sum = (values: ArrayLike<number>): number => {
  let total = 0
  for (let at = 0; at < values.length; at += 1) total += values[at] ?? 0
  return total
}

type Turns = { readonly runs: readonly PageRun[]; readonly isReplaced: boolean; readonly areFlips: boolean }

const turnsOf = (runs: readonly PageRun[], length: number): Turns => {
  const [first, last] = [runs[0], runs.at(-1)]
  const changes = runs.length - 1
  if (first === undefined || last === undefined || changes < 1) return { runs, isReplaced: false, areFlips: false }
  const isReplaced =
    first.page !== last.page &&
    (changes === 1 ||
      (last.from - first.to <= REPLACED_WITHIN_DAYS && Math.min(first.days, last.days) >= LASTING_DAYS_MIN))
  const daysOf = (page: number) => sum(runs.filter((run) => run.page === page).map(({ days }) => days))
  const [one, other] = [daysOf(first.page), daysOf(runs[1]?.page ?? 0)]
  const isEnough =
    changes === 2
      ? (runs[1]?.days ?? 0) >= LONE_TURN_DAYS_MIN
      : Math.min(one, other) >= Math.max(FLIP_DAYS_MIN, FLIP_SHARE_MIN * (one + other))
  const isRecent = last.from >= length - RECENT_DAYS
  return { runs, isReplaced, areFlips: changes >= 2 && !isReplaced && isEnough && isRecent }
}

/** Whether so few of these clicks may be a fifth of them by chance. */
const maySplitClicks = (few: number, all: number): boolean =>
  few + CHANCE * Math.sqrt(all * SPLIT_CLICK_SHARE_MIN * (1 - SPLIT_CLICK_SHARE_MIN)) >= all * SPLIT_CLICK_SHARE_MIN

/** Whether the review window's two main pages share its clicks; the one with more clicks first. */
const isSplit = (one: WindowPage | undefined, other: WindowPage | undefined): boolean => {
  if (one === undefined || other === undefined || one.position === null || other.position === null) return false
  const clicks = one.clicks + other.clicks
  const impressionShare = Math.min(one.impressions, other.impressions) / (one.impressions + other.impressions)
  const apart = Math.abs(one.position - other.position)
  const shareClicks =
    other.clicks >= SPLIT_CLICKS_MIN &&
    other.clicks >= SPLIT_CLICK_SHARE_MIN * clicks &&
    impressionShare >= SPLIT_IMPRESSION_SHARE_MIN &&
    apart <= SPLIT_PLACES_MAX
  const areBeside =
    other.clicks >= BESIDE_CLICKS_MIN &&
    maySplitClicks(other.clicks, clicks) &&
    impressionShare >= BESIDE_IMPRESSION_SHARE_MIN &&
    apart <= BESIDE_PLACES_MAX
  return shareClicks || areBeside
}

/** A window's change to another page looks like a split, but each page had all clicks in its time. */
const wasReplacedInWindow = ({ runs, isReplaced }: Turns, length: number): boolean =>
  isReplaced && (runs[0]?.to ?? 0) >= length - WINDOW_DAYS - 1

type DaySums = { readonly days: number; readonly clicks: number; readonly position: number | null }

const sumsOf = ({ pages, positions, clicks }: PageDays, page: number): DaySums => {
  const sums = { days: 0, clicks: 0, places: 0 }
  for (let day = 0; day < pages.length; day += 1) {
    if (pages[day] !== page || (positions[day] ?? 0) <= 0) continue
    sums.days += 1
    sums.clicks += clicks[day] ?? 0
    sums.places += positions[day] ?? 0
  }
  return { days: sums.days, clicks: sums.clicks, position: sums.days === 0 ? null : sums.places / sums.days }
}

/** Clicks a day, better minus worse, times the days of the worse; 0 within what chance explains. */
const costOf = (one: DaySums, other: DaySums): number => {
  if (one.days === 0 || other.days === 0) return 0
  const [ofOne, ofOther] = [one.clicks / one.days, other.clicks / other.days]
  const chance = Math.sqrt(ofOne / one.days + ofOther / other.days)
  const gap = Math.abs(ofOne - ofOther)
  return gap <= CHANCE * chance ? 0 : gap * (ofOne < ofOther ? one.days : other.days)
}

/** The conflict of a keyword's pages; null where there is none. */
export const conflictOf = ({ days, window, isBranded }: ConflictInput): Conflict | null => {
  const impressions = sum(days.impressions)
  if (impressions < IMPRESSIONS_MIN) return null
  const length = days.pages.length
  const mains = mainPages(days)
  const turns = turnsOf(runsOf(days, mains), length)
  const byClicks = window.toSorted((one, other) => other.clicks - one.clicks || other.impressions - one.impressions)
  const [first, second] = byClicks
  const pair = [first?.page ?? 0, second?.page ?? 0]
  const areSplit = isSplit(first, second) && !wasReplacedInWindow(turnsOf(runsOf(days, pair), length), length)
  if (!turns.areFlips && !areSplit) return null
  const chosen = turns.areFlips ? mains : pair
  const ofWindow = (page: number) => window.find((one) => one.page === page)
  const both = sum(chosen.map((page) => ofWindow(page)?.clicks ?? 0))
  const pageOf = (page: number): ConflictPage => {
    const sums = sumsOf(days, page)
    return {
      page,
      days: sums.days,
      position: sums.position ?? ofWindow(page)?.position ?? null,
      clicks: sums.clicks,
      clickShare: both === 0 ? null : (ofWindow(page)?.clicks ?? 0) / both,
    }
  }
  const [one, other] = chosen.map(pageOf).sort((a, b) => b.days - a.days)
  if (one === undefined || other === undefined) return null
  const isNavigation = [one, other].every(
    ({ page, position }) =>
      Math.min(ofWindow(page)?.position ?? MAX_POSITION, position ?? MAX_POSITION) <= NAVIGATION_POSITION_MAX,
  )
  if (isBranded && isNavigation) return null
  return {
    kind: turns.areFlips && areSplit ? 'both' : turns.areFlips ? 'flips' : 'split',
    pages: [one, other],
    flips: turns.areFlips ? turns.runs.length - 1 : 0,
    clicks: sum(days.clicks),
    impressions,
    cost: turns.areFlips ? costOf(sumsOf(days, one.page), sumsOf(days, other.page)) : null,
    since: turns.areFlips ? (turns.runs[1]?.from ?? null) : null,
  }
}
