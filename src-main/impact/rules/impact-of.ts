// What followed an article: clicks of its page against those of the brand's untouched pages, before and after (difference in
// differences), and whether chance alone would do it (chance.ts). docs/decisions says why it is this way.
import type { ImpactReason, ImpactVerdict } from '../../../src-shared/desk/impact.ts'
import { type BrandSeries, type KeywordSeries, sumOver } from '../../rankings/public.ts'
import { averageOf, type Chance, chanceOf, type Difference, differenceOf, type Run, varianceOf } from './chance.ts'
import type { PlacedOuting } from './outing.ts'
import { type BeforeAfter, type KeywordsByPage, keywordsByPage, leadingPage, sumsOf } from './page-clicks.ts'
import { isKnown, shifted, type Windows, windowsOf } from './windows.ts'

/** With fewer clicks in both windows together, a page gets no verdict and is no control. */
export const CLICKS_MIN = 30
/** Untouched pages that a comparison needs. */
export const CONTROLS_MIN = 8
/** Of a brand with more pages, those with the most clicks are the controls. */
const CONTROLS_MAX = 300
/** Placebo runs start so many days before the one before. */
const PLACEBO_STEP_DAYS = 14
/** Rankings of more than half a year ago say less of how much a page changes now. */
const PLACEBO_RUNS_MAX = 8
/** So many days before its windows are read by a comparison. */
export const PLACEBO_DAYS = PLACEBO_STEP_DAYS * PLACEBO_RUNS_MAX

export type Control = {
  readonly page: number
  readonly keywords: readonly KeywordSeries[]
  readonly clicks: BeforeAfter
  readonly weight: number
}

export type Comparison = {
  readonly windows: Windows
  readonly difference: Difference
  readonly chance: Chance
  readonly controls: readonly Control[]
  /** How clicks of the untouched pages changed, as a share. */
  readonly controlChange: number
}

export type Impact = {
  readonly verdict: ImpactVerdict
  readonly reason: ImpactReason | null
  /** 0: not compared, or none ranked. */
  readonly page: number
  readonly isNewPage: boolean
  readonly keywords: readonly KeywordSeries[]
  readonly daysAfter: number
  /** Sums over both windows; null where there are no windows. */
  readonly clicks: BeforeAfter | null
  readonly comparison: Comparison | null
}

/** Keeps the logarithm of no clicks finite. */
const HALF_CLICK = 0.5

const runOf = (series: BrandSeries, windows: Windows, { before, after }: BeforeAfter): Run => {
  const days = { before: sumOver(series.knownSums, windows.before), after: sumOver(series.knownSums, windows.after) }
  const [was, is] = [before + HALF_CLICK, after + HALF_CLICK]
  return { ratio: Math.log(is / days.after / (was / days.before)), scarcity: 1 / was + 1 / is }
}

/** Of the pages that have the slug, the one with the most keywords. */
const pageOf = (pages: ReadonlySet<number>, byPage: KeywordsByPage): number => {
  let [found, most] = [0, 0]
  for (const page of pages) {
    const count = byPage.get(page)?.length ?? 0
    if (count > most) [found, most] = [page, count]
  }
  return found
}

/** Whether something was published on the page, or unpublished, on these days or just before them. */
const isTouched = (
  page: number,
  { before, after }: Windows,
  firstDay: number,
  outings: readonly PlacedOuting[],
): boolean =>
  outings.some(({ pages, day, endDay }) => {
    if (!pages.has(page)) return false
    const isIn = (at: number): boolean => at - firstDay >= before.from && at - firstDay < after.until
    return isIn(day) || (endDay !== null && isIn(endDay))
  })

type Case = {
  readonly series: BrandSeries
  readonly outings: readonly PlacedOuting[]
  readonly windows: Windows
  readonly page: number
  readonly byPage: KeywordsByPage
}

/** The other pages without the article's keywords, the most clicks first. */
const othersOf = ({ page, byPage, windows }: Case) => {
  const own = new Set(byPage.get(page))
  const others = Array.from(byPage, ([other, keywords]) => {
    const rest = keywords.filter((keyword) => !own.has(keyword))
    return { page: other, keywords: rest, clicks: sumsOf(rest, 'clickSums', windows) }
  }).filter((other) => other.page !== page && other.keywords.length > 0)
  const total = ({ clicks }: { clicks: BeforeAfter }) => clicks.before + clicks.after
  return others.sort((one, other) => total(other) - total(one)).slice(0, CONTROLS_MAX)
}

