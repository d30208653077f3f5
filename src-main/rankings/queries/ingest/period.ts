import type { Period } from '../../../../src-shared/desk/values/period.ts'
import type { TopKeyword } from '../../../../src-shared/service/rank-tracking.ts'
import type { WritableDb } from '../../../store/db.ts'
import type { IngestResult } from '../../../store/parse-reply.ts'
import { rankedPosition } from '../../rules/rank-position.ts'
import { numberKeywords } from '../rank-keywords.ts'
import { replacePeriod } from '../rank-periods.ts'
import { ingestReply, type SliceArgs } from '../rank-reply.ts'
import { ensureSlice } from '../rank-slices.ts'
import { periodNumber } from '../rank-snapshots.ts'
import { insertRows } from './write-rows.ts'

export type IngestPeriodArgs = SliceArgs & { readonly period: Period }

const SUM = 'rank_sum (slice, period, keyword, position, clicks, impressions)'

const storePeriod = (db: WritableDb, args: IngestPeriodArgs, items: ReadonlyMap<string, TopKeyword>): void => {
  const { brand, slice } = ensureSlice(db, args.brandId, args.slice)
  const period = periodNumber(args.period)
  const numbers = numberKeywords(db.cache, brand, [...items.keys()])
  const rows = Array.from(items.values(), (item, index) => ({ item, keyword: numbers[index] ?? 0 }))
  rows.sort((a, b) => a.keyword - b.keyword)
  const values = rows.flatMap(({ item, keyword }) => {
    const position = rankedPosition(item.position)
    return [
      slice,
      period,
      keyword,
      position === null ? null : Math.round(position * 1000),
      item.clicks,
      item.impressions,
    ]
  })
  replacePeriod(db.cache, { slice, period, fetchedAtMs: args.fetchedAtMs, stamp: '' }, () =>
    insertRows(db.cache, { into: SUM, columns: 6, values }),
  )
}

/**
 * One page of a period as the service sums it up. With its last page the whole period is replaced. Throws
 * `bad-response` where the reply does not fit; nothing is stored then.
 */
export const ingestPeriod = (db: WritableDb, args: IngestPeriodArgs): IngestResult =>
  ingestReply(db, args, {
    of: `${args.period.from} ${args.period.to}`,
    store: (items) => storePeriod(db, args, items),
  })
