// Opportunities of 200 brands × 1,000 keywords: worked out after a sync of all, listed, and the detail of one brand.
import { systemClock } from '../../src-main/base/clock.ts'
import { callDesk } from '../../src-main/desk.ts'
import { openReopeningDesk } from '../../src-main/reopening.ts'
import { type Bench, type BenchRow, judge, median } from './bench.ts'
import { fillCache, type Scale } from './rank-cache.ts'
import { homeOf } from './support/opened-desk.ts'

const SCALE: Scale = { brands: 200, keywords: 1000, days: 1 }
/** Of a processor, so that a busy machine changes nothing. */
const ALL_GOAL_MS = 8000
const LIST_GOAL_MS = 100
const DETAIL_GOAL_MS = 100
const ROUNDS = 15

type Desk = Awaited<ReturnType<typeof openReopeningDesk>>

const openDesk = (home: string): Promise<Desk> =>
  openReopeningDesk({
    home,
    shell: 'none',
    keychain: 'session',
    clock: systemClock,
    fetch: globalThis.fetch,
    random: Math.random,
    version: '0.0.0-bench',
    checkOutput: false,
    logLevel: 'error',
    isBackgroundSyncWanted: false,
    isReceiverWanted: false,
    webhookPort: 0,
    teamAddress: null,
  })

/** Milliseconds of a processor that all threads of the desk took for it. */
const processorMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const medianMs = async (work: (round: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await processorMs(() => work(round)))
  return median(times)
}

const rowsOf = async (desk: Desk, brandIds: readonly string[]): Promise<BenchRow[]> => {
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
  run: async () => {
    const filled = fillCache(SCALE, undefined, process.env.AGENCY_DESK_BENCH_CACHES)
    try {
      const desk = await openDesk(homeOf(filled))
      try {
        return await rowsOf(desk, filled.brandIds)
      } finally {
        await desk.close()
      }
    } finally {
      filled.remove()
    }
  },
}
