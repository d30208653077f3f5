// What a new user sees in Impact depends on the day of the first start: the demo is worked out for many of them.
import { expect, test } from 'vitest'
import { dayFromNumber } from '../../../src-main/base/clock.ts'
import { DEMO_HISTORY_DAYS } from '../../../src-main/brands/demo-brands.ts'
import { articlePages, BRANDS_WITH_ARTICLES, PUBLISHED, plantLifts } from '../../../src-main/demo/articles.ts'
import { createImpactOf } from '../../../src-main/impact/rules/impact-of.ts'
import type { PlacedOuting } from '../../../src-main/impact/rules/outing.ts'
import { seedBrand } from '../../../src-sandbox/seed/brands.ts'
import { seedKeywords, usualPages } from '../../../src-sandbox/seed/keywords.ts'
import { SANDBOX_DEFAULTS } from '../../../src-sandbox/server.ts'
import { createLifts, LiftSchema } from '../../../src-sandbox/state/lifts.ts'
import { seededDays, seriesOf } from '../../support/seeded-series.ts'

const { seed, keywords } = SANDBOX_DEFAULTS
const CONFLICTS = 5
const STARTS = Array.from({ length: 8 }, (_, index) => 20_700 + 46 * index)

const brands = Array.from({ length: BRANDS_WITH_ARTICLES }, (_, index) => seedBrand(seed, index))

/** The demo's brands with the sandbox's pages and lifts, without a process between. */
const startDemo = () => {
  const lifts = createLifts()
  const control = async (path: string, body?: object) => {
    if (body !== undefined) return lifts.add(LiftSchema.parse(body))
    const teamId = new URL(path, 'http://demo').searchParams.get('teamId')
    const brand = brands.find((one) => one.teamId === teamId) ?? seedBrand(seed, 0)
    return { pages: usualPages(seedKeywords(brand, keywords, CONFLICTS)) }
  }
  return { lifts, brands, control }
}

test('on each day of a first start, Impact shows articles that are up, down, unchanged and too early', async () => {
  for (const today of STARTS) {
    const demo = startDemo()
    await plantLifts(demo, today)
    expect(demo.lifts.list().length).toBe(2 * BRANDS_WITH_ARTICLES)
    const found: string[] = []
    for (const [index, { teamId }] of brands.entries()) {
      const pages = await articlePages(demo, teamId)
      const days = seededDays(seed, index, {
        ...{ keywords, conflicts: CONFLICTS, lifts: demo.lifts },
        ...{ firstDay: today - DEMO_HISTORY_DAYS + 1, length: DEMO_HISTORY_DAYS - 1 },
      })
      const outings = PUBLISHED.map(({ daysAgo }, at): PlacedOuting => {
        const { slug = '', url = '' } = pages[at] ?? {}
        const own = [...days.addresses].filter(([, address]) => address === url).map(([page]) => page)
        return { slug, title: null, day: today - daysAgo, endDay: null, pages: new Set(own) }
      })
      const impactOf = createImpactOf(seriesOf(days), outings)
      found.push(...outings.map((outing, at) => `${PUBLISHED[at]?.factor} ${impactOf(outing).verdict}`))
    }
    const seen = new Set(found)
    for (const wanted of ['2.5 up', '0.4 down', '1 no-change', '1 too-early'])
      expect(seen, dayFromNumber(today)).toContain(wanted)
    // A lift is never taken for a loss, or the other way round.
    for (const wrong of ['2.5 down', '0.4 up']) expect(seen, dayFromNumber(today)).not.toContain(wrong)
    expect(found.filter((one) => one.endsWith('not-measured'))).toEqual([])
  }
})
