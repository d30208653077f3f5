// The figures of brands in a period that was added up, for the overview as of a day: those of rankings.totals, brand by brand.
import type { Period } from '../../../src-shared/desk/period.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { type FigureRow, figureColumns } from './rank-figures.ts'
import { slicesWith, sourceOf } from './rank-plan.ts'
import type { Scope } from './rank-scope.ts'
import { PERIODS, periodNumber } from './rank-snapshots.ts'

const NEEDS = { starred: false, text: false, unranked: false }

type Periods = { readonly period: Period; readonly before: Period }

/** Of the slices that have the period. Inside `readOnce` only. */
export const figuresOfPeriod = (
  db: ReadableDb,
  scope: Scope,
  { period, before }: Periods,
): (FigureRow & { readonly slice: number })[] => {
  const shown = { of: PERIODS, now: periodNumber(period), before: periodNumber(before) }
  const have = slicesWith(db, scope, shown.of, shown.now).map(({ slice }) => slice)
  const source = sourceOf(db, scope, shown, have, NEEDS)
  const sql = `SELECT (${source.id} >> 32) AS slice, ${figureColumns(source)} FROM ${source.from}
    WHERE ${source.where} GROUP BY 1`
  return prepared<FigureRow & { slice: number }>(db.cache, sql).all(...source.params)
}
