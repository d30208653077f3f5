// What followed the articles of a brand, each with what it was worked out from: of an article whose inputs are as they were,
// the kept row is as good as a new one.
import { createHash } from 'node:crypto'
import type { ImpactRow } from '../../../src-shared/desk/impact.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { pathOfPage, pathOfSlug } from '../../base/page-slugs.ts'
import {
  type BrandSeries,
  brandAddresses,
  keywordSeries,
  knownDaysOf,
  sumOver,
  wholeDays,
} from '../../rankings/public.ts'
import { findBrandNo } from '../../store/cache-brands.ts'
import type { ReadableDb } from '../../store/db.ts'
import { createImpactOf, type Impact, PLACEBO_DAYS } from '../rules/impact-of.ts'
import type { BrandOutings, Outing, PlacedOuting } from '../rules/outing.ts'
import { windowsOf } from '../rules/windows.ts'

/** Articles with the numbers of the pages whose address has their slug. */
const placed = (outings: readonly Outing[], addresses: ReadonlyMap<number, string>): PlacedOuting[] => {
  const paths = Array.from(addresses, ([page, address]) => ({ page, path: pathOfPage(address) ?? '' }))
  const bySlug = new Map<string, ReadonlySet<number>>()
  const pagesOf = (slug: string): ReadonlySet<number> => {
    const wanted = pathOfSlug(slug)
    const found = wanted === null ? [] : paths.filter(({ path }) => path.includes(wanted))
    const pages = bySlug.get(slug) ?? new Set(found.map(({ page }) => page))
    bySlug.set(slug, pages)
    return pages
  }
  return outings.map((outing) => ({ ...outing, pages: pagesOf(outing.slug) }))
}

/** A day's average over the cached days of both windows. */
const perDay = ({ knownSums }: BrandSeries, { clicks, comparison }: Impact) => {
  if (clicks === null || comparison === null) return { before: null, after: null }
  const { before, after } = comparison.windows
  return { before: clicks.before / sumOver(knownSums, before), after: clicks.after / sumOver(knownSums, after) }
}

const stampOf = (inputs: unknown): string => createHash('sha1').update(JSON.stringify(inputs)).digest('base64url')

export type BrandArticle = {
  readonly outing: PlacedOuting
  /** The days that its comparison reads, both included; null: it is not compared. */
  readonly days: { readonly from: number; readonly to: number } | null
  /** Changes with anything that its row is worked out from. */
  readonly stamp: string
}

export type WorkedOut = { readonly row: ImpactRow; readonly impact: Impact; readonly series: BrandSeries }

/** The articles of a brand, and what works some of them out. */
export const brandArticles = (db: ReadableDb, { brandId, outings }: BrandOutings) => {
  const versions = wholeDays(db, brandId)
  const known = [...versions.keys()]
  const calendar = knownDaysOf(known, known.at(0) ?? 0, known.at(-1) ?? -1)
  const brandNo = findBrandNo(db, brandId)
  const addresses = brandNo === null ? new Map<number, string>() : brandAddresses(db.cache, brandNo)
  const all = placed(outings, addresses)

  /** Days and changes of pages that a comparison over these days reads. */
  const inputsOf = ({ from, to }: NonNullable<BrandArticle['days']>) => {
    const isIn = (day: number | null): boolean => day !== null && day >= from && day <= to
    return [
      [...versions].filter(([day]) => isIn(day)),
      all
        .filter(({ day, endDay }) => isIn(day) || isIn(endDay))
        .map(({ day, endDay, pages }) => [day, endDay, ...pages]),
    ]
  }

  const articleOf = (outing: PlacedOuting): BrandArticle => {
    const found = windowsOf(calendar, outing, all)
    const placedOuting = { ...outing, pages: [...outing.pages] }
    if ('reason' in found) return { outing, days: null, stamp: stampOf([placedOuting, found]) }
    const { before, after } = found.windows
    const dayAt = (at: number): number => calendar.firstDay + at
    const days = { from: dayAt(Math.max(0, before.from - PLACEBO_DAYS)), to: dayAt(after.until - 1) }
    const windows = [before.from, before.until, after.from].map(dayAt)
    return { outing, days, stamp: stampOf([placedOuting, windows, days, inputsOf(days)]) }
  }

  /** Of a page that is not compared, the shortest address, which has the least beside the slug. */
  const pageOf = ({ page, reason }: Impact, { pages }: PlacedOuting): string | null => {
    const known = (page === 0 && reason !== 'no-page' ? [...pages] : [page]).map((one) => addresses.get(one) ?? null)
    return known.reduce((best, one) => (best === null || (one !== null && one.length < best.length) ? one : best), null)
  }

  const rowOf = (outing: PlacedOuting, impact: Impact, series: BrandSeries): ImpactRow => {
    const { comparison, keywords, daysAfter, verdict, reason, isNewPage } = impact
    const { before, after } = perDay(series, impact)
    const { effect, low, high, detectable } = comparison?.difference ?? {}
    return {
      brandId,
      articleSlug: outing.slug,
      title: outing.title,
      publishedDay: dayFromNumber(outing.day),
      page: pageOf(impact, outing),
      isNewPage,
      verdict,
      reason,
      effect: effect ?? null,
      interval: low === undefined || high === undefined ? null : { low, high },
      detectable: detectable ?? null,
      keywords: keywords.length,
      clicksBefore: before,
      clicksAfter: after,
      controlChange: comparison?.controlChange ?? null,
      daysAfter,
    }
  }

  return {
    addresses,
    articles: all.map(articleOf),
    /** Reads the days that these articles need, once. */
    workOut: (articles: readonly BrandArticle[]): WorkedOut[] => {
      const spans = articles.flatMap(({ days }) => days ?? [])
      const [from, to] = [Math.min(...spans.map((span) => span.from)), Math.max(...spans.map((span) => span.to))]
      const bare = { ...calendar, keywords: [] }
      const read = spans.length === 0 ? bare : keywordSeries(db, { brandId, from, to })
      const [ofDays, ofNone] = [createImpactOf(read, all), createImpactOf(bare, all)]
      return articles.map(({ outing, days }) => {
        const impact = days === null ? ofNone(outing) : ofDays(outing)
        return { row: rowOf(outing, impact, read), impact, series: read }
      })
    },
  }
}
