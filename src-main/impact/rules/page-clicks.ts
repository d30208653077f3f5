// Clicks of a page before and after. The history keeps clicks by keyword and the page that ranked: the clicks of a page are
// those of the keywords that it ranked for, also on days on which another page of the brand took its place.
import { type BrandSeries, type DaySpan, type KeywordSeries, sumOver } from '../../rankings/public.ts'
import type { Windows } from './windows.ts'

/** The page that ranked on most days of the span, of equals the first; 0: none. */
export const leadingPage = ({ pages }: KeywordSeries, { from, until }: DaySpan): number => {
  let only = 0
  for (let at = from; at < until; at += 1) {
    const page = pages[at] ?? 0
    if (page === 0 || page === only) continue
    if (only !== 0) return leadingOf({ pages }, { from, until })
    only = page
  }
  return only
}

/** The same where several pages ranked, which is seldom. */
const leadingOf = ({ pages }: Pick<KeywordSeries, 'pages'>, { from, until }: DaySpan): number => {
  const days = new Map<number, number>()
  let leading = 0
  for (let at = from; at < until; at += 1) {
    const page = pages[at] ?? 0
    if (page === 0) continue
    const count = (days.get(page) ?? 0) + 1
    days.set(page, count)
    if (count > (days.get(leading) ?? 0)) leading = page
  }
  return leading
}

export type KeywordsByPage = ReadonlyMap<number, readonly KeywordSeries[]>

/** The keywords of each page: those for which it led in one of these spans. A keyword may have two pages. */
export const keywordsByPage = ({ keywords }: BrandSeries, spans: readonly DaySpan[]): KeywordsByPage => {
  const found = new Map<number, KeywordSeries[]>()
  for (const keyword of keywords) {
    const leading = new Set(spans.map((span) => leadingPage(keyword, span)))
    leading.delete(0)
    for (const page of leading) {
      const known = found.get(page)
      if (known === undefined) found.set(page, [keyword])
      else known.push(keyword)
    }
  }
  return found
}

/** Sums over the cached days of both windows. */
export type BeforeAfter = { readonly before: number; readonly after: number }

export const sumsOf = (
  keywords: readonly KeywordSeries[],
  of: 'clickSums' | 'impressionSums' | 'positionSums',
  windows: Windows,
): BeforeAfter => {
  let [before, after] = [0, 0]
  for (const keyword of keywords) {
    before += sumOver(keyword[of], windows.before)
    after += sumOver(keyword[of], windows.after)
  }
  return { before, after }
}
