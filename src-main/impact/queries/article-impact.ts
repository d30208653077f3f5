import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { type BrandSeries, type DaySpan, type KeywordSeries, keywordTexts, sumOver } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { expectedDays } from '../rules/expected-days.ts'
import type { Comparison, Impact } from '../rules/impact-of.ts'
import { reasonsOf } from '../rules/impact-reasons.ts'
import type { BrandOutings } from '../rules/outing.ts'
import { sumsOf } from '../rules/page-clicks.ts'
import type { Windows } from '../rules/windows.ts'
import { brandArticles } from './load-impacts.ts'

type Article = CallOutput<'impact.article'>
type BeforeAfter = { readonly before: number | null; readonly after: number | null }
const NONE: BeforeAfter = { before: null, after: null }

type Measures = { readonly series: BrandSeries; readonly windows: Windows }

const daily = ({ series: { knownSums }, windows }: Measures, sums: { before: number; after: number }): BeforeAfter => ({
  before: sums.before / sumOver(knownSums, windows.before),
  after: sums.after / sumOver(knownSums, windows.after),
})

/** The average position, impressions weighing; null where it did not rank. */
const positionOf = (keywords: readonly KeywordSeries[], windows: Windows): BeforeAfter => {
  const [positions, impressions] = [
    sumsOf(keywords, 'positionSums', windows),
    sumsOf(keywords, 'impressionSums', windows),
  ]
  const mean = (sum: number, count: number) => (count === 0 ? null : sum / count / 1000)
  return { before: mean(positions.before, impressions.before), after: mean(positions.after, impressions.after) }
}

/** The change of the untouched pages, weighted as their clicks are; null where none is known. */
const controlMean = ({ controls }: Comparison, changeOf: (keywords: readonly KeywordSeries[]) => number | null) => {
  let [sum, weights] = [0, 0]
  for (const { keywords, weight } of controls) {
    const change = changeOf(keywords)
    if (change === null) continue
    sum += weight * change
    weights += weight
  }
  return weights === 0 ? null : sum / weights
}

const impressionsOf = (measures: Measures, { keywords, comparison }: Impact): Article['impressions'] => {
  if (comparison === null) return { ...NONE, controlChange: null }
  const of = (some: readonly KeywordSeries[]) => daily(measures, sumsOf(some, 'impressionSums', measures.windows))
  const change = controlMean(comparison, (some) => {
    const { before, after } = of(some)
    return before === null || after === null || before === 0 || after === 0 ? null : Math.log(after / before)
  })
  return { ...of(keywords), controlChange: change === null ? null : Math.expm1(change) }
}

const positionsOf = ({ windows }: Measures, { keywords, comparison }: Impact): Article['position'] => {
  if (comparison === null) return { ...NONE, controlChange: null }
  const change = controlMean(comparison, (some) => {
    const { before, after } = positionOf(some, windows)
    return before === null || after === null ? null : after - before
  })
  return { ...positionOf(keywords, windows), controlChange: change }
}

/** Most clicks first. */
const keywordsOf = (db: ReadableDb, measures: Measures, keywords: readonly KeywordSeries[]): Article['keywords'] => {
  const texts = keywordTexts(
    db,
    keywords.map(({ keyword }) => keyword),
  )
  const { windows } = measures
  const clicks = ({ clicks: { before, after } }: Article['keywords'][number]) => (before ?? 0) + (after ?? 0)
  return keywords
    .map((one) => ({
      keyword: texts.get(one.keyword) ?? '',
      position: positionOf([one], windows),
      clicks: daily(measures, sumsOf([one], 'clickSums', windows)),
      impressions: daily(measures, sumsOf([one], 'impressionSums', windows)),
    }))
    .sort((one, other) => clicks(other) - clicks(one))
}

const clicksOn = (keywords: readonly KeywordSeries[], at: number): number =>
  keywords.reduce((sum, { clickSums }) => sum + sumOver(clickSums, { from: at, until: at + 1 }), 0)

const seriesOf = (series: BrandSeries, { keywords, clicks, comparison }: Impact): Article['series'] => {
  if (comparison === null || clicks === null) return []
  return expectedDays(series, comparison, clicks.before).map(({ at, ...day }) => ({
    day: dayFromNumber(series.firstDay + at),
    clicks: day.expected === null ? null : clicksOn(keywords, at),
    ...day,
  }))
}

const spanOf = ({ firstDay }: BrandSeries, { from, until }: DaySpan) => ({
  from: dayFromNumber(firstDay + from),
  to: dayFromNumber(firstDay + until - 1),
})

type Args = BrandOutings & { readonly slug: string; readonly day: number }

/** What followed one article, from the days as they are cached now; undefined for one that the brand did not publish. */
export const articleImpact = (db: ReadableDb, { slug, day, ...brand }: Args): Article | undefined => {
  const { addresses, articles, workOut } = brandArticles(db, brand)
  const [found] = workOut(articles.filter(({ outing }) => outing.slug === slug && outing.day === day))
  if (found === undefined) return undefined
  const { row, impact, series } = found
  const { comparison, keywords } = impact
  const reasons = reasonsOf(row, impact, series.firstDay)
  if (comparison === null) {
    const nothing = { ...NONE, controlChange: null }
    return {
      row,
      spans: null,
      series: [],
      keywords: [],
      controls: [],
      impressions: nothing,
      position: nothing,
      reasons,
    }
  }
  const { windows, controls } = comparison
  const measures = { series, windows }
  return {
    row,
    spans: { before: spanOf(series, windows.before), after: spanOf(series, windows.after) },
    series: seriesOf(series, impact),
    keywords: keywordsOf(db, measures, keywords),
    controls: controls.map(({ page, clicks }) => ({
      page: addresses.get(page) ?? '',
      clicks: daily(measures, clicks),
    })),
    impressions: impressionsOf(measures, impact),
    position: positionsOf(measures, impact),
    reasons,
  }
}
