import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { type BrandSeries, type DaySpan, type KeywordSeries, keywordTexts, sumOver } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { expectedDays } from '../rules/expected-days.ts'
import type { Impact } from '../rules/impact-of.ts'
import { reasonsOf } from '../rules/impact-reasons.ts'
import { type Measured, positionsIn } from '../rules/measures.ts'
import { sumsOf } from '../rules/page-clicks.ts'
import type { Windows } from '../rules/windows.ts'
import type { ReadOutings } from './impacts.ts'
import { brandArticles } from './load-impacts.ts'

type Article = CallOutput<'impact.article'>
const NONE = { before: null, after: null, effect: null, interval: null, controlChange: null } as const

type Measures = { readonly series: BrandSeries; readonly windows: Windows }

type Average = { readonly before: number; readonly after: number }
const daily = ({ series: { knownSums }, windows }: Measures, sums: Average): Average => ({
  before: sums.before / sumOver(knownSums, windows.before),
  after: sums.after / sumOver(knownSums, windows.after),
})

/** As shares of what is expected. */
const sharesOf = (found: Measured | null | undefined) => {
  if (found === null || found === undefined) return null
  const { effect, low, high } = found.difference
  return { effect, interval: { low, high }, controlChange: found.controlChange }
}

const impressionsOf = (measures: Measures, { keywords, comparison }: Impact): Article['impressions'] => ({
  ...NONE,
  ...daily(measures, sumsOf(keywords, 'impressionSums', measures.windows)),
  ...sharesOf(comparison?.measure('impressions')),
})

/** In places: a share of the position is one of the places before, an effect one of the places that were to be expected. */
const positionOf = ({ windows }: Measures, { keywords, comparison }: Impact): Article['position'] => {
  const { before, after } = positionsIn({ keywords, windows })
  const shares = sharesOf(comparison?.measure('position'))
  if (before === null || shares === null) return { ...NONE, before, after }
  const expected = before * (1 + shares.controlChange)
  const { low, high } = shares.interval
  return {
    before,
    after,
    effect: expected * shares.effect,
    interval: { low: expected * low, high: expected * high },
    controlChange: before * shares.controlChange,
  }
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
      position: positionsIn({ keywords: [one], windows }),
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

type Args = { readonly brandId: string; readonly slug: string; readonly day: number }

/** What followed one article, from the days as they are cached now; undefined for one that the brand did not publish. */
export const createArticleImpact =
  (outingsOf: ReadOutings) =>
  (db: ReadableDb, { slug, day, brandId }: Args): Article | undefined => {
    const [brand] = outingsOf(db, { brandIds: [brandId] })
    if (brand === undefined) return undefined
    const { addresses, articles, createWorkOut } = brandArticles(db, brand)
    const [article] = articles((outing) => outing.slug === slug && outing.day === day)
    if (article === undefined) return undefined
    const { row, impact, series } = createWorkOut([article])(article)
    const { comparison, keywords } = impact
    const reasons = reasonsOf(row, impact, series.firstDay)
    if (comparison === null) {
      return {
        row,
        spans: null,
        series: [],
        keywords: [],
        controls: [],
        impressions: NONE,
        position: NONE,
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
      position: positionOf(measures, impact),
      reasons,
    }
  }
