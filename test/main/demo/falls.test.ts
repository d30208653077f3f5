// What fell in the demo has a cause that the desk names, whatever the day of the first start is.
import { expect, test } from 'vitest'
import { dayFromNumber } from '../../../src-main/base/clock.ts'
import { brandSums, CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import { causesOf } from '../../../src-main/causes/rules/causes-of.ts'
import { dropsOf } from '../../../src-main/causes/rules/drops.ts'
import { portfolioOf, summaryOf } from '../../../src-main/causes/rules/portfolio.ts'
import { createShiftsAt } from '../../../src-main/causes/rules/shifts.ts'
import { articlePages, PUBLISHED } from '../../../src-main/demo/articles.ts'
import { FALLS, plantFalls } from '../../../src-main/demo/falls.ts'
import { seedBrand } from '../../../src-sandbox/seed/brands.ts'
import { seedKeywords, usualPages } from '../../../src-sandbox/seed/keywords.ts'
import { SANDBOX_DEFAULTS } from '../../../src-sandbox/server.ts'
import { createLifts, LiftSchema } from '../../../src-sandbox/state/lifts.ts'
import { toMatrix } from '../../support/cause-trials/matrix.ts'
import { seededDays } from '../../support/seeded-series.ts'

const { seed, keywords } = SANDBOX_DEFAULTS
const CONFLICTS = 5
const STARTS = Array.from({ length: 8 }, (_, index) => 20_700 + 46 * index)
const brands = Array.from({ length: SANDBOX_DEFAULTS.brands }, (_, index) => seedBrand(seed, index))

const startDemo = () => {
  const lifts = createLifts()
  const control = async (path: string, body?: object) => {
    if (body !== undefined) return lifts.add(LiftSchema.parse(body))
    const teamId = new URL(path, 'http://demo').searchParams.get('teamId')
    const brand = brands.find((one) => one.teamId === teamId) ?? seedBrand(seed, 0)
    return { pages: usualPages(seedKeywords(brand, keywords, CONFLICTS)) }
  }
  return { lifts, brands: brands.map((brand) => ({ ...brand })), control }
}

type Place = { readonly index: number; readonly today: number }
/** The causes of all drops of a brand, the first of each. */
const firstCauses = async (demo: ReturnType<typeof startDemo>, { index, today }: Place) => {
  const firstDay = today - CAUSE_DAYS
  const days = seededDays(seed, index, {
    ...{ keywords, conflicts: CONFLICTS, lifts: demo.lifts },
    ...{ firstDay, length: CAUSE_DAYS },
  })
  const columns = days.keywords.map(
    ({ pages, positions, clicks, impressions }, keyword) =>
      [
        keyword,
        {
          pages,
          positions: Float32Array.from(positions, (sum, at) => sum / 1000 / (impressions[at] || 1)),
          clicks: Float32Array.from(clicks),
          impressions: Float32Array.from(impressions),
        },
      ] as const,
  )
  const brand = brandSums({
    firstDay,
    known: Array<boolean>(CAUSE_DAYS).fill(true),
    days: toMatrix(new Map(columns)),
  })
  const shiftsAt = createShiftsAt(brand)
  const drops = dropsOf(brand)
  const { teamId } = brands[index] ?? seedBrand(seed, 0)
  const articles = await articlePages(demo, teamId)
  const actions = PUBLISHED.map(({ daysAgo }, at) => {
    const own = [...days.addresses].filter(([, address]) => address === articles[at]?.url).map(([page]) => page)
    return { day: today - daysAgo, pages: new Set(own), kind: 'published' as const, text: 'Published' }
  })
  const facts = { brandId: teamId, topics: [], actions, slices: [] }
  const portfolio = portfolioOf([summaryOf(teamId, brand, shiftsAt, drops)])
  return causesOf({ brand, facts, portfolio, shiftsAt, drops }).flatMap(({ causes }) => causes.slice(0, 1))
}

test('on each day of a first start, falls of the demo have their causes', async () => {
  const wanted = ['own-action', 'one-page', 'one-page', 'whole-site']
  for (const today of STARTS) {
    const demo = startDemo()
    await plantFalls(demo, today)
    for (const [at, { brand: index }] of FALLS.entries()) {
      const kinds = (await firstCauses(demo, { index, today })).map(({ kind }) => kind)
      expect(kinds, `${dayFromNumber(today)}, fall ${at}`).toContain(wanted[at])
    }
  }
})