type Others = ReturnType<typeof othersOf>

/** The same comparison, days earlier: none of these pages was touched then. */
const placeboRuns = ({ series, outings, windows, page, byPage }: Case, others: Others, days: number): Run[] => {
  const earlier = shifted(windows, days)
  if (!isKnown(series, earlier.before) || !isKnown(series, earlier.after)) return []
  const own = { page, keywords: byPage.get(page) ?? [] }
  const isOver = earlier.after.until <= windows.before.until
  return [...others, ...(isOver ? [own] : [])].flatMap((one) => {
    if (isTouched(one.page, earlier, series.firstDay, outings)) return []
    const clicks = sumsOf(one.keywords, 'clickSums', earlier)
    return clicks.before + clicks.after < CLICKS_MIN ? [] : [runOf(series, earlier, clicks)]
  })
}

/** Null with too few untouched pages. */
const compare = (one: Case, clicks: BeforeAfter): Comparison | null => {
  const { series, outings, windows } = one
  const others = othersOf(one)
  const untouched = others.flatMap((other) => {
    const isFew = other.clicks.before + other.clicks.after < CLICKS_MIN
    if (isFew || isTouched(other.page, windows, series.firstDay, outings)) return []
    return [{ ...other, run: runOf(series, windows, other.clicks) }]
  })
  if (untouched.length < CONTROLS_MIN) return null
  const runs = untouched.map(({ run }) => run)
  const earlier = Array.from({ length: PLACEBO_RUNS_MAX }, (_, at) =>
    placeboRuns(one, others, (at + 1) * PLACEBO_STEP_DAYS),
  ).filter((group) => group.length >= CONTROLS_MIN)
  const chance = chanceOf([runs, ...earlier])
  const { average, weights } = averageOf(runs, chance.spread)
  return {
    windows,
    difference: differenceOf(runOf(series, windows, clicks), average, chance),
    chance,
    controls: untouched.map(({ run, ...control }) => {
      return { ...control, weight: 1 / varianceOf(chance.spread, run) / weights }
    }),
    controlChange: Math.expm1(average),
  }
}

const verdictOf = ({ low, high }: Difference): ImpactVerdict => (low > 0 ? 'up' : high < 0 ? 'down' : 'no-change')

/** The impact of each article of a brand; `outings` are all of them. */
export const createImpactOf =
  (series: BrandSeries, outings: readonly PlacedOuting[]) =>
  (outing: PlacedOuting): Impact => {
    const none = { page: 0, isNewPage: false, keywords: [], clicks: null, comparison: null }
    const found = windowsOf(series, outing, outings)
    if ('reason' in found)
      return { ...none, verdict: found.reason === 'days-to-come' ? 'too-early' : 'not-measured', ...found }
    const { windows } = found
    const daysAfter = windows.after.until - windows.after.from
    const both = keywordsByPage(series, [windows.before, windows.after])
    const page = pageOf(outing.pages, both)
    if (page === 0) return { ...none, verdict: 'not-measured', reason: 'no-page', daysAfter }
    const isNewPage = !(both.get(page) ?? []).some((keyword) => leadingPage(keyword, windows.before) === page)
    // Keywords of a new page are chosen by the days after alone, which favours them: the untouched pages are chosen likewise.
    const byPage = isNewPage ? keywordsByPage(series, [windows.after]) : both
    const keywords = byPage.get(page) ?? []
    const clicks = sumsOf(keywords, 'clickSums', windows)
    const comparison = compare({ series, outings, windows, page, byPage }, clicks)
    const measured = { page, isNewPage, keywords, daysAfter, clicks, comparison }
    if (comparison === null) return { ...measured, verdict: 'not-measured', reason: 'few-pages' }
    if (clicks.before + clicks.after < CLICKS_MIN) return { ...measured, verdict: 'no-change', reason: 'few-clicks' }
    return { ...measured, verdict: verdictOf(comparison.difference), reason: null }
  }
