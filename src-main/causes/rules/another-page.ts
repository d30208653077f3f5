// Another page ranks: on the day of the drop another page of the brand took the place of the one that ranked before, or two
// take turns, the keyword fell on that day, and the keywords of the page before did not fall with it.
import { runsOf } from '../../cannibalisation/public.ts'
import { type BrandSums, lnSum, rankedDays } from './brand-sums.ts'
import type { CauseRule } from './cause.ts'
import { shareOf } from './chance.ts'
import { pageAfter as pageSince, UNTOLD } from './shifts.ts'
import type { Situation } from './situation.ts'

const NEAR = { before: 2, after: 1 } as const
const SHARE_BEFORE_MIN = 0.6
const SHARE_MIN = 0.75
const DAYS_BEFORE = 14
/** Of the fall, the part that was made between the two days before the change of the page and the two from it on. */
const STEP_DAYS = 2
const STEP_SHARE_MIN = 0.5
/** Days around the change that show a step or a slide, and how many of its standard errors a step has at least. */
const AROUND = { before: 10, after: 7 } as const
const POINTS_MIN = 6
const STEP_ERRORS_MIN = 3.5
const TURN_DAYS = 45
const TURNS_MIN = 3

const daysOf = <Values extends Float32Array | Uint32Array>(
  values: Values,
  { length }: BrandSums,
  row: number,
): Values => values.subarray(row * length, (row + 1) * length) as Values // of its own kind

/** The first day from which on the new page ranks nearly always, and before which the old one did. */
const changeDay = ({ brand, drop }: Situation, page: number, pageAfter: number): number | null => {
  const pages = daysOf(brand.days.pages, brand, drop.index)
  for (let day = drop.onset - NEAR.before; day <= drop.onset + NEAR.after; day += 1) {
    const span = { old: 0, before: 0, fresh: 0, after: 0 }
    for (let at = Math.max(0, day - DAYS_BEFORE); at < brand.length; at += 1) {
      const ranked = pages[at] ?? 0
      if (ranked === 0) continue
      if (at < day) span.before += 1
      else span.after += 1
      if (at < day && ranked === page) span.old += 1
      if (at >= day && ranked === pageAfter) span.fresh += 1
    }
    const isBefore = span.before >= 5 && span.old >= SHARE_BEFORE_MIN * span.before && pages[day - 1] === page
    if (isBefore && span.after >= 2 && span.fresh >= SHARE_MIN * span.after && pages[day] === pageAfter) return day
  }
  return null
}

/** NaN: it did not rank. */
const meanLn = (brand: BrandSums, row: number, from: number, until: number): number => {
  const span = { from, until: Math.min(brand.length, until) }
  return lnSum(brand, row, span) / rankedDays(brand, row, span)
}

/** Half of the fall was made when the page changed. */
const fellThen = ({ brand, drop }: Situation, day: number): boolean => {
  const fall = Math.log((drop.now ?? 0) / (drop.before ?? 0))
  const step =
    meanLn(brand, drop.index, day, day + STEP_DAYS) - meanLn(brand, drop.index, Math.max(0, day - STEP_DAYS), day)
  return step >= STEP_SHARE_MIN * fall
}

type Point = { readonly day: number; readonly value: number }

/** What is left of the values without the straight line that fits them best. */
const withoutLine = (points: readonly Point[]): number[] => {
  const mean = (of: (point: Point) => number) => points.reduce((sum, one) => sum + of(one), 0) / points.length
  const [middle, level] = [mean(({ day }) => day), mean(({ value }) => value)]
  const slope = mean(({ day, value }) => (day - middle) * value) / mean(({ day }) => (day - middle) ** 2)
  return points.map(({ day, value }) => value - level - slope * (day - middle))
}

/** Whether there is a step of that day beside a steady slide, by least squares: a keyword that slid before and after has none. */
const isStep = ({ brand, drop }: Situation, onset: number): boolean => {
  const positions = daysOf(brand.days.positions, brand, drop.index)
  const points = Array.from({ length: AROUND.before + AROUND.after }, (_, at) => onset - AROUND.before + at)
    .map((day) => ({ day, value: Math.log(positions[day] ?? 0) }))
    .filter(({ value }) => Number.isFinite(value))
  if (points.length < POINTS_MIN) return false
  const left = withoutLine(points)
  const since = withoutLine(points.map(({ day }) => ({ day, value: day >= onset ? 1 : 0 })))
  const weight = since.reduce((sum, one) => sum + one ** 2, 0)
  const step = since.reduce((sum, one, at) => sum + one * (left[at] ?? 0), 0) / weight
  const squares = left.reduce((sum, one, at) => sum + (one - step * (since[at] ?? 0)) ** 2, 0)
  return step >= STEP_ERRORS_MIN * Math.sqrt(squares / (points.length - 3) / weight)
}

const turnsOf = ({ drop, brand }: Situation, page: number, pageAfter: number): number => {
  const { pages, positions, clicks, impressions } = brand.days
  const cut = (values: Float32Array | Uint32Array) => Array.from(daysOf(values, brand, drop.index).subarray(-TURN_DAYS))
  const days = {
    pages: cut(pages),
    positions: cut(positions),
    clicks: cut(clicks),
    impressions: cut(impressions),
  }
  return Math.max(0, runsOf(days, [page, pageAfter]).length - 1)
}

export const anotherPage: CauseRule = (situation) => {
  const { falls, drop, page, brand, shifts } = situation
  const pageAfter =
    drop.of !== 'keyword' || shifts.states[drop.index] === UNTOLD ? 0 : pageSince(brand, shifts, drop.index)
  if (drop.kind !== 'down' || page === 0 || pageAfter === 0) return null
  if (falls.page.of >= 2 && shareOf(falls.page) >= 0.6) return null
  const day = page === pageAfter ? null : changeDay(situation, page, pageAfter)
  if (day === null || !fellThen(situation, day) || !isStep(situation, day)) return null
  const turns = turnsOf(situation, page, pageAfter)
  return {
    kind: 'another-page',
    confidence: turns >= TURNS_MIN || day === drop.onset ? 'clear' : 'likely',
    since: brand.firstDay + day,
    figures: {
      page,
      pageAfter,
      position: (drop.now ?? 0) - (drop.before ?? 0),
      together: falls.page,
      controls: falls.elsewhere,
    },
  }
}
