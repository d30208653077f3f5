// Opportunities of 200 brands × 1,000 keywords: worked out after a sync of all, listed, and the detail of one brand.
import { callDesk } from '../../src-main/desk.ts'
import { type Bench, type BenchRow, judge, median } from './bench.ts'
import type { Scale } from './rank-cache.ts'
import { homeOf } from './support/opened-desk.ts'
import { onFilled, openPlainDesk, type PlainDesk, processorMs } from './support/plain-desk.ts'

const SCALE: Scale = { brands: 200, keywords: 1000, days: 1 }
/** Of a processor, so that a busy machine changes nothing. */
const ALL_GOAL_MS = 8000
const LIST_GOAL_MS = 100
const DETAIL_GOAL_MS = 100
const ROUNDS = 15

const medianMs = async (work: (round: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await processorMs(() => work(round)))
  return median(times)
}

const rowsOf = async (desk: PlainDesk, brandIds: readonly string[]): Promise<BenchRow[]> => {
  const allMs = await processorMs(() => callDesk(desk, 'opportunities.page', {}))
  const { total } = await callDesk(desk, 'opportunities.page', {})
  const listMs = await medianMs((round) => callDesk(desk, 'opportunities.page', { offset: round * 50 }))
  const brandOf = (round: number) => brandIds[round % brandIds.length] ?? ''
  const detailMs = await medianMs((round) => callDesk(desk, 'opportunities.brand', { brandId: brandOf(round) }))
  const within = (name: string, ms: number, goalMs: number, more: BenchRow['measured'] = {}) =>
    judge({ name, against: `${goalMs} ms of a processor`, ratio: ms / goalMs, atMost: 1, measured: { ms, ...more } })
  return [
    within(
      `opportunities of ${brandIds.length} brands × ${SCALE.keywords} keywords are worked out`,
      allMs,
      ALL_GOAL_MS,
      {
        aBrandMs: allMs / brandIds.length,
        total,
      },
    ),
    within('a page of all brands, once they are worked out', listMs, LIST_GOAL_MS),
    within("a detail's click curve", detailMs, DETAIL_GOAL_MS),
  ]
}

export const opportunitiesBench: Bench = {
  name: 'opportunities',
  run: () =>
    onFilled({ name: 'opportunities', scale: SCALE }, async (filled) => {
      const desk = await openPlainDesk(homeOf(filled))
      try {
        return await rowsOf(desk, filled.brandIds)
      } finally {
        await desk.close()
      }
    }),
}
