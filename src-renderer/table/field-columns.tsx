import { type Fields, fieldValue } from '../../src-shared/desk/fields/field.ts'
import { formatDecimal, formatPercent, formatShare, formatWhole } from '../format/numbers.ts'
import { BRAND_COLUMN_ID, brandColumn, OpenText, SoftText } from './cells.tsx'
import type { DataColumn } from './column.ts'

const FORMATS = {
  share: formatShare,
  percent: formatPercent,
  score: formatDecimal,
  position: formatDecimal,
  change: formatShare,
} as const

type Place<Row> = Partial<DataColumn<Row>> & {
  readonly widthPx: number
  /** How the text is painted: as what names the row, or softly. */
  readonly look?: 'open' | 'soft'
  readonly isUnsorted?: true
}

/** A column of a list's field: what the field does not say is how the window places and paints it. */
export const columnOf =
  <Row extends object, Name extends string>(fields: Fields<Row, Name>) =>
  (name: Name, { look, isUnsorted, ...place }: Place<Row>): DataColumn<Row> => {
    const { label, type, unit, short: header = label, about, isSorted } = fields[name]
    const isNumber = type === 'number'
    const plain = (row: Row): string => {
      const value = fieldValue(fields, name, row)
      if (!isNumber) return String(value ?? '')
      const format = unit === undefined ? formatWhole : FORMATS[unit]
      return format(typeof value === 'number' ? value : null)
    }
    const text = place.text ?? plain
    const Look = look === undefined ? null : look === 'open' ? OpenText : SoftText
    return {
      id: name,
      header,
      ...(about !== undefined && { about }),
      ...(isNumber && { align: 'end' as const }),
      ...((isNumber || isSorted) && !isUnsorted && { sortField: name }),
      ...((isNumber || type === 'instant') && { isDescendingFirst: true }),
      text,
      ...(Look !== null && { cell: (row: Row) => <Look>{text(row)}</Look> }),
      ...place,
    }
  }

type WithBrand = { readonly widthPx?: number; readonly isHiddenAtFirst?: readonly string[] }

/** Columns of one brand and of all brands: with the brand named, some give way at first. */
export const withBrand = <Row extends { readonly brandId: string }>(
  columns: readonly DataColumn<Row>[],
  { widthPx, isHiddenAtFirst = [] }: WithBrand = {},
) => ({
  one: columns,
  all: [
    brandColumn<Row>(widthPx),
    ...columns.map((column) => (isHiddenAtFirst.includes(column.id) ? { ...column, isHiddenAtFirst: true } : column)),
  ],
})

/** Columns that name the brand of each row: not where all rows are of the one in view. */
export const namingBrand = <Row,>(all: readonly DataColumn<Row>[]) => ({
  one: all.filter(({ id }) => id !== BRAND_COLUMN_ID),
  all,
})
