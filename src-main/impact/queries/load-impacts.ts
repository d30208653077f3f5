import type { ImpactRow } from '../../../src-shared/desk/impact.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { pathOfPage, pathOfSlug } from '../../base/page-slugs.ts'
import { type BrandSeries, keywordSeries, sumOver } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { createImpactOf, DAYS_READ_BEFORE, type Impact } from '../rules/impact-of.ts'
import type { BrandOutings, Outing, PlacedOuting } from '../rules/outing.ts'

const DAYS_READ_AFTER = 60
const NOTHING: BrandSeries = { firstDay: 0, length: 0, knownSums: new Float64Array(1), keywords: [] }

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

export type LoadedImpact = { readonly row: ImpactRow; readonly impact: Impact }
export type LoadedImpacts = {
  readonly series: BrandSeries
  readonly addresses: ReadonlyMap<number, string>
  readonly rows: readonly ImpactRow[]
  readonly of: (outing: Pick<Outing, 'slug' | 'day'>) => LoadedImpact | undefined
}

/** What followed the articles of a brand: `of` works one out, `rows` all of them. */
export const loadImpacts = (db: ReadableDb, { brandId, outings }: BrandOutings): LoadedImpacts => {
  const days = outings.map(({ day }) => day)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const found =
    outings.length === 0
      ? null
      : keywordSeries(db, { brandId, from: first - DAYS_READ_BEFORE, to: last + DAYS_READ_AFTER })
  const { series, addresses } = found ?? { series: NOTHING, addresses: new Map<number, string>() }
  const all = placed(outings, addresses)
  const impactOf = createImpactOf(series, all)
  const load = (outing: PlacedOuting): LoadedImpact => {
    const impact = impactOf(outing)
    const { comparison, keywords, daysAfter, verdict, reason, isNewPage } = impact
    const { before, after } = perDay(series, impact)
    const { effect, low, high, detectable } = comparison?.difference ?? {}
    const row: ImpactRow = {
      brandId,
      articleSlug: outing.slug,
      title: outing.title,
      publishedDay: dayFromNumber(outing.day),
      page: addresses.get(impact.page) ?? null,
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
    return { row, impact }
  }
  return {
    series,
    addresses,
    get rows() {
      return all.map((outing) => load(outing).row)
    },
    of: ({ slug, day }) => {
      const outing = all.find((one) => one.slug === slug && one.day === day)
      return outing === undefined ? undefined : load(outing)
    },
  }
}
