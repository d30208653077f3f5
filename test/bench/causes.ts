// Causes of 200 brands × 1,000 keywords with topics and a fall of many brands at once: worked out after a sync of all of them
// and after one of a single brand, against reading the same days row by row; and what the detail of a drop reads.
import { dayNumber } from '../../src-main/base/clock.ts'
import { causePage } from '../../src-main/causes/queries/cause-list.ts'
import { causesStale, saveCauses } from '../../src-main/causes/queries/save-causes.ts'
import { CAUSE_DAYS } from '../../src-main/causes/rules/brand-sums.ts'
import { ingestClusters } from '../../src-main/clusters/queries/clusters.ts'
import { callDesk } from '../../src-main/desk.ts'
import { findSlice, readDay } from '../../src-main/rankings/public.ts'
import type { WritableDb } from '../../src-main/store/db.ts'
import { openForWriting } from '../../src-main/store/files.ts'
import { tables } from '../../src-main/tables.ts'
import { calls } from '../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE } from '../../src-shared/desk/values/slice.ts'
import { knownDaysOf } from '../support/known-drops.ts'
import { type Bench, type BenchRow, judge, median } from './bench.ts'
import { dayAt, type FilledCache, NOUNS, type Scale, type SeriesOf } from './rank-cache.ts'
import { onFilled, openFilled, processorMs } from './support/plain-desk.ts'

const SCALE: Scale = { brands: 200, keywords: 1000, days: CAUSE_DAYS }
/** Of a processor, so that a busy machine changes nothing. */
const ALL_GOAL_MS = 2000
const ONE_GOAL_MS = 100
const DETAIL_GOAL_MS = 100
const ROUNDS = 15
const ALL_ROUNDS = 5
/** So many times the plain reading were measured where the work kept to its two seconds: more is a step back. */
const PLAIN_READS_MAX = 8
/** Three brands of ten fall by a third of their positions; two keywords of three there. */
const BREAK_AT = SCALE.days - 9
const isHit = (brand: number, keyword: number): boolean => brand % 10 < 3 && keyword % 3 > 0
const FALL = 1.35

const withBreak: SeriesOf = (brand, keyword) => {
  const options = { seed: 7, firstDay: dayNumber(dayAt(0)), days: SCALE.days, dropAt: SCALE.days - 6 }
  const days = knownDaysOf(options, brand * SCALE.keywords + keyword)
  if (!isHit(brand, keyword)) return days
  return { ...days, positions: days.positions.map((position, at) => (at < BREAK_AT ? position : FALL * position)) }
}

const addTopics = (db: WritableDb, brandIds: readonly string[]): void => {
  const coverage = { total: 0, published: 0, generated: 0, planned: 0, unused: 0 }
  const counts = { keywordCount: 0, promptCount: 0, trackedPromptCount: 0, trackedKeywordCount: 0 }
  const none = { ...counts, coverage, leaders: [] }
  const items = NOUNS.map((name, at) => ({ id: `c${at}`, name, createdAt: '2026-01-01T00:00:00Z', ...none }))
  const summary = { totalKeywords: 0, trackedPrompts: 0 }
  const { buffer: body } = new TextEncoder().encode(JSON.stringify({ items, summary }))
  for (const brandId of brandIds) ingestClusters(db, { brandId, batch: 1, fetchedAtMs: 0, body })
}

/** As the desk does it, in the same passes. */
const workOut = (db: WritableDb, brandIds: readonly string[]): number => {
  let saved = 0
  for (let pass = 0; pass < 2; pass += 1)
    for (const { portfolio, stale } of causesStale(db, { brandIds, by: pass === 0 ? 'days and breaks' : 'breaks' }))
      for (const looked of stale) {
        saveCauses(db, { brandId: looked.brandId, portfolio, looked })
        saved += 1
      }
  return saved
}

/** The same days as rows, one after the other: what no way to work out causes can do without, done plainly. */
const readPlainly = (db: WritableDb, brandIds: readonly string[]): number => {
  let sum = 0
  for (const brandId of brandIds) {
    const slice = findSlice(db, brandId, DEFAULT_SLICE) ?? 0
    for (let day = 0; day < SCALE.days; day += 1)
      for (const { position } of readDay(db.cache, slice, dayNumber(dayAt(day)))) sum += position ?? 0
  }
  return sum
}

const within = (name: string, ms: number, goalMs: number, more: BenchRow['measured'] = {}): BenchRow =>
  judge({ name, against: `${goalMs} ms of a processor`, ratio: ms / goalMs, atMost: 1, measured: { ms, ...more } })

const storeRows = async ({ files, brandIds }: FilledCache): Promise<BenchRow[]> => {
  const { db } = openForWriting(files, tables)
  try {
    addTopics(db, brandIds)
    db.cache.exec('DELETE FROM cause; DELETE FROM cause_state')
    const staleAgain = (ids: readonly string[]) =>
      db.cache
        .prepare(`UPDATE cause_state SET stamp = '' WHERE brand_no IN
          (SELECT no FROM brand WHERE id IN (SELECT value FROM json_each(?)))`)
        .run(JSON.stringify(ids))
    const firstMs = await processorMs(() => workOut(db, brandIds))
    let saved = 0
    const rounds: number[] = []
    // Several, as one alone has the garbage of the first one in it.
    for (let round = 0; round < ALL_ROUNDS; round += 1) {
      staleAgain(brandIds)
      const work = () => {
        saved = workOut(db, brandIds)
      }
      rounds.push(await processorMs(work))
    }
    const allMs = median(rounds)
    const one = brandIds.slice(0, 1)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      staleAgain(one)
      times.push(await processorMs(() => workOut(db, brandIds)))
    }
    const plainMs = await processorMs(() => readPlainly(db, brandIds))
    const { total } = causePage(db, calls['causes.list'].input.parse({}))
    const name = `causes of ${brandIds.length} brands × ${SCALE.keywords} keywords × ${SCALE.days} days after a sync`
    const [leastMs, mostMs] = [Math.min(...rounds), Math.max(...rounds)]
    const measured = { aBrandMs: allMs / brandIds.length, leastMs, mostMs, saved, drops: total, firstMs, plainMs }
    return [
      within(name, allMs, ALL_GOAL_MS, measured),
      judge({
        name,
        against: 'reading the same days row by row',
        ratio: allMs / plainMs,
        atMost: PLAIN_READS_MAX,
        measured: { allMs, plainMs },
      }),
      within('causes after a sync of one of the brands', median(times), ONE_GOAL_MS),
    ]
  } finally {
    db.cache.close()
    db.core.close()
  }
}

const detailRow = async (filled: FilledCache): Promise<BenchRow> => {
  const desk = await openFilled(filled, SCALE.days)
  try {
    const { rows } = await callDesk(desk, 'causes.list', { limit: 500 })
    const ofKeywords = rows.filter((row) => row.keyword !== null)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { brandId, keyword } = ofKeywords[(7 * round) % ofKeywords.length] ?? { brandId: '', keyword: '' }
      times.push(await processorMs(() => callDesk(desk, 'causes.forKeyword', { brandId, keyword: keyword ?? '' })))
    }
    return within("a detail's cause", median(times), DETAIL_GOAL_MS, { slowestMs: Math.max(...times) })
  } finally {
    await desk.close()
  }
}

export const causesBench: Bench = {
  name: 'causes',
  run: () =>
    onFilled({ name: 'causes', scale: SCALE, seriesOf: withBreak }, async (filled) => [
      ...(await storeRows(filled)),
      await detailRow(filled),
    ]),
}
