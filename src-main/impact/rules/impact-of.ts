// What followed an article: clicks of its page against those of the brand's untouched pages, before and after (difference in
// differences), and whether chance alone would do it (chance.ts). docs/decisions says why it is this way.
import type { ImpactReason, ImpactVerdict } from '../../../src-shared/desk/impact.ts'
import type { BrandSeries, DaySpan, KeywordSeries } from '../../rankings/public.ts'
import type { Chance, Difference } from './chance.ts'
import { type Compared, type Measure, type Measured, measured } from './measures.ts'
import { createOutingBook, type OutingBook, type PlacedOuting } from './outing.ts'
import { type BeforeAfter, type KeywordsByPage, keywordsByPage, leadingPage, sumsOf } from './page-clicks.ts'
import { isKnown, shifted, type Windows, windowsOf } from './windows.ts'

/** With fewer clicks in both windows together, a page gets no verdict and is no control. */
export const CLICKS_MIN = 30
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
  /** The same comparison in another measure; null where it cannot be made. */
  readonly measure: (of: Measure) => Measured | null
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
const isTouched = (page: number, { before, after }: Windows, firstDay: number, outings: OutingBook): boolean =>
  outings.ofPage(page).some(({ day, endDay }) => {
    const isIn = (at: number): boolean => at - firstDay >= before.from && at - firstDay < after.until
    return isIn(day) || (endDay !== null && isIn(endDay))
  })

type Case = {
  readonly series: BrandSeries
  readonly outings: OutingBook
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

const hasClicks = ({ before, after }: BeforeAfter): boolean => before + after >= CLICKS_MIN

/** The same comparison, days earlier: none of these pages was touched then. */
const placebosOf = ({ series, outings, windows, page, byPage }: Case, others: Others, days: number): Compared[] => {
  const earlier = shifted(windows, days)
  if (!isKnown(series, earlier.before) || !isKnown(series, earlier.after)) return []
  const own = { page, keywords: byPage.get(page) ?? [] }
  const isOver = earlier.after.until <= windows.before.until
  return [...others, ...(isOver ? [own] : [])]
    .filter((one) => !isTouched(one.page, earlier, series.firstDay, outings))
    .map(({ keywords }) => ({ keywords, windows: earlier }))
    .filter(({ keywords }) => hasClicks(sumsOf(keywords, 'clickSums', earlier)))
}

/** Null with too few untouched pages. */
const compare = (one: Case): Comparison | null => {
  const { series, outings, windows, page, byPage } = one
  const others = othersOf(one)
  const untouched = others.filter(
    (other) => hasClicks(other.clicks) && !isTouched(other.page, windows, series.firstDay, outings),
  )
  const earlier = Array.from({ length: PLACEBO_RUNS_MAX }, (_, at) =>
    placebosOf(one, others, (at + 1) * PLACEBO_STEP_DAYS),
  )
  const own = { keywords: byPage.get(page) ?? [], windows }
  const placebos = [untouched.map(({ keywords }) => ({ keywords, windows })), ...earlier]
  const measure = (of: Measure) => measured(series, of, { own, placebos })
  const clicks = measure('clicks')
  if (clicks === null) return null
  const { weights, ...found } = clicks
  return {
    ...found,
    windows,
    measure,
    controls: untouched.map((control, at) => ({ ...control, weight: weights[at] ?? 0 })),
  }
}

const verdictOf = ({ low, high }: Difference): ImpactVerdict => (low > 0 ? 'up' : high < 0 ? 'down' : 'no-change')

/** The impact of each article of a brand; `all` are all of them. */
export const createImpactOf = (
  series: BrandSeries,
  all: readonly PlacedOuting[],
  outings: OutingBook = createOutingBook(all),
) => {
  // Articles of one day have the same windows: the keywords of the pages are looked up once for all of them.
  const pagesOf = new Map<string, KeywordsByPage>()
  const pagesIn = (spans: readonly DaySpan[]): KeywordsByPage => {
    const key = spans.map(({ from, until }) => `${from}-${until}`).join()
    const pages = pagesOf.get(key) ?? keywordsByPage(series, spans)
    pagesOf.set(key, pages)
    return pages
  }
  return (outing: PlacedOuting): Impact => {
    const none = { page: 0, isNewPage: false, keywords: [], clicks: null, comparison: null }
    const placed = windowsOf(series, outing, outings)
    if ('reason' in placed)
      return { ...none, verdict: placed.reason === 'days-to-come' ? 'too-early' : 'not-measured', ...placed }
    const { windows } = placed
    const daysAfter = windows.after.until - windows.after.from
    const both = pagesIn([windows.before, windows.after])
    const page = pageOf(outing.pages, both)
    if (page === 0) return { ...none, verdict: 'not-measured', reason: 'no-page', daysAfter }
    const isNewPage = !(both.get(page) ?? []).some((keyword) => leadingPage(keyword, windows.before) === page)
    // Keywords of a new page are chosen by the days after alone, which favours them: the untouched pages are chosen likewise.
    const byPage = isNewPage ? pagesIn([windows.after]) : both
    const keywords = byPage.get(page) ?? []
    const clicks = sumsOf(keywords, 'clickSums', windows)
    const comparison = compare({ series, outings, windows, page, byPage })
    const found = { page, isNewPage, keywords, daysAfter, clicks, comparison }
    if (comparison === null) return { ...found, verdict: 'not-measured', reason: 'few-pages' }
    if (!hasClicks(clicks)) return { ...found, verdict: 'no-change', reason: 'few-clicks' }
    return { ...found, verdict: verdictOf(comparison.difference), reason: null }
  }
}
