// The back-test of an alert rule over 200 brands × 1,000 keywords × 90 days, by kind of rule: against the time that a person
// waits for it, with progress brand by brand; and what a page of rankings takes meanwhile.
import { dayNumber } from '../../src-main/base/clock.ts'
import { callDesk } from '../../src-main/desk.ts'
import type { AlertCondition } from '../../src-shared/desk/alerts.ts'
import { knownDaysOf } from '../support/known-drops.ts'
import { type Bench, type BenchRow, judge, median } from './bench.ts'
import { dayAt, type FilledCache, type Scale, type SeriesOf } from './rank-cache.ts'
import { onFilled, openFilled, type PlainDesk } from './support/plain-desk.ts'

const SCALE: Scale = { brands: 200, keywords: 1000, days: 90 }
const GOAL_SECONDS = 20
/** Of a page of rankings while a back-test runs: what still feels at once. */
const PAGE_GOAL_MS = 250
const CONDITIONS: readonly AlertCondition[] = [
  { kind: 'lost-top-3', days: 2 },
  { kind: 'lost-top-10', days: 2 },
  { kind: 'drop', lostClicks: 0.5 },
  { kind: 'page-changed', days: 3 },
  { kind: 'clicks-down', percent: 30, clicks: 20, weeks: 4 },
]

const withDrops: SeriesOf = (brand, keyword) =>
  knownDaysOf(
    { seed: 7, firstDay: dayNumber(dayAt(0)), days: SCALE.days, dropAt: SCALE.days - 20 },
    brand * SCALE.keywords + keyword,
  )

/** Pages of rankings, one after the other, as long as `isOver` says that something runs beside them. */
const pagesUntil = async (desk: PlainDesk, { brandIds }: FilledCache, isOver: () => boolean): Promise<number[]> => {
  const times: number[] = []
  for (let round = 0; !isOver(); round += 1) {
    const startedAt = performance.now()
    await callDesk(desk, 'rankings.page', { brandIds: [brandIds[round % brandIds.length] ?? ''], limit: 50 })
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return times
}

const measure = async (desk: PlainDesk, filled: FilledCache, condition: AlertCondition): Promise<BenchRow[]> => {
  const startedAt = performance.now()
  let isOver = false
  const test = callDesk(desk, 'alerts.backTest', { rule: { name: 'Bench', condition }, days: SCALE.days }).finally(
    () => {
      isOver = true
    },
  )
  const times = (await pagesUntil(desk, filled, () => isOver)).sort((one, other) => one - other)
  const { fired, brands, brandsChecked } = await test
  const totalSeconds = (performance.now() - startedAt) / 1000
  const p95Ms = times[Math.floor(times.length * 0.95)] ?? 0
  return [
    judge({
      name: `back-test of "${condition.kind}" over ${brandsChecked} brands`,
      against: `${GOAL_SECONDS} s`,
      ratio: totalSeconds / GOAL_SECONDS,
      atMost: 1,
      measured: { totalSeconds, aBrandMs: (1000 * totalSeconds) / SCALE.brands, fired, brandsFired: brands.length },
    }),
    judge({
      name: `a page of rankings beside it, p95`,
      against: `${PAGE_GOAL_MS} ms`,
      ratio: p95Ms / PAGE_GOAL_MS,
      atMost: 1,
      measured: { p95Ms, medianMs: median(times), slowestMs: times.at(-1) ?? 0, pages: times.length },
    }),
  ]
}

export const alertsBench: Bench = {
  name: 'alerts',
  run: () =>
    onFilled({ name: 'alerts', scale: SCALE, seriesOf: withDrops }, async (filled) => {
      const desk = await openFilled(filled, SCALE.days)
      try {
        const rows: BenchRow[] = []
        for (const condition of CONDITIONS) rows.push(...(await measure(desk, filled, condition)))
        return rows
      } finally {
        await desk.close()
      }
    }),
}
