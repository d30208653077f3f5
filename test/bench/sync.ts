// Sync of 200 brands, through a whole desk. Against it: the same requests by plain fetch and JSON.parse, as many side by
// side, of the same server, and the least program that stores the same rows (support/least-sync.ts). That server gives replies
// from memory, so that no side waits for it to think. The figures of all rows change between two syncs, and then they do not: most
// syncs of an hour find nothing new. What the desk works out after a sync is over before the next side begins.
import { DEFAULT_SETTINGS } from '../../src-shared/desk/desk.ts'
import { type Bench, type BenchRow, interleave, judge } from './bench.ts'
import { type Agency, type Asked, startAgency } from './support/agency.ts'
import { untilAtRest } from './support/at-rest.ts'
import { startLeastSync } from './support/run-least-sync.ts'
import { runSync } from './support/run-sync.ts'

const SCALE = { brands: 200, keywords: 1000 }
const ROUNDS = { rounds: 7, budgetMs: 150_000 }
const WINDOW_MS = 60_000
const PLAIN_GOAL = 2
const LEAST_GOAL = 1.25
const RANKINGS = { datasets: ['rankings' as const] }

/** Bytes read. */
const fetchAndParse = async (baseUrl: string, asked: readonly Asked[]): Promise<number> => {
  const left = asked.values()
  let bytes = 0
  const work = async () => {
    for (const { path, authorization } of left) {
      const response = await fetch(`${baseUrl}${path}`, { headers: { authorization } })
      const text = await response.text()
      bytes += text.length
      JSON.parse(text)
    }
  }
  await Promise.all(Array.from({ length: DEFAULT_SETTINGS.syncConcurrency }, work))
  return bytes
}

const measure = async (agency: Agency, asked: readonly Asked[]): Promise<BenchRow[]> => {
  const { desk, replay } = agency
  await untilAtRest(desk.pid)
  const least = startLeastSync(agency, asked)
  let bytes = 0
  const rounds = { ...ROUNDS, untilAtRest: () => untilAtRest(desk.pid) }
  const works = {
    changed: async () => {
      await replay.next()
      await runSync(desk, RANKINGS)
    },
    plain: async () => {
      bytes = await fetchAndParse(replay.baseUrl, asked)
    },
    least: least.run,
    same: () => runSync(desk, RANKINGS),
  }
  const ms = await interleave(rounds, works)
    .then((measured) => {
      least.assertSameRows()
      return measured
    })
    .finally(least.close)
  const name = `sync of ${SCALE.brands} brands`
  const against = 'fetch + JSON.parse of the same replies'
  const sizes = { requests: asked.length, megabytes: bytes / 1e6 }
  const leastRatio = ms.least / ms.plain
  const changed = { deskMs: ms.changed, plainMs: ms.plain, leastMs: ms.least, leastRatio, ...sizes }
  return [
    // Where 1.25 times the least program is more than the goal, no desk that stores the same can be asked for the goal.
    judge({
      name,
      against,
      ratio: ms.changed / ms.plain,
      atMost: Math.max(PLAIN_GOAL, Math.round(100 * LEAST_GOAL * leastRatio) / 100),
      measured: changed,
    }),
    judge({
      name: `${name}, everything changed`,
      against: 'the least program that stores the same',
      ratio: ms.changed / ms.least,
      atMost: LEAST_GOAL,
      measured: changed,
    }),
    judge({
      name: `${name}, nothing new`,
      against,
      ratio: ms.same / ms.plain,
      atMost: PLAIN_GOAL,
      measured: { deskMs: ms.same, plainMs: ms.plain, ...sizes },
    }),
  ]
}

/** Half of the requests may leave in one window, so the last one cannot leave before the next, for any sender. */
const againstLimiter = async ({ desk }: Agency, requests: number): Promise<BenchRow> => {
  const limit = Math.ceil(requests / 2)
  await desk.value('service.setProfile', {
    limits: { scope: 'account', perOperation: { 'rankTracking.topKeywords': limit } },
  })
  const deskMs = await runSync(desk, RANKINGS)
  return judge({
    name: `sync of ${SCALE.brands} brands, ${limit} of its ${requests} requests per minute`,
    against: 'the first moment at which the last request may leave',
    ratio: deskMs / WINDOW_MS,
    atMost: 1.05,
    measured: { deskMs, boundMs: WINDOW_MS },
  })
}

export const syncBench: Bench = {
  name: 'sync',
  run: async () => {
    const agency = await startAgency(SCALE)
    try {
      await agency.replay.takeAsked()
      const firstMs = await runSync(agency.desk, RANKINGS) // fills the server's memory as well
      console.log(`  first sync, with the sandbox at work on the replies: ${Math.round(firstMs)} ms`)
      const asked = await agency.replay.takeAsked()
      return [...(await measure(agency, asked)), await againstLimiter(agency, asked.length)]
    } finally {
      await agency.close()
    }
  },
}
