// What the fields of a list are called, what they hold and where they are shown, once for each list: the window's columns, the
// files that it exports and its view for SQL and assistants are made of this. Without schemas, so that the window may import it.
import { brand, column, type QueryColumn, type QueryColumnType } from '../values/query-column.ts'

export type FieldValue = string | number | boolean | null | undefined

/** How a number counts: in a file's header, and behind what a view says about it. */
const UNITS = {
  share: { header: ' (0–1)', about: ', 0 to 1' },
  percent: { header: ' (%)', about: ', in percent' },
  score: { header: '', about: ', 0 to 100' },
  position: { header: '', about: '' },
  change: { header: ' (share)', about: ', as a share' },
} as const

export type Field<Row> = {
  readonly label: string
  readonly type: QueryColumnType
  /** Absent: a number is a count. */
  readonly unit?: keyof typeof UNITS
  /** The header in the window, where the label is too long for a column. */
  readonly short?: string
  /** What it means, in one sentence, where the label alone does not say it. */
  readonly about?: string
  /** Absent: what the row has under the field's name. */
  readonly value?: (row: Row) => FieldValue
  /** The desk can sort by it; it can by every number. */
  readonly isSorted?: true
  /** Its column in the view: its name, and what it means where that is not `about`. Absent: the view does not have it. */
  readonly view?: readonly [name: string, about?: string]
  /** True: no file has it. */
  readonly isUnexported?: true
}

type Options = Omit<Field<never>, 'label' | 'type' | 'value'>
const field =
  (type: QueryColumnType, unit?: Field<never>['unit']) =>
  (label: string, options: Options = {}) => ({ label, type, ...(unit && { unit }), ...options })
export const text = field('text')
export const number = field('number')
export const share = field('number', 'share')
export const percent = field('number', 'percent')
export const score = field('number', 'score')
export const position = field('number', 'position')
export const change = field('number', 'change')
export const list = field('list')
export const yes = field('yes')
export const day = field('day')
export const instant = field('instant')

/** In the order of a file's and a view's columns. */
export type Fields<Row, Name extends string = string> = Readonly<Record<Name, Field<Row>>>

type Held<Row> = { [Name in keyof Row]: Row[Name] extends FieldValue | readonly string[] ? Name : never }[keyof Row]

/** A name that the row does not have needs a `value`. */
export const fieldsOf =
  <Row extends object>() =>
  <Name extends string>(
    fields: {
      readonly [Each in Name]: Field<Row> & (Each extends Held<Row> ? unknown : Required<Pick<Field<Row>, 'value'>>)
    },
  ): Fields<Row, Name> =>
    fields

export const fieldValue = <Row extends object, Name extends string>(
  fields: Fields<Row, Name>,
  name: Name,
  row: Row,
): FieldValue => {
  const { value } = fields[name]
  if (value !== undefined) return value(row)
  const held = (row as Readonly<Record<string, FieldValue | readonly string[]>>)[name] // `fieldsOf` asks for it
  return typeof held === 'object' && held !== null ? held.join(', ') : held
}

export const fieldHeader = ({ label, unit }: Field<never>): string =>
  unit === undefined ? label : label + UNITS[unit].header

/** The columns of the list's view; the first is the brand. */
export const viewColumns = <Row>(fields: Fields<Row>): QueryColumn[] => [
  brand,
  ...Object.values(fields).flatMap(({ view, type, unit, label, about = label }) =>
    view === undefined ? [] : [column(view[0], type, view[1] ?? `${about}${unit ? UNITS[unit].about : ''}.`)],
  ),
]
