// What followed the articles of a brand, each with what it was worked out from: of an article whose inputs are as they were,
// the kept row is as good as a new one.
import { hash } from 'node:crypto'
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
import { type BrandOutings, createOutingBook, type Outing, type PlacedOuting } from '../rules/outing.ts'
import { windowsOf } from '../rules/windows.ts'

/** One whole segment of an address, whatever its case. */
const PLAIN_SLUG = /^[\w-]+$/

/** Articles with the numbers of the pages whose address has their slug. */
const placed = (outings: readonly Outing[], addresses: ReadonlyMap<number, string>): PlacedOuting[] => {
  const paths = Array.from(addresses, ([page, address]) => ({ page, path: pathOfPage(address) ?? '' }))
  const together = paths.map(({ path }) => path).join('\n')
  const segments = new Set(paths.flatMap(({ path }) => path.split('/')))
  const bySlug = new Map<string, ReadonlySet<number>>()
  const none: ReadonlySet<number> = new Set()
  const pagesOf = (slug: string): ReadonlySet<number> => {
    const known = bySlug.get(slug)
    if (known !== undefined) return known
    // Most articles have no ranked page and a slug of one plain segment, which is found without reading it as an address.
    if (PLAIN_SLUG.test(slug) && !segments.has(slug.toLowerCase())) return none
    const wanted = pathOfSlug(slug)
    const found = wanted === null || !together.includes(wanted) ? [] : paths.filter(({ path }) => path.includes(wanted))
    const pages = new Set(found.map(({ page }) => page))
    bySlug.set(slug, pages)
    return pages
  }
  return outings.map((outing) => ({ ...outing, pages: pagesOf(outing.slug) }))
}

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A day's average over the cached days of both windows. */
const perDay = ({ knownSums }: BrandSeries, { clicks, comparison }: Impact) => {
  if (clicks === null || comparison === null) return { before: null, after: null }
  const { before, after } = comparison.windows
  return { before: clicks.before / sumOver(knownSums, before), after: clicks.after / sumOver(knownSums, after) }
}

const stampOf = (inputs: unknown): string => hash('sha1', JSON.stringify(inputs), 'base64url')

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
  const book = createOutingBook(all)

  const stamps = new Map<string, string>()
  /** Tells the days and changes of pages that a comparison over these days reads: once for all articles of a day. */
  const inputsOf = ({ from, to }: NonNullable<BrandArticle['days']>): string => {
    const isIn = (day: number | null): boolean => day !== null && day >= from && day <= to
    const key = `${from} ${to}`
    const stamp =
      stamps.get(key) ??
      stampOf([
        [...versions].filter(([day]) => isIn(day)),
        all
          .filter(({ day, endDay }) => isIn(day) || isIn(endDay))
          .map(({ day, endDay, pages }) => [day, endDay, ...pages]),
      ])
    stamps.set(key, stamp)
    return stamp
  }

  const articleOf = (outing: PlacedOuting): BrandArticle => {
    const found = windowsOf(calendar, outing, book)
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
    /** Of those outings; left out: of all. */
    articles: (wanted: (outing: Outing) => boolean = () => true) => all.filter(wanted).map(articleOf),
    /** What works these articles out, one by one. Reads the days that they need once, with the first that needs any. */
    createWorkOut: (articles: readonly BrandArticle[]): ((article: BrandArticle) => WorkedOut) => {
      const bare = { ...calendar, keywords: [] }
      const ofNone = createImpactOf(bare, all, book)
      const read = once(() => {
        const spans = articles.flatMap(({ days }) => days ?? [])
        const from = spans.reduce((first, span) => Math.min(first, span.from), Number.POSITIVE_INFINITY)
        const to = spans.reduce((last, span) => Math.max(last, span.to), 0)
        const series = keywordSeries(db, { brandId, from, to })
        return { series, impactOf: createImpactOf(series, all, book) }
      })
      return ({ outing, days }) => {
        const { series, impactOf } = days === null ? { series: bare, impactOf: ofNone } : read()
        const impact = impactOf(outing)
        return { row: rowOf(outing, impact, series), impact, series }
      }
    },
  }
}
