import { stringify } from 'csv-stringify/sync'
import type { RankRow } from '../../src-shared/desk/rankings.ts'
import { escapeFormula } from '../base/escape-formula.ts'

/** Values of a file that are not in its rows. */
export type CsvContext = {
  readonly brandName: (brandId: string) => string
  readonly syncedAt: (brandId: string) => string
  /** The day shown, or `last 28 days`. */
  readonly period: string
  readonly comparedWith: string
}

/** The columns of the file, in their order. */
const COLUMNS: Readonly<Record<string, (row: RankRow, context: CsvContext) => string | number | null>> = {
  brand: ({ brandId }, { brandName }) => escapeFormula(brandName(brandId)),
  keyword: ({ keyword }) => escapeFormula(keyword),
  clicks: ({ clicks }) => clicks,
  impressions: ({ impressions }) => impressions,
  ctr: ({ ctr }) => ctr,
  position: ({ position }) => position,
  clicksChange: ({ clicksChange }) => clicksChange,
  impressionsChange: ({ impressionsChange }) => impressionsChange,
  ctrChange: ({ ctrChange }) => ctrChange,
  positionChange: ({ positionChange }) => positionChange,
  isStarred: ({ isStarred }) => String(isStarred),
  languageId: ({ languageId }) => (languageId === null ? null : escapeFormula(languageId)),
  pages: ({ pages }) => pages,
  topRankedPage: ({ rankedPages }) => escapeFormula(rankedPages[0]?.page ?? ''),
  period: (_, { period }) => period,
  comparedWith: (_, { comparedWith }) => comparedWith,
  syncedAt: ({ brandId }, { syncedAt }) => syncedAt(brandId),
}

export const csvHead = (hasByteOrderMark: boolean): string =>
  `${hasByteOrderMark ? '\ufeff' : ''}${stringify([Object.keys(COLUMNS)])}`

export const csvRows = (rows: readonly RankRow[], context: CsvContext): string =>
  stringify(rows.map((row) => Object.values(COLUMNS).map((cellOf) => cellOf(row, context))))
