import { stringify } from 'csv-stringify/sync'
import type { RankRow } from '../../src-shared/desk/rankings.ts'
import { escapeFormula } from '../base/escape-formula.ts'

/** What a file says of its rows beside them. */
export type CsvContext = {
  readonly brandName: (brandId: string) => string
  readonly syncedAt: (brandId: string) => string
  /** The day shown, or `review window`. */
  readonly period: string
  readonly comparedWith: string
}

const COLUMNS = [
  'brand',
  'keyword',
  'clicks',
  'impressions',
  'ctr',
  'position',
  'clicksChange',
  'impressionsChange',
  'ctrChange',
  'positionChange',
  'isStarred',
  'languageId',
  'pages',
  'topRankedPage',
  'period',
  'comparedWith',
  'syncedAt',
] as const

const toRecord = (row: RankRow, context: CsvContext): Record<(typeof COLUMNS)[number], string | number | null> => ({
  brand: escapeFormula(context.brandName(row.brandId)),
  keyword: escapeFormula(row.keyword),
  clicks: row.clicks,
  impressions: row.impressions,
  ctr: row.ctr,
  position: row.position,
  clicksChange: row.clicksChange,
  impressionsChange: row.impressionsChange,
  ctrChange: row.ctrChange,
  positionChange: row.positionChange,
  isStarred: String(row.isStarred),
  languageId: row.languageId === null ? null : escapeFormula(row.languageId),
  pages: row.pages,
  topRankedPage: escapeFormula(row.rankedPages[0]?.page ?? ''),
  period: context.period,
  comparedWith: context.comparedWith,
  syncedAt: context.syncedAt(row.brandId),
})

export const csvHead = (hasByteOrderMark: boolean): string =>
  `${hasByteOrderMark ? '\ufeff' : ''}${stringify([[...COLUMNS]])}`

export const csvRows = (rows: readonly RankRow[], context: CsvContext): string =>
  stringify(
    rows.map((row) => toRecord(row, context)),
    { columns: [...COLUMNS] },
  )
