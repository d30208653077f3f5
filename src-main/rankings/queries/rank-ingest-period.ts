import type { Period } from '../../../src-shared/desk/period.ts'
import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import { cursorOf, type IngestResult, parseReply } from '../../store/parse-reply.ts'
import { rankedPosition } from '../rules/rank-position.ts'
import { type IngestWindowArgs, writeWhole } from './rank-ingest-day.ts'
import { numberKeywords } from './rank-keywords.ts'
import { replacePeriod } from './rank-periods.ts'
import { ensureSlice } from './rank-slices.ts'
import { periodNumber } from './rank-snapshots.ts'
import { stagePage } from './rank-stage.ts'

export type IngestPeriodArgs = IngestWindowArgs & { readonly period: Period }

const INSERT = 'INSERT INTO rank_sum (slice, period, keyword, position, clicks, impressions) VALUES (?, ?, ?, ?, ?, ?)'

const storePeriod = (db: WritableDb, args: IngestPeriodArgs, items: ReadonlyMap<string, TopKeyword>): void => {
  const { brand, slice } = ensureSlice(db, args.brandId, args.slice)
  const period = periodNumber(args.period)
  const numbers = numberKeywords(db.cache, brand, [...items.keys()])
  const rows = Array.from(items.values(), (item, index) => ({ item, keyword: numbers[index] ?? 0 }))
  rows.sort((a, b) => a.keyword - b.keyword)
  replacePeriod(db.cache, { slice, period, fetchedAtMs: args.fetchedAtMs, stamp: '' }, () => {
    const insert = prepared(db.cache, INSERT)
    for (const { item, keyword } of rows) {
      const position = rankedPosition(item.position)
      const thousandths = position === null ? null : Math.round(position * 1000)
      insert.run(slice, period, keyword, thousandths, item.clicks, item.impressions)
    }
  })
}

/**
 * One page of a period as the service sums it up. With its last page the whole period is replaced. Throws
 * `bad-response` where the reply does not fit; nothing is stored then.
 */
export const ingestPeriod = (db: WritableDb, args: IngestPeriodArgs): IngestResult => {
  const reply = parseReply(db, 'rankTracking.topKeywords', args)
  const nextCursor = cursorOf(reply)
  const key = JSON.stringify([args.brandId, args.slice, args.period])
  const items = stagePage(db.cache, { key, batch: args.batch, items: reply.items, isLast: nextCursor === null })
  if (items !== undefined) writeWhole(db, () => storePeriod(db, args, items))
  return { rows: reply.items.length, nextCursor }
}
