// Syncs of 2,000 brands × 500 keywords through a whole desk: its memory beside a window in use, the order under a limit of
// requests, and how soon everything but the history has been read once.

import { DEFAULT_SETTINGS } from '../../src-shared/desk/desk.ts'
import { DATASETS, type Dataset } from '../../src-shared/desk/sync.ts'
import { type Bench, type BenchRow, judge } from './bench.ts'
import { memoryRows } from './memory.ts'
import type { Agency } from './support/agency.ts'
import { runSync } from './support/run-sync.ts'

const SCALE = { brands: 2000, keywords: 500, syncs: 1 }
const GOAL_MB = 600
const MINUTE_MS = 60_000
const RANKINGS = { datasets: ['rankings' as const] }
/** A day of it is a request, and most of them never come again. */
const WARM: Dataset[] = DATASETS.filter((dataset) => dataset !== 'history')

/** Of the brands' rankings, the oldest. */
const oldestMs = async ({ desk }: Agency): Promise<number> => {
  const { rows } = await desk.value('sync.status', {})
  const read = rows.flatMap(({ dataset, fetchedAt }) => (dataset === 'rankings' ? [Date.parse(fetchedAt ?? '')] : []))
  if (read.length !== SCALE.brands) throw new Error(`${read.length} brands have rankings.`)
  return Math.min(...read)
}

/** `halfMs`: until the first half of its requests has come. */
const timeSync = async ({ desk, replay }: Agency) => {
  await replay.takeAsked()
  const startedMs = Date.now()
  const ms = await runSync(desk, RANKINGS)
  const asked = await replay.takeAsked()
  const halfMs = (asked[Math.ceil(asked.length / 2) - 1]?.atMs ?? Number.NaN) - startedMs
  return { ms, halfMs, requests: asked.length }
}

/**
 * Half of the requests may leave in one minute, and each of the other half a minute after one of them. No desk sends the
 * first half in less time than without a limit, so the last one leaves a minute after that at the earliest. A sync
 * without a limit is timed before and after: the machine is not always as fast.
 */
const underLimit = async (agency: Agency): Promise<BenchRow> => {
  const { desk } = agency
  const before = await timeSync(agency)
  const { requests } = before
  const limit = Math.ceil(requests / 2)
  const setLimit = (scope: 'account' | 'key', most: number | null) =>
    desk.value('service.setProfile', { limits: { scope, perOperation: { 'rankTracking.topKeywords': most } } })
  await setLimit('account', limit)
  const startedMs = Date.now()
  const own = await timeSync(agency)
  const deskMs = own.ms
  if ((await oldestMs(agency)) < startedMs) throw new Error('A brand was left out.')
  await setLimit('key', null)
  const after = await timeSync(agency)
  const freeMs = (before.ms + after.ms) / 2
  const halfMs = (before.halfMs + after.halfMs) / 2
  const boundMs = MINUTE_MS + halfMs
  return judge({
    name: `sync of ${SCALE.brands} brands, ${limit} of its ${requests} requests per minute`,
    against: 'the first moment at which the last request may leave',
    ratio: deskMs / boundMs,
    atMost: 1.05,
    measured: { deskMs, ownHalfMs: own.halfMs, boundMs, freeMs, requests },
  })
}

/** With the limit of the service again, a minute for each key. */
const allWarm = async ({ desk, replay }: Agency): Promise<BenchRow> => {
  await desk.value('service.setProfile', { limits: { scope: 'key', requestsPerMinute: 60, perOperation: {} } })
  await replay.takeAsked()
  const deskMs = await runSync(desk, { datasets: WARM })
  const requests = (await replay.takeAsked()).length
  const hourMs = DEFAULT_SETTINGS.syncEveryMinutes * MINUTE_MS
  return judge({
    name: `every dataset but the history of ${SCALE.brands} brands, 60 requests a minute for each key`,
    against: `the ${DEFAULT_SETTINGS.syncEveryMinutes} minutes after which they are due again`,
    ratio: deskMs / hourMs,
    atMost: 1,
    measured: { deskMs, requests, brandsASecond: (1000 * SCALE.brands) / deskMs },
  })
}

export const manyBrandsSyncBench: Bench = {
  name: 'many-brands-sync',
  run: () => memoryRows(SCALE, GOAL_MB, async (agency) => [await underLimit(agency), await allWarm(agency)]),
}
